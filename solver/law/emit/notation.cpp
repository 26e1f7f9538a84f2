#include <fmt/format.h>

#include <algorithm>

#include "law/emit/language.hpp"

namespace grundy::law {
namespace {

using rules::Condition;
using rules::Expression;
using Terms = std::vector<Term>;

std::string within(const Term& term, Strength at_least) {
  return term.strength < at_least ? "(" + term.text + ")" : term.text;
}

// Operators associate to the left, so the right side must hold tighter.
Term joined(const Operator& sign, const Term& left, const Term& right) {
  if (sign.encloses) return {fmt::format(fmt::runtime(sign.text), left.text, right.text), primary};
  return {fmt::format(fmt::runtime(sign.text), within(left, sign.strength),
                      within(right, static_cast<Strength>(sign.strength + 1))),
          sign.strength};
}

const Operator& operator_of(Expression::Op op, const Notation& notation) {
  using Op = Expression::Op;
  switch (op) {
    case Op::subtract:
      return notation.subtract;
    case Op::multiply:
      return notation.multiply;
    case Op::floor_divide:
      return notation.floor_divide;
    case Op::ceil_divide:
      return notation.ceil_divide;
    case Op::modulo:
      return notation.modulo;
    case Op::minimum:
      return notation.minimum;
    case Op::maximum:
      return notation.maximum;
    default:
      return notation.add;
  }
}

Term term(const Expression& e, const Notation& notation, const Terms& variables) {
  if (e.op == Expression::Op::constant)
    return {std::to_string(e.value), e.value < 0 ? loose : primary};
  if (e.op == Expression::Op::variable) return variables[static_cast<std::size_t>(e.value)];
  Term all = term(e.arguments[0], notation, variables);
  for (std::size_t i = 1; i < e.arguments.size(); ++i)
    all = joined(operator_of(e.op, notation), all, term(e.arguments[i], notation, variables));
  return all;
}

std::string_view sign_of(Condition::Op op, const Notation& notation) {
  switch (op) {
    case Condition::Op::equal:
      return notation.equal;
    case Condition::Op::not_equal:
      return notation.not_equal;
    case Condition::Op::less:
      return notation.less;
    case Condition::Op::less_equal:
      return notation.less_equal;
    case Condition::Op::greater:
      return notation.greater;
    default:
      return notation.greater_equal;
  }
}

Term exclusive(const std::vector<Expression>& of, const Notation& notation,
               const Terms& variables) {
  std::string all;
  for (const Expression& e : of) {
    if (!all.empty()) all += notation.exclusive;
    all += within(term(e, notation, variables), multiplicative);
  }
  return {all, notation.exclusive_strength};
}

// Membership is compared with 1, and needs no sign.
std::string comparison(const Condition& c, const Notation& notation, const Terms& variables) {
  const Term left = term(c.sides[0], notation, variables);
  if (left.strength == truth) return left.text;
  return within(left, loose) + std::string(sign_of(c.op, notation)) +
         within(term(c.sides[1], notation, variables), loose);
}

// Whether it is written as several conditions.
bool is_compound(const Condition& c) {
  return c.parts.size() > 1 ||
         (c.parts.size() == 1 && c.op != Condition::Op::negation && is_compound(c.parts[0]));
}

std::string parts(const Condition& c, const Notation& notation, const Terms& variables) {
  const bool all = c.op == Condition::Op::all_of;
  std::string text;
  for (const Condition& part : c.parts) {
    if (!text.empty()) text += all ? notation.both : notation.either;
    const std::string inner = written(part, notation, variables);
    text += is_compound(part) ? "(" + inner + ")" : inner;
  }
  if (text.empty()) text = all ? notation.always : notation.never;
  return text;
}

}  // namespace

const Notation c_notation{
    .add = {"{} + {}", additive, false},
    .subtract = {"{} - {}", additive, false},
    .multiply = {"{} * {}", multiplicative, false},
    .floor_divide = {"floor_divide({}, {})", primary, true},
    .ceil_divide = {"ceil_divide({}, {})", primary, true},
    .modulo = {"modulo({}, {})", primary, true},
    .minimum = {"least({}, {})", primary, true},
    .maximum = {"greatest({}, {})", primary, true},
    .exclusive = " ^ ",
    .exclusive_strength = looser_than_signs,
    .equal = " == ",
    .not_equal = " != ",
    .less = " < ",
    .less_equal = " <= ",
    .greater = " > ",
    .greater_equal = " >= ",
    .functions = {"valuation({}, {})", "power_part({}, {})", "digit_sum({}, {})",
                  "prime_factors({})", "least_prime({})"},
    .members = {"is_fibonacci({})", "is_square({})", "is_factorial({})", "is_prime({})",
                "is_power({}, {})"},
    .both = " && ",
    .either = " || ",
    .negation = "!({})",
    .always = "1",
    .never = "0"};

const Notation python_notation = [] {
  Notation notation = c_notation;
  notation.floor_divide = {"{} // {}", multiplicative, false};
  notation.ceil_divide = {"-(-({}) // ({}))", primary, true};
  notation.modulo = {"{} % {}", multiplicative, false};
  notation.minimum = {"min({}, {})", primary, true};
  notation.maximum = {"max({}, {})", primary, true};
  notation.exclusive_strength = loose;
  notation.both = " and ";
  notation.either = " or ";
  notation.negation = "not ({})";
  notation.always = "True";
  notation.never = "False";
  return notation;
}();

const Notation tex_notation{
    .add = {"{} + {}", additive, false},
    .subtract = {"{} - {}", additive, false},
    .multiply = {"{} \\cdot {}", multiplicative, false},
    .floor_divide = {"\\left\\lfloor \\frac{{{}}}{{{}}} \\right\\rfloor", primary, true},
    .ceil_divide = {"\\left\\lceil \\frac{{{}}}{{{}}} \\right\\rceil", primary, true},
    .modulo = {"{} \\bmod {}", multiplicative, false},
    .minimum = {"\\min({}, {})", primary, true},
    .maximum = {"\\max({}, {})", primary, true},
    .exclusive = " \\oplus ",
    .exclusive_strength = loose,
    .equal = " = ",
    .not_equal = " \\ne ",
    .less = " < ",
    .less_equal = " \\le ",
    .greater = " > ",
    .greater_equal = " \\ge ",
    .functions = {"\\nu_{{{1}}}({0})", "{1}^{{\\nu_{{{1}}}({0})}}", "s_{{{1}}}({0})",
                  "\\Omega({0})", "\\pi(p_{{\\min}}({0}))"},
    .members = {"{0} \\in \\{{1, 2, 3, 5, 8, \\dots\\}}", "{0} \\in \\{{1, 4, 9, \\dots\\}}",
                "{0} \\in \\{{1, 2, 6, 24, \\dots\\}}", "{0} \\in \\{{2, 3, 5, 7, \\dots\\}}",
                "{0} \\in \\{{1, {1}, {1}^2, \\dots\\}}"},
    .both = " \\land ",
    .either = " \\lor ",
    .negation = "\\lnot ({})",
    .always = "\\top",
    .never = "\\bot"};

std::string written(const Expression& expression, const Notation& notation,
                    const Terms& variables) {
  return term(expression, notation, variables).text;
}

std::string written(const Condition& c, const Notation& notation, const Terms& variables) {
  switch (c.op) {
    case Condition::Op::all_of:
    case Condition::Op::any_of:
      return parts(c, notation, variables);
    case Condition::Op::negation:
      return fmt::format(fmt::runtime(notation.negation), written(c.parts[0], notation, variables));
    default:
      return comparison(c, notation, variables);
  }
}

Term written(const rules::Claim::Function& function, const Notation& notation,
             const Terms& variables) {
  using Kind = rules::Claim::Function::Kind;
  if (function.kind == Kind::exclusive) return exclusive(function.of, notation, variables);
  const bool is_member = function.kind == Kind::member;
  const auto named = [](const auto& texts, auto first, auto kind) {
    return texts[static_cast<std::size_t>(kind) - static_cast<std::size_t>(first)];
  };
  const std::string_view text =
      is_member ? named(notation.members, rules::NumberSet::Kind::fibonacci, function.set.kind)
                : named(notation.functions, Kind::valuation, function.kind);
  return {fmt::format(fmt::runtime(text), written(function.of[0], notation, variables),
                      is_member ? function.set.base : function.base),
          is_member ? truth : primary};
}

}  // namespace grundy::law
