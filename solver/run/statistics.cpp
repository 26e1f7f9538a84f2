#include "run/statistics.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/box.hpp"
#include "base/cell_window.hpp"
#include "base/digest.hpp"
#include "methods/values.hpp"

namespace grundy::sweep {

namespace {

static_assert(Counts::histogram_end == plan::histogram_values);

// Sums the keys of the P-positions of lines that lie side by side, for the digest.
//
// Line i has its only P-position at coordinate e(i) of the axis of lines. In an image of the lines,
// i is a coordinate along some axis t, and all others are fixed. The key of the position is the
// product of the keys of its coordinates (base/digest.hpp). So images along the same axis amount to
// (sum over them of the keys of the fixed coordinates) * (sum over i of key(e(i)) * key(t, i)). The
// entries are read once for all images, and each costs a product for each axis t.
class StretchSum {
 public:
  // `box` and `keys` must outlive this.
  StretchSum(const Box& box, std::size_t axis_of_lines, const AxisKeys& keys)
      : box_(box), strides_(box.strides()), axis_(axis_of_lines), keys_(keys) {}

  // The sum of the keys of all P-positions. `images` and `entries` are those of family::PStretches.
  Residues sum(std::span<const family::SideBySide> images, std::span<const std::uint32_t> entries) {
    along_.clear();
    const bool single = entries.size() == 1;
    for (const family::SideBySide& image : images) add_image(image, single);
    if (single) {
      if (entries[0] == 0) return {};
      return along_[0].fixed * keys_.at(axis_, std::int64_t{entries[0]} - 1);
    }
    for (std::size_t first = 0; first < entries.size(); first += ProductSum::most)
      add_entries(entries.subspan(first, std::min(ProductSum::most, entries.size() - first)),
                  first);
    Residues sum;
    for (const Along& along : along_) sum = sum + along.fixed * along.moving;
    return sum;
  }

 private:
  // The sums of all images along an axis.
  struct Along {
    std::size_t axis;
    std::int64_t first;  // index of the first line on it
    Residues fixed;      // the keys of the other coordinates
    Residues moving;
  };

  // A single line has no axis along which lines lie; it is treated as if that were the axis of
  // lines.
  void add_image(const family::SideBySide& image, bool single) {
    const Position at = box_.position(image.start);
    std::size_t along = axis_;
    if (!single)
      along = static_cast<std::size_t>(
          std::ranges::find(strides_, static_cast<std::int64_t>(image.step)) - strides_.begin());
    Residues fixed{1, 1};
    for (std::size_t axis = 0; axis < at.size(); ++axis)
      if (axis != along && axis != axis_) fixed = fixed * keys_.at(axis, at[axis] - box_.low[axis]);
    const auto known = std::ranges::find(along_, along, &Along::axis);
    if (known != along_.end())
      known->fixed = known->fixed + fixed;
    else
      along_.push_back({along, at[along] - box_.low[along], fixed, {}});
  }

  void add_entries(std::span<const std::uint32_t> entries, std::size_t first) {
    std::array<Residues, ProductSum::most> of_entries;
    for (std::size_t i = 0; i < entries.size(); ++i)
      of_entries[i] = entries[i] ? keys_.at(axis_, std::int64_t{entries[i]} - 1) : Residues{};
    for (Along& along : along_) {
      const auto index = along.first + static_cast<std::int64_t>(first);
      ProductSum sum;
      for (std::size_t i = 0; i < entries.size(); ++i)
        sum.add(of_entries[i], keys_.at(along.axis, index + static_cast<std::int64_t>(i)));
      along.moving = along.moving + sum.reduced();
    }
  }

  const Box& box_;
  std::vector<std::int64_t> strides_;
  std::size_t axis_;
  const AxisKeys& keys_;
  std::vector<Along> along_;
};

// What one task counts.
constexpr std::uint64_t positions_per_task = 1 << 18;
constexpr std::uint64_t tiles_per_task = 8;
// Positions that are read at once.
constexpr std::uint64_t longest_stretch = 1 << 12;

// Who counts, and which share.
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
                         // Moved out while it changes: neighbours share cache lines.
                         Statistics part = std::move(parts[worker]);
                         count(first, std::min(first + items_per_task, end), part);
                         parts[worker] = std::move(part);
                       });
  Statistics total;
  for (const Statistics& part : parts) total.add(part);
  return total;
}

