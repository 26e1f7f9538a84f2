// methods/window/row_walk.hpp: the options of the positions of a row, one after the other.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/generic/runs.hpp"
#include "methods/window/rows.hpp"

namespace grundy::window {

// Of one thread.
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

  // Calls visit(run) for all runs of a position, and then finish(rank); so for the positions of a
  // row from number `begin` to `end` - 1 in the order of play.
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
