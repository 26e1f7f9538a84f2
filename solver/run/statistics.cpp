#include "run/statistics.hpp"

#include <algorithm>
#include <cassert>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/box.hpp"
#include "base/cell_window.hpp"
#include "base/counts.hpp"
#include "base/digest.hpp"
#include "run/stretch_sum.hpp"

namespace grundy::sweep {
namespace {

static_assert(Counts::histogram_end == plan::histogram_values);

// What one task counts.
constexpr std::uint64_t positions_per_task = 1 << 18;
constexpr std::uint64_t tiles_per_task = 8;
// Positions that are read at once.
constexpr std::uint64_t longest_stretch = 1 << 12;

// Who counts, and what of all things.
struct Counting {
  parallel::Executor& executor;
  Share share;
};

// Calls count(first, last, part) for stretches of the share of 0 .. items - 1, a part for each
// worker, and adds the parts.
template <class Count>
Statistics in_parallel(const Counting& by, std::uint64_t items, std::uint64_t items_per_task,
                       const Count& count) {
  const std::uint64_t begin = by.share.first(items);
  const std::uint64_t end = by.share.end(items);
  std::vector<Statistics> parts(by.executor.threads());
  by.executor.for_each((end - begin + items_per_task - 1) / items_per_task,
                       [&](std::size_t task, std::size_t worker) {
                         const std::uint64_t first = begin + task * items_per_task;
                         // Taken out while it changes: neighbours share cache lines.
                         Statistics part = std::move(parts[worker]);
                         count(first, std::min(first + items_per_task, end), part);
                         parts[worker] = std::move(part);
                       });
  Statistics total;
  for (const Statistics& part : parts) total.add(part);
  return total;
}

// Cells become values. Those of remoteness also tell who wins.
void count_cells(const plan::Plan& plan, const DigestKeys& keys, const Position& start,
                 std::span<std::uint32_t> cells, Statistics& into) {
  if (plan.quantity == Quantity::remoteness)
    into.p_positions += static_cast<std::uint64_t>(
        std::ranges::count_if(cells, [](std::uint32_t cell) { return cell % 2 == 0; }));
  for (std::uint32_t& cell : cells) cell = value_of(plan, plan.quantity, cell);
  count_row<std::uint32_t>(keys, plan.quantity, start, cells, into);
}

// Calls count(start, length) for stretches of rows that make up the ranks first .. last - 1.
template <class Count>
void for_each_stretch(const Box& box, std::uint64_t first, std::uint64_t last, const Count& count) {
  const auto length = static_cast<std::uint64_t>(box.extent(box.dimensions() - 1));
  for (std::uint64_t rank = first; rank < last;) {
    const std::uint64_t left = std::min(last - rank, length - rank % length);
    const std::uint64_t stretch = std::min(left, longest_stretch);
    count(box.position(rank), stretch);
    rank += stretch;
  }
}

// Every position.
template <class Values>
Statistics of_rows(const plan::Plan& plan, const Values& values, const DigestKeys& keys,
                   const Counting& by) {
  const auto count = [&](std::uint64_t first, std::uint64_t last, Statistics& part) {
    std::vector<std::uint32_t> cells(longest_stretch);
    for_each_stretch(plan.box, first, last, [&](const Position& start, std::uint64_t length) {
      const std::span stretch(cells.data(), length);
      values.read(start, stretch);
      count_cells(plan, keys, start, stretch, part);
    });
  };
  return in_parallel(by, plan.positions(), positions_per_task, count);
}

// Of cells that are values, from where they are.
Statistics of_cells(const plan::Plan& plan, const memory::Cells& cells, const DigestKeys& keys,
                    const Counting& by) {
  if (plan.computed == Quantity::remoteness) return of_rows(plan, cells, keys, by);
  return with_cell_type(cells.width(), [&]<class Cell>(Cell) {
    const auto all = cells.as<Cell>();
    const auto count = [&](std::uint64_t first, std::uint64_t last, Statistics& part) {
      for_each_stretch(plan.box, first, last, [&](const Position& start, std::uint64_t length) {
        count_row(keys, plan.quantity, start, all.subspan(cells.box().rank(start), length), part);
      });
    };
    return in_parallel(by, plan.positions(), positions_per_task, count);
  });
}

// The keys of a row's P-positions, summed.
class RowOfPs {
 public:
  RowOfPs(const Box& box, const DigestKeys& rows, const AxisKeys& single)
      : low_(box.low), rows_(rows), single_(single) {}

