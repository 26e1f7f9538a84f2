// methods/options/members.hpp: the positions of a row, where a game says so by `where`.
//
// Most such games say that coordinates are in order, as in a >= b >= c. Then the positions of a row
// are neighbours, and their ends are known at once. What else is said is judged tuple by tuple.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/box.hpp"
#include "rules/membership.hpp"
#include "rules/rules.hpp"

namespace grundy::generic {

class Members {
 public:
  Members() = default;  // of a game in which all tuples are positions
  explicit Members(const rules::Rules& rules);

  // Lowers `high` and raises `low` to the positions that are in order. There are none if high < low
  // then.
  void narrow(const Position& row, std::size_t axis, std::int64_t& low,
              std::int64_t& high) const noexcept;

  // Whether all tuples in order are positions.
  bool are_all_in_order() const noexcept { return others_.is_all(); }

  // As rules::Membership, of tuples in order.
  void row(const Position& start, std::size_t axis, std::span<std::uint8_t> inside) const {
    others_.row(start, axis, inside);
  }

 private:
  // left >= right + gap; without one of them 0 stands for it.
  struct Order {
    std::optional<std::size_t> left, right;
    std::int64_t gap = 0;
  };

  void add(const rules::Condition& condition, std::vector<rules::Condition>& others);
  static std::optional<Order> order(const rules::Expression& greater, const rules::Expression& less,
                                    std::int64_t gap);

  std::vector<Order> orders_;
  rules::Membership others_;
};

}  // namespace grundy::generic
