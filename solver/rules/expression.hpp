// rules/expression.hpp: integer expressions and conditions: their trees, text and arithmetic.
//
// A variable is a number: coordinates come first (0 .. dimensions-1), then the binders of the
// rule that holds the expression, in order. Parameters are already constants here. Integers lie
// between -(2^63 - 1) and 2^63 - 1, so each can be written and negated. Anything beyond is an
// overflow.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
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

// The text in the rule language. names[v] is the name of variable v.
std::string to_string(const Expression& expression, const std::vector<std::string>& names);
std::string to_string(const Condition& condition, const std::vector<std::string>& names);

// a OP b for the operations with two arguments, minimum and maximum included; nothing
// on overflow. Requires b > 0 for divisions and modulo.
std::optional<std::int64_t> calculate(Expression::Op op, std::int64_t a, std::int64_t b) noexcept;

// `op` applied to `arguments`: a constant if all of them are constants. Nothing if that
// overflows. Divisors that are constants must be positive if the dividend is constant, too.
std::optional<Expression> combine(Expression::Op op, std::vector<Expression> arguments);

// Simplified conditions: comparisons of constants are evaluated, and all_of within all_of (any_of
// within any_of) is flattened. True is all_of nothing, false is any_of nothing.
Condition compare(Condition::Op op, Expression left, Expression right);
Condition join(Condition::Op op, std::vector<Condition> parts);  // all_of or any_of
Condition negate(Condition condition);

bool is_true(const Condition& condition) noexcept;
bool is_false(const Condition& condition) noexcept;

// The expression with `to` in place of every `from`, and its constants worked out. `to` is not
// searched again.
Expression replaced(const Expression& expression, const Expression& from, const Expression& to);
Condition replaced(const Condition& condition, const Expression& from, const Expression& to);

}  // namespace grundy::rules
