// rules/expression.hpp: integer expressions and conditions: their trees, text and arithmetic.
//
// A variable is a number: coordinates come first (0 .. dimensions-1), then the binders of the
// rule that holds the expression, in order. Parameters are already constants here. Integers lie
// between -(2^63 - 1) and 2^63 - 1, so each can be written and negated. Anything beyond is an
// overflow.
#pragma once
#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace grundy::rules {

using Variable = std::size_t;

// Numbers that are computed with have at most 62 bits: their bits are 0 .. 61.
inline constexpr std::int64_t last_bit = 61;

// Numbers that are never changed, shared by their copies. Equal if they have the same numbers.
class Array {
 public:
  Array() = default;
  explicit Array(std::vector<std::int64_t> members)
      : members_(std::make_shared<const std::vector<std::int64_t>>(std::move(members))) {}

  std::span<const std::int64_t> members() const noexcept {
    return members_ ? std::span(*members_) : std::span<const std::int64_t>();
  }

  friend std::strong_ordering operator<=>(const Array& a, const Array& b) {
    if (a.members_ == b.members_) return std::strong_ordering::equal;
    const auto one = a.members();
    const auto other = b.members();
    return std::lexicographical_compare_three_way(one.begin(), one.end(), other.begin(),
                                                  other.end());
  }
  friend bool operator==(const Array& a, const Array& b) { return (a <=> b) == 0; }

 private:
  std::shared_ptr<const std::vector<std::int64_t>> members_;
};

struct Expression {
  // floor_divide and ceil_divide round towards minus and plus infinity; modulo has
  // the sign of its divisor. The operations on bits see negative numbers as two's complement
  // without end. popcount and element take one argument, minimum and maximum two or more, the
  // others two. The base of a power is a constant of at least 1.
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
    bit_and,
    bit_or,
    bit_xor,
    power,
    popcount,
    gcd,
    element,
  };
  Op op = Op::constant;
  std::int64_t value = 0;  // the constant, or the variable's number
  std::vector<Expression> arguments;
  Array array = {};  // of an element

  friend bool operator==(const Expression&, const Expression&) = default;
};

// Whether the second argument is a divisor, which must be positive.
inline bool divides(Expression::Op op) noexcept {
  return op == Expression::Op::floor_divide || op == Expression::Op::ceil_divide ||
         op == Expression::Op::modulo;
}

// Numbers that must be at least 0 wherever the operation is computed: the divisor less 1, the
// exponent, the argument of popcount, the index and the distance to the last index.
std::vector<Expression> domain(const Expression& operation);

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

// The operation with these values of its arguments; nothing if they are outside its domain, or if
// the result overflows.
std::optional<std::int64_t> calculate(const Expression& operation,
                                      std::span<const std::int64_t> values) noexcept;

// `op` applied to `arguments`: a constant if all of them are constants. Nothing if that
// overflows or they are outside its domain.
std::optional<Expression> combine(Expression::Op op, std::vector<Expression> arguments);
std::optional<Expression> combine(Expression operation);

// The same operation on other arguments.
inline Expression with_arguments(const Expression& operation, std::vector<Expression> arguments) {
  return {operation.op, operation.value, std::move(arguments), operation.array};
}

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
