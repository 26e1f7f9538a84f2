#include "rules/expression.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <iterator>
#include <limits>
#include <numeric>
#include <string_view>
#include <utility>

namespace grundy::rules {
namespace {

using Op = Expression::Op;
using Names = std::vector<std::string>;

// How tightly an operator binds: a tighter one needs no parentheses inside a looser one.
enum Strength : int { bitwise, additive, multiplicative, exponential, primary };

Strength strength(const Expression& e) noexcept {
  switch (e.op) {
    case Op::bit_and:
    case Op::bit_or:
    case Op::bit_xor:
      return bitwise;
    case Op::power:
      return exponential;
    case Op::add:
      return additive;
    case Op::subtract:
      return e.arguments[0] == constant(0) ? primary : additive;
    case Op::multiply:
    case Op::modulo:
      return multiplicative;
    default:
      return primary;
  }
}

std::string shown(const Expression& e, const Names& names, Strength at_least) {
  const std::string text = to_string(e, names);
  return strength(e) < at_least ? fmt::format("({})", text) : text;
}

// Operators associate to the left, so the right side must hold tighter. Different ones on bits are
// always put in parentheses.
std::string infix(const Expression& e, const Names& names, std::string_view sign) {
  const Strength own = strength(e);
  const bool is_same = own != bitwise || e.arguments[0].op == e.op;
  const auto tighter = static_cast<Strength>(own + 1);
  return fmt::format("{} {} {}", shown(e.arguments[0], names, is_same ? own : tighter), sign,
                     shown(e.arguments[1], names, tighter));
}

std::string quotient(const Expression& e, const Names& names, std::string_view function) {
  return fmt::format("{}({} / {})", function, shown(e.arguments[0], names, primary),
                     shown(e.arguments[1], names, primary));
}

std::string call(const Expression& e, const Names& names, std::string_view function) {
  std::string text;
  for (const Expression& argument : e.arguments)
    text += (text.empty() ? "" : ", ") + to_string(argument, names);
  return fmt::format("{}({})", function, text);
}

std::string shown(const Array& array) {
  constexpr std::size_t most_shown = 8;
  const auto members = array.members();
  const bool is_cut = members.size() > most_shown;
  return fmt::format("[{}{}]", fmt::join(members.first(is_cut ? most_shown : members.size()), ", "),
                     is_cut ? ", .." : "");
}

std::string_view sign_of(Condition::Op op) noexcept {
  switch (op) {
    case Condition::Op::equal:
      return "=";
    case Condition::Op::not_equal:
      return "!=";
    case Condition::Op::less:
      return "<";
    case Condition::Op::less_equal:
      return "<=";
    case Condition::Op::greater:
      return ">";
    default:
      return ">=";
  }
}

bool is_compound(const Condition& c) noexcept {
  return c.parts.size() > 1;
}

std::string joined(const Condition& c, const Names& names, std::string_view word) {
  std::string text;
  for (const Condition& part : c.parts) {
    if (!text.empty()) text += fmt::format(" {} ", word);
    const std::string inner = to_string(part, names);
    text += is_compound(part) ? fmt::format("({})", inner) : inner;
  }
  return text;
}

}  // namespace

std::string to_string(const Expression& e, const Names& names) {
  switch (e.op) {
    case Op::constant:
      return std::to_string(e.value);
    case Op::variable:
      return names[static_cast<std::size_t>(e.value)];
    case Op::add:
      return infix(e, names, "+");
    case Op::subtract:
      return strength(e) == primary ? fmt::format("-{}", shown(e.arguments[1], names, primary))
                                    : infix(e, names, "-");
    case Op::multiply:
      return infix(e, names, "*");
    case Op::modulo:
      return infix(e, names, "mod");
    case Op::floor_divide:
      return quotient(e, names, "floor");
    case Op::ceil_divide:
      return quotient(e, names, "ceil");
    case Op::minimum:
      return call(e, names, "min");
    case Op::maximum:
      return call(e, names, "max");
    case Op::bit_and:
      return infix(e, names, "band");
    case Op::bit_or:
      return infix(e, names, "bor");
    case Op::bit_xor:
      return infix(e, names, "bxor");
    case Op::power:
      return fmt::format("{}^{}", e.arguments[0].value, shown(e.arguments[1], names, primary));
    case Op::popcount:
      return call(e, names, "popcount");
    case Op::gcd:
      return call(e, names, "gcd");
    case Op::element:
      return fmt::format("{}[{}]", shown(e.array), to_string(e.arguments[0], names));
  }
  return {};
}

std::string to_string(const Condition& c, const Names& names) {
  switch (c.op) {
    case Condition::Op::all_of:
      return c.parts.empty() ? "0 = 0" : joined(c, names, "and");
    case Condition::Op::any_of:
      return c.parts.empty() ? "0 = 1" : joined(c, names, "or");
    case Condition::Op::negation: {
      const std::string inner = to_string(c.parts[0], names);
      return is_compound(c.parts[0]) ? fmt::format("not ({})", inner)
                                     : fmt::format("not {}", inner);
    }
    default:
      return fmt::format("{} {} {}", to_string(c.sides[0], names), sign_of(c.op),
                         to_string(c.sides[1], names));
  }
}

namespace {

std::int64_t floor_divide(std::int64_t a, std::int64_t b) noexcept {
  return a / b - (a % b < 0 ? 1 : 0);
}

bool is_constant(const Expression& expression) noexcept {
  return expression.op == Op::constant;
}

bool holds(Condition::Op op, std::int64_t a, std::int64_t b) noexcept {
  switch (op) {
    case Condition::Op::equal:
      return a == b;
    case Condition::Op::not_equal:
      return a != b;
    case Condition::Op::less:
      return a < b;
    case Condition::Op::less_equal:
      return a <= b;
    case Condition::Op::greater:
      return a > b;
    default:
      return a >= b;
  }
}

// The expression as a constant, or unchanged if it has no value or is none.
Expression evaluated(Expression expression) {
  const auto simple = combine(expression);
  return simple ? *simple : expression;
}

std::optional<std::int64_t> fitting(std::int64_t result, bool overflow) noexcept {
  if (overflow || result == std::numeric_limits<std::int64_t>::min()) return std::nullopt;
  return result;
}

std::optional<std::int64_t> power(std::int64_t base, std::int64_t exponent) noexcept {
  if (base < 1 || exponent < 0) return std::nullopt;
  if (base == 1) return 1;
  std::int64_t result = 1;
  for (; exponent > 0; --exponent)
    if (__builtin_mul_overflow(result, base, &result)) return std::nullopt;
  return result;
}

// Of the operations with two arguments, minimum and maximum included.
std::optional<std::int64_t> joined(Op op, std::int64_t a, std::int64_t b) noexcept {
  if (divides(op) && b < 1) return std::nullopt;
  std::int64_t result = 0;
  bool overflow = false;
  switch (op) {
    case Op::add:
      overflow = __builtin_add_overflow(a, b, &result);
      break;
    case Op::subtract:
      overflow = __builtin_sub_overflow(a, b, &result);
      break;
    case Op::multiply:
      overflow = __builtin_mul_overflow(a, b, &result);
      break;
    case Op::floor_divide:
      result = floor_divide(a, b);
      break;
    case Op::ceil_divide:
      result = floor_divide(a, b) + (a % b != 0 ? 1 : 0);
      break;
    case Op::modulo:
      result = a % b + (a % b < 0 ? b : 0);
      break;
    case Op::minimum:
      result = std::min(a, b);
      break;
    case Op::maximum:
      result = std::max(a, b);
      break;
    case Op::bit_and:
      result = a & b;
      break;
    case Op::bit_or:
      result = a | b;
      break;
    case Op::bit_xor:
      result = a ^ b;
      break;
    case Op::gcd:
      result = std::gcd(a, b);
      break;
    case Op::power:
      return power(a, b);
    default:
      assert(false);
  }
  return fitting(result, overflow);
}

}  // namespace

std::vector<Expression> domain(const Expression& operation) {
  const auto less = [](const Expression& e, std::int64_t amount) {
    return amount == 0 ? e : Expression{Op::subtract, 0, {e, constant(amount)}};
  };
  const auto& arguments = operation.arguments;
  switch (operation.op) {
    case Op::floor_divide:
    case Op::ceil_divide:
    case Op::modulo:
      return {less(arguments[1], 1)};
    case Op::power:
      return {arguments[1]};
    case Op::popcount:
      return {arguments[0]};
    case Op::element: {
      const auto last = static_cast<std::int64_t>(operation.array.members().size()) - 1;
      return {arguments[0], {Op::subtract, 0, {constant(last), arguments[0]}}};
    }
    default:
      return {};
  }
}

std::optional<std::int64_t> calculate(const Expression& operation,
                                      std::span<const std::int64_t> values) noexcept {
  const std::int64_t first = values.front();
  if (operation.op == Op::popcount)
    return first < 0
               ? std::nullopt
               : std::optional<std::int64_t>(std::popcount(static_cast<std::uint64_t>(first)));
  if (operation.op == Op::element) {
    const auto members = operation.array.members();
    if (first < 0 || std::cmp_greater_equal(first, members.size())) return std::nullopt;
    return members[static_cast<std::size_t>(first)];
  }
  std::optional<std::int64_t> result = first;
  for (std::size_t i = 1; i < values.size() && result; ++i)
    result = joined(operation.op, *result, values[i]);
  return result;
}

std::optional<Expression> combine(Op op, std::vector<Expression> arguments) {
  return combine(Expression{op, 0, std::move(arguments)});
}

std::optional<Expression> combine(Expression operation) {
  const auto& arguments = operation.arguments;
  if (arguments.size() == 2 && arguments[0] == arguments[1]) {
    if (operation.op == Op::bit_and || operation.op == Op::bit_or) return arguments[0];
    if (operation.op == Op::bit_xor) return constant(0);
  }
  if (!std::ranges::all_of(arguments, is_constant)) return operation;
  std::vector<std::int64_t> values;
  for (const Expression& argument : arguments) values.push_back(argument.value);
  const auto value = calculate(operation, values);
  return value ? std::optional(constant(*value)) : std::nullopt;
}

Condition compare(Condition::Op op, Expression left, Expression right) {
  if (is_constant(left) && is_constant(right))
    return {
        holds(op, left.value, right.value) ? Condition::Op::all_of : Condition::Op::any_of, {}, {}};
  Condition result{op, {}, {}};
  result.sides.push_back(std::move(left));
  result.sides.push_back(std::move(right));
  return result;
}

Condition join(Condition::Op op, std::vector<Condition> parts) {
  const auto decisive = op == Condition::Op::all_of ? is_false : is_true;
  Condition joined{op, {}, {}};
  for (Condition& part : parts) {
    if (decisive(part)) return std::move(part);
    if (part.op == op)  // the neutral one has no parts
      std::move(part.parts.begin(), part.parts.end(), std::back_inserter(joined.parts));
    else
      joined.parts.push_back(std::move(part));
  }
  if (joined.parts.size() != 1) return joined;
  Condition only = std::move(joined.parts.front());
  return only;
}

Condition negate(Condition condition) {
  if (is_true(condition)) return {Condition::Op::any_of, {}, {}};
  if (is_false(condition)) return {Condition::Op::all_of, {}, {}};
  Condition negation{Condition::Op::negation, {}, {}};
  negation.parts.push_back(std::move(condition));
  return negation;
}

bool is_true(const Condition& condition) noexcept {
  return condition.op == Condition::Op::all_of && condition.parts.empty();
}

bool is_false(const Condition& condition) noexcept {
  return condition.op == Condition::Op::any_of && condition.parts.empty();
}

Expression replaced(const Expression& expression, const Expression& from, const Expression& to) {
  if (expression == from) return to;
  if (expression.arguments.empty()) return expression;
  std::vector<Expression> arguments;
  for (const Expression& argument : expression.arguments)
    arguments.push_back(replaced(argument, from, to));
  return evaluated(with_arguments(expression, std::move(arguments)));
}

Condition replaced(const Condition& condition, const Expression& from, const Expression& to) {
  if (!condition.sides.empty())
    return compare(condition.op, replaced(condition.sides[0], from, to),
                   replaced(condition.sides[1], from, to));
  std::vector<Condition> parts;
  for (const Condition& part : condition.parts) parts.push_back(replaced(part, from, to));
  if (condition.op == Condition::Op::negation) return negate(std::move(parts[0]));
  return join(condition.op, std::move(parts));
}

}  // namespace grundy::rules
