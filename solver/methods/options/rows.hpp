// methods/options/rows.hpp: games all of whose moves change the same coordinate.
//
// The positions that agree in all other coordinates make a row. No move leads from one row to
// another, so each row is a game of one heap.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/box.hpp"
#include "kernels/generic/runs.hpp"
#include "rules/rules.hpp"

namespace grundy::window {

// The only coordinate that moves change, if there is one and each move leaves a single position or
// none.
std::optional<std::size_t> changed_axis(const rules::Rules& rules);

// The rows of a box along an axis. Positions are numbered by row and by place in the row, in the
// order of play: each comes after those that it leads to.
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

// Visits the options of positions of a row. Each thread needs its own.
class RowWalk {
 public:
  RowWalk(const kernels::Program& program, const Rows& rows)
      : program_(program),
        rows_(rows),
        outer_(program.registers * kernels::lanes),
        inner_(outer_.size()),
        ready_(program.rules.size()),
        columns_{outer_, inner_, ready_} {
    kernels::fill_constants(program, columns_);
  }
  RowWalk(const RowWalk&) = delete;
  RowWalk& operator=(const RowWalk&) = delete;

  // For the positions `begin` .. `end` - 1 of a row, in the order of play, calls visit(run) for all
  // runs of options and then finish(rank).
  template <class Visit, class Finish>
  void positions(std::uint64_t row, std::int64_t begin, std::int64_t end, Visit visit,
                 Finish finish) {
    const Position first = rows_.first(row);
    constexpr auto most = static_cast<std::int64_t>(kernels::lanes);
    for (std::int64_t from = begin; from < end; from += most) {
      const auto width = static_cast<std::size_t>(std::min(most, end - from));
      for (std::size_t axis = 0; axis < first.size(); ++axis) {
        std::int64_t* const column = outer_.data() + axis * kernels::lanes;
        const std::int64_t step = axis == rows_.axis() ? rows_.step() : 0;
        for (std::size_t lane = 0; lane < width; ++lane)
          column[lane] = first[axis] + step * (from + static_cast<std::int64_t>(lane));
      }
      kernels::begin_batch(program_, columns_, width);
      const std::int64_t* const ranks = outer_.data() + program_.rank * kernels::lanes;
      for (std::size_t lane = 0; lane < width; ++lane) {
        kernels::visit_runs(program_, columns_, width, lane, [&](const kernels::Run& run) {
          visit(run);
          return false;
        });
        finish(ranks[lane]);
      }
    }
  }

 private:
  const kernels::Program& program_;
  const Rows& rows_;
  std::vector<std::int64_t> outer_;
  std::vector<std::int64_t> inner_;
  std::vector<kernels::Ready> ready_;
  kernels::Columns columns_;
};

}  // namespace grundy::window
