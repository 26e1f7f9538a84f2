#include "law/emit/notation.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grundy::law {
namespace {

using rules::Condition;
using rules::Expression;
using Names = std::vector<std::string>;

struct Term {
  std::string text;
  Strength strength;
};

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

Term term(const Expression& e, const Notation& notation, const Names& names) {
  if (e.op == Expression::Op::constant)
    return {std::to_string(e.value), e.value < 0 ? loose : primary};
  if (e.op == Expression::Op::variable) return {names[static_cast<std::size_t>(e.value)], primary};
  Term all = term(e.arguments[0], notation, names);
  for (std::size_t i = 1; i < e.arguments.size(); ++i)
    all = joined(operator_of(e.op, notation), all, term(e.arguments[i], notation, names));
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

// Whether it is written as several conditions.
bool is_compound(const Condition& c) {
  return c.parts.size() > 1 ||
         (c.parts.size() == 1 && c.op != Condition::Op::negation && is_compound(c.parts[0]));
}

std::string parts(const Condition& c, const Notation& notation, const Names& names) {
  const bool all = c.op == Condition::Op::all_of;
  std::string text;
  for (const Condition& part : c.parts) {
    if (!text.empty()) text += all ? notation.both : notation.either;
    const std::string inner = written(part, notation, names);
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
    .equal = " == ",
    .not_equal = " != ",
    .less = " < ",
    .less_equal = " <= ",
    .greater = " > ",
    .greater_equal = " >= ",
    .functions = {"valuation({}, {})", "power_part({}, {})", "digit_sum({}, {})",
                  "prime_factors({})", "least_prime({})"},
    .both = " && ",
    .either = " || ",
    .negation = "!({})",
    .always = "1",
    .never = "0"};

const Notation python_notation{
    .add = {"{} + {}", additive, false},
    .subtract = {"{} - {}", additive, false},
    .multiply = {"{} * {}", multiplicative, false},
    .floor_divide = {"{} // {}", multiplicative, false},
    .ceil_divide = {"-(-({}) // ({}))", primary, true},
    .modulo = {"{} % {}", multiplicative, false},
    .minimum = {"min({}, {})", primary, true},
    .maximum = {"max({}, {})", primary, true},
    .exclusive = " ^ ",
    .equal = " == ",
    .not_equal = " != ",
    .less = " < ",
    .less_equal = " <= ",
    .greater = " > ",
    .greater_equal = " >= ",
    .functions = {"valuation({}, {})", "power_part({}, {})", "digit_sum({}, {})",
                  "prime_factors({})", "least_prime({})"},
    .both = " and ",
    .either = " or ",
    .negation = "not ({})",
    .always = "True",
    .never = "False"};

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
    .equal = " = ",
    .not_equal = " \\ne ",
    .less = " < ",
    .less_equal = " \\le ",
    .greater = " > ",
    .greater_equal = " \\ge ",
    .functions = {"\\nu_{{{1}}}({0})", "{1}^{{\\nu_{{{1}}}({0})}}", "s_{{{1}}}({0})",
                  "\\Omega({0})", "\\pi(p_{{\\min}}({0}))"},
    .both = " \\land ",
    .either = " \\lor ",
    .negation = "\\lnot ({})",
    .always = "\\top",
    .never = "\\bot"};

std::string written(const Expression& expression, const Notation& notation, const Names& names) {
  return term(expression, notation, names).text;
}

std::string written(const Condition& c, const Notation& notation, const Names& names) {
  switch (c.op) {
    case Condition::Op::all_of:
    case Condition::Op::any_of:
      return parts(c, notation, names);
    case Condition::Op::negation:
      return fmt::format(fmt::runtime(notation.negation), written(c.parts[0], notation, names));
    default:
      return fmt::format("{}{}{}", written(c.sides[0], notation, names), sign_of(c.op, notation),
                         written(c.sides[1], notation, names));
  }
}

std::string written(const std::vector<Expression>& terms, const Notation& notation,
                    const Names& names) {
  if (terms.size() == 1) return written(terms[0], notation, names);
  std::string all;
  for (const Expression& e : terms) {
    if (!all.empty()) all += notation.exclusive;
    all += within(term(e, notation, names), multiplicative);
  }
  return all;
}

}  // namespace grundy::law