  std::vector<std::int64_t>& offsets() noexcept { return offsets_; }  // from `start`, ascending

  Residues sum(const Position& start, std::span<const family::Moving> moving) {
    if (offsets_.empty()) return {};
    Residues common{1, 1};
    for (std::size_t axis = 0; axis < start.size(); ++axis)
      if (std::ranges::find(moving, axis, &family::Moving::axis) == moving.end())
        common = common * rows_.along(axis, start[axis]);
    const auto length = static_cast<std::size_t>(offsets_.back()) + 1;
    const bool dense = moving.size() == 1 && offsets_.size() * positions_for_a_product > length;
    return common * (dense ? sum_as_weights(start, moving[0]) : sum_singly(start, moving));
  }

 private:
  // What one position costs by its products costs this many among the weights of a row.
  static constexpr std::size_t positions_for_a_product = 16;

  Residues sum_as_weights(const Position& start, const family::Moving& along) {
    const std::int64_t last = offsets_.back();
    weights_.assign(static_cast<std::size_t>(last) + 1, 0);
    for (const std::int64_t i : offsets_)
      weights_[static_cast<std::size_t>(along.slope > 0 ? i : last - i)] = 1;
    const std::int64_t first = along.slope > 0 ? start[along.axis] : start[along.axis] - last;
    return rows_.sum_along<std::uint8_t>(along.axis, first, weights_);
  }

  Residues sum_singly(const Position& start, std::span<const family::Moving> moving) const {
    const auto share = [&](const family::Moving& along, std::int64_t i) {
      return single_.at(along.axis, start[along.axis] - low_[along.axis] + along.slope * i);
    };
    Residues sum;
    for (const std::int64_t i : offsets_) {
      Residues key = share(moving[0], i);
      for (const family::Moving& along : moving.subspan(1)) key = key * share(along, i);
      sum = sum + key;
    }
    return sum;
  }

