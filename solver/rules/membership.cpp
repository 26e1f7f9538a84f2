#include "rules/membership.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>
#include <vector>

#include "rules/substitute.hpp"

namespace grundy::rules {
namespace {

// Numbers of this many tuples fit a first-level cache with those of a few operations.
constexpr std::size_t tuples_at_once = 256;

using Op = Expression::Op;
using Compare = Condition::Op;

// Numbers of neighbours along an axis. Those of tuples where `defined` is 0 mean nothing.
struct Numbers {
  std::array<std::int64_t, tuples_at_once> values;
  std::array<std::uint8_t, tuples_at_once> defined;
};

class Row {
 public:
  Row(const Position& start, std::size_t axis, std::size_t count)
      : start_(start), axis_(axis), count_(count) {}

  void judge(const Condition& condition, std::span<std::uint8_t> inside) const {
    if (count_ > 1 && !varies(condition)) {
      std::uint8_t same = 0;
      Row(start_, axis_, 1).judge(condition, std::span(&same, 1));
      std::ranges::fill(inside, same);
      return;
    }
    if (!condition.sides.empty()) return compare(condition, inside);
    const bool all = condition.op != Compare::any_of;
    std::ranges::fill(inside, static_cast<std::uint8_t>(all));
    std::array<std::uint8_t, tuples_at_once> room;
    const auto part_inside = std::span(room).first(count_);
    for (const Condition& part : condition.parts) {
      judge(part, part_inside);
      for (std::size_t i = 0; i < count_; ++i)
        inside[i] = all ? inside[i] & part_inside[i] : inside[i] | part_inside[i];
      if (all && std::ranges::count(inside, 0) == std::ssize(inside)) break;
    }
    if (condition.op == Compare::negation)
      for (std::uint8_t& one : inside) one ^= 1;
  }

 private:
  // Whether it may hold of some tuples of the row and not of others.
  bool varies(const Condition& condition) const {
    return std::ranges::any_of(condition.parts, [&](auto& part) { return varies(part); }) ||
           std::ranges::any_of(condition.sides, [&](auto& side) { return varies(side); });
  }
  bool varies(const Expression& number) const {
    if (number.op == Op::variable) return static_cast<Variable>(number.value) == axis_;
    return std::ranges::any_of(number.arguments, [&](auto& part) { return varies(part); });
  }

  void compare(const Condition& condition, std::span<std::uint8_t> inside) const {
    const Numbers left = numbers(condition.sides[0]);
    const Numbers right = numbers(condition.sides[1]);
    const auto by = [&](auto holds) {
      for (std::size_t i = 0; i < count_; ++i)
        inside[i] = static_cast<std::uint8_t>(holds(left.values[i], right.values[i])) &
                    left.defined[i] & right.defined[i];
    };
    switch (condition.op) {
      case Compare::equal:
        return by(std::equal_to<>());
      case Compare::not_equal:
        return by(std::not_equal_to<>());
      case Compare::less:
        return by(std::less<>());
      case Compare::less_equal:
        return by(std::less_equal<>());
      case Compare::greater:
        return by(std::greater<>());
      default:
        return by(std::greater_equal<>());
    }
  }

  Numbers numbers(const Expression& number) const {
    Numbers found;  // beyond count_ they mean nothing
    std::fill_n(found.defined.begin(), count_, std::uint8_t{1});
    if (number.op == Op::constant)
      std::fill_n(found.values.begin(), count_, number.value);
    else if (number.op == Op::variable)
      coordinate(static_cast<Variable>(number.value), found);
    else
      operation(number, found);
    return found;
  }

  void coordinate(Variable axis, Numbers& found) const {
    const std::int64_t step = axis == axis_ ? 1 : 0;
    for (std::size_t i = 0; i < count_; ++i)
      found.values[i] = start_[axis] + step * static_cast<std::int64_t>(i);
  }

  void operation(const Expression& number, Numbers& found) const {
    std::vector<Numbers> arguments;
    for (const Expression& argument : number.arguments) arguments.push_back(numbers(argument));
    std::vector<std::int64_t> values(arguments.size());
    for (std::size_t i = 0; i < count_; ++i) {
      for (std::size_t a = 0; a < arguments.size(); ++a) {
        values[a] = arguments[a].values[i];
        found.defined[i] &= arguments[a].defined[i];
      }
      const auto value = found.defined[i] != 0 ? calculate(number, values) : std::nullopt;
      found.values[i] = value.value_or(0);
      found.defined[i] = static_cast<std::uint8_t>(value.has_value());
    }
  }

  const Position& start_;
  std::size_t axis_;
  std::size_t count_;
};

}  // namespace

Membership::Membership(const Rules& rules) : where_(rules.where) {
  if (is_all()) return;
  std::vector<Expression> coordinates;
  for (Variable axis = 0; axis < rules.dimensions(); ++axis)
    coordinates.push_back(axis < rules.first_written() ? constant(0) : variable(axis));
  text_ = to_string(at(where_, coordinates), rules.coordinate_names());
}

bool Membership::has(const Position& tuple) const {
  if (is_all()) return true;
  std::uint8_t inside = 0;
  row(tuple, std::span(&inside, 1));
  return inside != 0;
}

void Membership::row(const Position& start, std::span<std::uint8_t> inside) const {
  row(start, start.size() - 1, inside);
}

void Membership::row(const Position& start, std::size_t axis,
                     std::span<std::uint8_t> inside) const {
  if (is_all()) {
    std::ranges::fill(inside, std::uint8_t{1});
    return;
  }
  Position at = start;
  while (!inside.empty()) {
    const std::size_t count = std::min(inside.size(), tuples_at_once);
    Row(at, axis, count).judge(where_, inside.first(count));
    at[axis] += static_cast<std::int64_t>(count);
    inside = inside.subspan(count);
  }
}

std::string no_position(const Position& tuple, std::string_view game, std::string_view where) {
  return fmt::format("{} is no position of {}: where {}", grundy::to_string(tuple), game, where);
}

}  // namespace grundy::rules