// Turns cells into values and counts them. Cells of remoteness also hold the outcome.
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

// Reads every position of a box that holds other tuples too.
Statistics of_positions(const plan::Plan& plan, const Solution& solution, const DigestKeys& keys,
                        const Counting& by) {
  const auto count = [&](std::uint64_t first, std::uint64_t last, Statistics& part) {
    std::vector<std::uint32_t> room(longest_stretch);
    for_each_stretch(plan.box, first, last, [&](const Position& start, std::uint64_t length) {
      const std::span row(room.data(), length);
      if (plan.quantity == Quantity::remoteness) {
        read_values(plan, solution, Quantity::outcome, start, row);
        part.p_positions += static_cast<std::uint64_t>(std::ranges::count(row, 0U));
      }
      read_values(plan, solution, plan.quantity, start, row);
      count_positions(keys, plan.quantity, start, row, part);
    });
  };
  return in_parallel(by, plan.positions(), positions_per_task, count);
}

// Reads every position.
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

// Counts cells that are values where they lie.
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

// Sums the keys of a row's P-positions.
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
  // The products of one position cost as much as this many weights of a row.
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

// Reads the P-positions of rows: the common part of the keys of a row is multiplied once.
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

// Reads the P-positions of lines that lie side by side, each stored entry once.
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

// Reads the lines of the requested box out of those of a larger one.
template <family::Lines Values>
Statistics of_lines(const plan::Plan& plan, const Values& values, const Counting& by) {
  const std::size_t axis = values.axis();
  const auto place = static_cast<std::ptrdiff_t>(axis);
  Box starts = plan.box;  // lines without their coordinate, and the first of each stretch
  starts.low.erase(starts.low.begin() + place);
  starts.high.erase(starts.high.begin() + place);
  const auto length = static_cast<std::size_t>(starts.extent(starts.dimensions() - 1));
  starts.high.back() = starts.low.back();
  const std::size_t along =
      axis + 1 == plan.box.dimensions() ? axis - 1 : plan.box.dimensions() - 1;
  const auto step = static_cast<std::uint64_t>(plan.box.strides()[along]);
  const auto below = static_cast<std::uint32_t>(plan.box.low[axis] - values.box().low[axis]);
  const auto extent = static_cast<std::uint32_t>(plan.box.extent(axis));
  const AxisKeys keys(plan.box, *starts.volume() * length);
  const auto count = [&](std::uint64_t first, std::uint64_t last, Statistics& part) {
    StretchSum stretches(plan.box, axis, keys);
    std::vector<std::uint32_t> entries(length);
    for (std::uint64_t number = first; number < last; ++number) {
      Position start = starts.position(number);
      values.copy_entries(start, entries);
      for (std::uint32_t& entry : entries)
        entry = entry > below && entry - below <= extent ? entry - below : 0;
      start.insert(start.begin() + place, plan.box.low[axis]);
      const family::SideBySide image{plan.box.rank(start), step};
      part.p_positions += length - static_cast<std::uint64_t>(std::ranges::count(entries, 0U));
      part.digest.add(stretches.sum(std::span(&image, 1), entries));
    }
  };
  Statistics found = in_parallel(by, *starts.volume(), positions_per_task / length + 1, count);
  found.positions = plan.positions();
  found.max_value = found.p_positions < found.positions;
  return found;
}

// Reads the sorted positions, which represent all. Rows are numbered by their other coordinates.
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

// The same for the tiles that one of several ranks keeps, which cover the box only.
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
  if (!plan.inside.is_all()) return of_positions(plan, solution, keys, by);
  return std::visit(
      [&]<class Values>(const Values& values) {
        if constexpr (family::SharedOut<Values>)
          if (!values.is_whole()) return of_kept_tiles(plan, values, keys, by);
        if constexpr (family::PStretches<Values>)
          return values.box() == plan.box ? of_p_stretches(plan, values, by)
                                          : of_lines(plan, values, by);
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
