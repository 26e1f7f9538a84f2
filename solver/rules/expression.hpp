// rules/expression.hpp: integer expressions and the conditions made of them.
//
// Plain trees. A variable is a number: coordinates come first (0 .. dimensions-1),
// then the binders of the rule the expression stands in, in order. Parameters are
// already constants here.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace grundy::rules {

using Variable = std::size_t;

struct Expression {
  // floor_divide and ceil_divide round towards minus and plus infinity; modulo has
  // the sign of its divisor. add .. modulo take two arguments, minimum and maximum
  // two or more.
  enum class Op : std::uint8_t {
    constant,
    variable,
    add,
    subtract,
    multiply,
    floor_divide,
    ceil_divide,
    modulo,
    minimum,
    maximum,
  };
  Op op = Op::constant;
  std::int64_t value = 0;  // the constant, or the variable's number
  std::vector<Expression> arguments;

  friend bool operator==(const Expression&, const Expression&) = default;
};

// Whether the second argument is a divisor, which must be positive.
inline bool divides(Expression::Op op) noexcept {
  return op == Expression::Op::floor_divide || op == Expression::Op::ceil_divide ||
         op == Expression::Op::modulo;
}

struct Condition {
  // Comparisons have two sides and no parts; all_of and any_of have parts only;
  // negation has exactly one part.
  enum class Op : std::uint8_t {
    equal,
    not_equal,
    less,
    less_equal,
    greater,
    greater_equal,
    all_of,
    any_of,
    negation
  };
  Op op = Op::all_of;  // all_of nothing: always true
  std::vector<Expression> sides;
  std::vector<Condition> parts;

  friend bool operator==(const Condition&, const Condition&) = default;
};

inline Expression constant(std::int64_t value) {
  return {Expression::Op::constant, value, {}};
}
inline Expression variable(Variable number) {
  return {Expression::Op::variable, static_cast<std::int64_t>(number), {}};
}

// As the rule language writes it. names[v] is the name of variable v.
std::string to_string(const Expression& expression, const std::vector<std::string>& names);
std::string to_string(const Condition& condition, const std::vector<std::string>& names);

}  // namespace grundy::rules
