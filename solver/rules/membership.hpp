// rules/membership.hpp: which tuples are positions, where a game says so by `where`.
//
// Rows along an axis are judged at once, operation by operation. That costs about a
// nanosecond for each tuple and operation. Ranges of coordinates are not looked at. A comparison
// of numbers that overflow does not hold; plans refuse boxes in which that can happen.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/box.hpp"
#include "rules/rules.hpp"

namespace grundy::rules {

// Immutable; any number of threads may use it.
class Membership {
 public:
  Membership() = default;  // of a game in which all tuples are positions
  explicit Membership(const Rules& rules);

  // Whether all tuples are positions.
  bool is_all() const noexcept { return is_true(where_); }

  bool has(const Position& tuple) const;

  // Sets inside[i] to 1 if `start` plus i along the axis is a position, else to 0. Without an axis:
  // along the last one.
  void row(const Position& start, std::size_t axis, std::span<std::uint8_t> inside) const;
  void row(const Position& start, std::span<std::uint8_t> inside) const;

  // The condition in the rule language; empty if all tuples are positions.
  const std::string& text() const noexcept { return text_; }

 private:
  Condition where_;
  std::string text_;
};

// "(1, 2) is no position of chomp4: where a >= b and b >= c"
std::string no_position(const Position& tuple, std::string_view game, std::string_view where);

}  // namespace grundy::rules
