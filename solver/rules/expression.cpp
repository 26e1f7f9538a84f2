#include "rules/expression.hpp"

#include <fmt/format.h>

#include <string_view>

namespace grundy::rules {
namespace {

using Op = Expression::Op;
using Names = std::vector<std::string>;

// How tightly an expression holds together: a tighter one needs no parentheses inside
// a looser one.
enum Strength : int { additive, multiplicative, primary };

Strength strength(const Expression& e) noexcept {
  switch (e.op) {
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

// Operators associate to the left, so the right side must hold tighter.
std::string infix(const Expression& e, const Names& names, std::string_view sign) {
  const Strength own = strength(e);
  return fmt::format("{} {} {}", shown(e.arguments[0], names, own), sign,
                     shown(e.arguments[1], names, static_cast<Strength>(own + 1)));
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

}  // namespace grundy::rules
