// methods/window/rows.hpp: games whose moves change one coordinate, the same in all of them.
//
// The positions that agree in all others make a row. No move leads from one row to another, so each
// is a game of one heap of its own.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/box.hpp"
#include "rules/rules.hpp"

namespace grundy::window {

// The coordinate that moves change, if it is one and each of them leaves a single position or none.
std::optional<std::size_t> changed_axis(const rules::Rules& rules);

// The rows of a box along an axis, and its positions by row and by number in the row, in the order
// of play: none before those that it leads to.
class Rows {
 public:
  Rows(const Box& box, std::size_t axis, bool ascending);

  std::uint64_t count() const noexcept { return count_; }
  std::int64_t length() const noexcept { return box_.extent(axis_); }
  // Between the ranks of neighbours.
  std::int64_t stride() const noexcept { return stride_; }
  std::size_t axis() const noexcept { return axis_; }

  // The first position of a row in the order of play, and the step to the next one.
  Position first(std::uint64_t row) const;
  std::int64_t step() const noexcept { return ascending_ ? 1 : -1; }

 private:
  Box box_;
  std::size_t axis_;
  bool ascending_;
  std::int64_t stride_;
  std::uint64_t count_;
};

}  // namespace grundy::window