  const Position& low_;
  const DigestKeys& rows_;
  const AxisKeys& single_;
  std::vector<std::int64_t> offsets_;
  std::vector<std::uint8_t> weights_;
};

// By the P-positions of rows: what those of a row have in common is multiplied once.
template <family::PRows Values>
Statistics of_p_rows(const plan::Plan& plan, const Values& values, const DigestKeys& keys,
                     const Counting& by) {
  const AxisKeys single(plan.box);
  const auto count = [&](std::uint64_t first, std::uint64_t last, Statistics& part) {
    RowOfPs row(plan.box, keys, single);
    const auto visit = [&](std::uint64_t start, std::span<const family::Moving> moving,
                           const auto& for_each) {
      row.offsets().clear();
      for_each([&](std::int64_t i) { row.offsets().push_back(i); });
      part.p_positions += row.offsets().size();
      part.digest.add(row.sum(plan.box.position(start), moving));
    };
    for (std::uint64_t number = first; number < last; ++number)
      values.visit_p_rows(plan.box, number, visit);
  };
  assert(by.share.of == 1);  // one rank solves these
  Statistics found = in_parallel(by, values.parts(), 1, count);
  found.positions = plan.positions();
  found.max_value = found.p_positions < found.positions;
  return found;
}

// By the P-positions of lines that lie side by side, each stored entry once.
template <family::PStretches Values>
Statistics of_p_stretches(const plan::Plan& plan, const Values& values, const Counting& by) {
  const AxisKeys keys(plan.box, values.stored_rows());
  const auto count = [&](std::uint64_t first, std::uint64_t last, Statistics& part) {
    StretchSum stretches(plan.box, values.axis(), keys);
    const auto visit = [&](std::span<const family::SideBySide> images,
                           std::span<const std::uint32_t> entries) {
      const auto without = static_cast<std::uint64_t>(std::ranges::count(entries, 0U));
      part.p_positions += (entries.size() - without) * images.size();
      part.digest.add(stretches.sum(images, entries));
    };
    for (std::uint64_t number = first; number < last; ++number)
      values.visit_p_stretches(number, visit);
  };
  assert(by.share.of == 1);  // one rank solves these
  Statistics found = in_parallel(by, values.parts(), 1, count);
  found.positions = plan.positions();
  found.max_value = found.p_positions < found.positions;
  return found;
}

// By the sorted positions, which stand for all. Rows are numbered by their other coordinates.
template <family::Sorted Values>
Statistics of_orbits(const plan::Plan& plan, const Values& values, const DigestKeys& keys,
                     const Counting& by) {
  const AxisGroups groups = values.groups();
  const Orbits orbits(keys, plan.box.dimensions(), groups);
  Box starts = plan.box;
  starts.high.back() = starts.low.back();
  const std::int64_t end = plan.box.high.back() + 1;
  const auto rows_per_task =
      positions_per_task / static_cast<std::uint64_t>(end - starts.low.back()) + 1;
  const auto count = [&](std::uint64_t first, std::uint64_t last, Statistics& part) {
    std::vector<std::uint32_t> cells(static_cast<std::size_t>(end - starts.low.back()));
    for (std::uint64_t row = first; row < last; ++row) {
      Position start = starts.position(row);
      if (!is_sorted_row(start, groups)) continue;
      start.back() = first_sorted(start, groups);
      const std::span stretch(cells.data(), static_cast<std::size_t>(end - start.back()));
      values.read(start, stretch);
      for (std::uint32_t& cell : stretch) cell = value_of(plan, plan.quantity, cell);
      orbits.count_row(plan.quantity, start, stretch, part);
    }
  };
  return in_parallel(by, *starts.volume(), rows_per_task, count);
}

// The same of what one of several ranks keeps, tile by tile, of the box and nothing else.
template <family::SharedOut Values>
Statistics of_kept_tiles(const plan::Plan& plan, const Values& values, const DigestKeys& keys,
                         const Counting& by) {
  assert(values.box() == plan.box && by.share.of == 1);
  const Orbits orbits(keys, plan.box.dimensions(), values.groups());
  const auto count = [&](std::uint64_t first, std::uint64_t last, Statistics& part) {
    std::vector<std::uint32_t> cells;
    for (std::uint64_t tile = first; tile < last; ++tile)
      values.visit_kept_rows(tile, [&](const Position& start, std::uint64_t length) {
        cells.resize(length);
        values.read(start, cells);
        for (std::uint32_t& cell : cells) cell = value_of(plan, plan.quantity, cell);
        orbits.count_row(plan.quantity, start, cells, part);
      });
  };
  return in_parallel(by, values.tiles(), tiles_per_task, count);
}

}  // namespace

Statistics statistics(const plan::Plan& plan, const Solution& solution,
                      parallel::Executor& executor, Share share) {
  const DigestKeys keys(plan.box);
  const Counting by{executor, share};
  return std::visit(
      [&]<class Values>(const Values& values) {
        if constexpr (family::SharedOut<Values>)
          if (!values.is_whole()) return of_kept_tiles(plan, values, keys, by);
        if constexpr (family::PStretches<Values>)
          return of_p_stretches(plan, values, by);
        else if constexpr (family::PRows<Values>)
          return of_p_rows(plan, values, keys, by);
        else if constexpr (std::is_same_v<Values, memory::Cells>)
          return of_cells(plan, values, keys, by);
        else if constexpr (family::Sorted<Values>)
          return values.box() == plan.box && plan.computed != Quantity::remoteness
                     ? of_orbits(plan, values, keys, by)
                     : of_rows(plan, values, keys, by);
        else
          return of_rows(plan, values, keys, by);
      },
      solution.values);
}

}  // namespace grundy::sweep
