#include "methods/rays/lanes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/box.hpp"
#include "base/tasks.hpp"

namespace grundy::ray {
namespace {

// Found by trial (docs/experiments/ray.md): with more slabs more sets are sent, and with fewer
// lanes wait. Where there are few tiles, each slab should have some.
constexpr std::int64_t most_slabs_of_lane = 3;
constexpr std::int64_t fewest_slabs_of_lane = 2;
constexpr std::int64_t tiles_for_most_slabs = 14;  // of a lane
constexpr std::int64_t sums_behind = 3;

constexpr std::size_t most_lanes_of_bytes = 255;

std::size_t last_axis(const CellTask& task) {
  return task.closure.dimensions() - 1;
}

// The sum of tile numbers along all axes except the last one.
std::int64_t sum_of_others(const Position& numbers) {
  return std::accumulate(numbers.begin(), numbers.end() - 1, std::int64_t{0});
}

// A compromise between slabs of equal thickness and slabs with equal numbers of positions.
Slabs first_cut(const CellTask& task, std::size_t lanes, std::int64_t tiles) {
  const auto own = static_cast<std::int64_t>(lanes);
  const std::int64_t slabs =
      own * (tiles < tiles_for_most_slabs * own ? fewest_slabs_of_lane : most_slabs_of_lane);
  const double power = 2.0 / (1.0 + static_cast<double>(axes_like_last(task).size()));
  Slabs cut{lanes, {}};
  for (std::int64_t slab = 1; slab <= slabs; ++slab) {
    const double part = std::pow(static_cast<double>(slab) / static_cast<double>(slabs), power);
    const auto end = static_cast<std::int64_t>(std::lround(part * static_cast<double>(tiles)));
    const std::int64_t least = cut.ends.empty() ? 1 : cut.ends.back() + 1;
    cut.ends.push_back(std::clamp(end, least, tiles - (slabs - slab)));
  }
  return cut;
}

// Positions of all tiles with each number along the last axis.
std::vector<double> work_by_number(const CellTask& task, std::uint64_t tiles) {
  std::vector<double> work(tiles);
  std::uint64_t before = 0;
  for (std::uint64_t number = 0; number < tiles; ++number) {
    const std::uint64_t below = positions_below(task, number + 1);
    work[number] = static_cast<double>(below - before);
    before = below;
  }
  return work;
}

// More tiles along the last axis would take long. Such a box is flat, and slabs of equal thickness
// are even.
constexpr std::uint64_t most_evened_out = 8192;

// A smaller gain is not worth a step, and might be rounding.
constexpr double least_gain = 1e-3;

// Moves ends of slabs by a tile, each time the one that makes the work of lanes most even.
void even_out(Slabs& slabs, const std::vector<double>& work) {
  std::vector<double> of_lane(slabs.lanes);
  for (std::size_t number = 0; number < work.size(); ++number)
    of_lane[slabs.lane_of_slab(slabs.slab_of(static_cast<std::int64_t>(number)))] += work[number];
  std::vector<std::int64_t>& ends = slabs.ends;
  for (;;) {
    struct Step {
      std::size_t slab = 0;
      std::int64_t by = 0;
      double work = 0;  // that changes its lane
      double gain = 0;  // half of what the sum of squares loses
    } best;
    for (std::size_t slab = 0; slab + 1 < ends.size(); ++slab) {
      const double more = of_lane[slabs.lane_of_slab(slab + 1)] - of_lane[slabs.lane_of_slab(slab)];
      const std::int64_t by = more > 0 ? 1 : -1;
      const std::int64_t end = ends[slab] + by;
      if (end <= (slab == 0 ? 0 : ends[slab - 1]) || end >= ends[slab + 1]) continue;
      const double moved = work[static_cast<std::size_t>(std::min(end, ends[slab]))];
      const double gain = moved * (std::abs(more) - moved);
      if (gain > std::max(best.gain, least_gain * moved * moved)) best = {slab, by, moved, gain};
    }
    if (best.by == 0) return;
    ends[best.slab] += best.by;
    const double work_up = static_cast<double>(best.by) * best.work;
    of_lane[slabs.lane_of_slab(best.slab)] += work_up;
    of_lane[slabs.lane_of_slab(best.slab + 1)] -= work_up;
  }
}

}  // namespace

std::vector<std::size_t> axes_like_last(const CellTask& task) {
  for (const auto& group : task.groups)
    if (std::ranges::count(group, last_axis(task)) > 0) return group;
  return {last_axis(task)};
}

std::size_t most_lanes(const CellTask& task) {
  const std::size_t last = last_axis(task);
  if (last == 0) return 1;
  const std::vector<std::size_t> axes = axes_like_last(task);
  const auto passes_tiles = [&](const family::Direction& direction) {
    return std::ranges::any_of(
        axes, [&](std::size_t axis) { return direction[axis] > task.tile_sides[last]; });
  };
  if (std::ranges::any_of(task.rays.directions, passes_tiles)) return 1;
  return std::clamp<std::size_t>(tiles_along(task, last) / 4, 1, most_lanes_of_bytes);
}

Slabs cut_slabs(const CellTask& task, std::size_t lanes) {
  const std::uint64_t tiles = tiles_along(task, last_axis(task));
  if (lanes == 1) return {1, {static_cast<std::int64_t>(tiles)}};
  Slabs cut = first_cut(task, lanes, static_cast<std::int64_t>(tiles));
  if (tiles <= most_evened_out) even_out(cut, work_by_number(task, tiles));
  return cut;
}

std::uint64_t tiles_of_slab(const Slabs& slabs, const CellTask& task, std::size_t slab) {
  const std::int64_t begin = slab == 0 ? 0 : slabs.ends[slab - 1];
  return tiles_below(task, static_cast<std::uint64_t>(slabs.ends[slab])) -
         tiles_below(task, static_cast<std::uint64_t>(begin));
}

std::uint64_t faces_of_slab(const Slabs& slabs, const CellTask& task, std::size_t slab) {
  if (slab + 1 == slabs.ends.size()) return 0;
  const auto end = static_cast<std::uint64_t>(slabs.ends[slab]);
  return tiles_below(task, end) - tiles_below(task, end - 1);
}

std::uint64_t faces_of(const Slabs& slabs, const CellTask& task) {
  std::uint64_t faces = 0;
  for (std::size_t slab = 0; slab < slabs.ends.size(); ++slab)
    faces += faces_of_slab(slabs, task, slab);
  return faces;
}

// A slab has received what the one below it sent until sums_behind sums ago. Sums in the middle
// have up to twice as many tiles as others.
double faces_that_wait(const Slabs& slabs, const CellTask& task, std::size_t lane) {
  std::uint64_t sums = 1;
  for (std::size_t axis = 0; axis < last_axis(task); ++axis) sums += tiles_along(task, axis) - 1;
  const double part = std::min(1.0, 2.0 * (sums_behind + 1) / static_cast<double>(sums));
  std::uint64_t faces = 0;
  for (std::size_t slab = lane; slab < slabs.ends.size(); slab += slabs.lanes)
    if (slab > 0) faces += faces_of_slab(slabs, task, slab - 1);
  return part * static_cast<double>(faces);
}

std::optional<std::size_t> in_slab_beside(const tiles::TileGrid& grid, const Slabs& slabs,
                                          std::size_t tile, std::int64_t step) {
  Position numbers = grid.numbers(tile);
  const std::size_t slab = slabs.slab_of(numbers.back());
  numbers.back() += step;
  if (numbers.back() < 0 || numbers.back() >= slabs.ends.back() || !grid.ascends(numbers) ||
      slabs.slab_of(numbers.back()) == slab)
    return std::nullopt;
  return grid.tile_numbered(numbers.data());
}

Batches::Batches(const tiles::TileGrid& grid, const Slabs& slabs, std::uint64_t batch_tiles)
    : lanes_(slabs.lanes),
      batch_tiles_(batch_tiles),
      order_(grid.order()),
      places_(order_.size()),
      lane_of_(order_.size()) {
  if (lanes_ > 1) {
    std::vector<std::int64_t> keys(order_.size());
    for (std::size_t tile = 0; tile < keys.size(); ++tile) {
      const Position numbers = grid.numbers(tile);
      const std::size_t slab = slabs.slab_of(numbers.back());
      lane_of_[tile] = static_cast<std::uint8_t>(slabs.lane_of_slab(slab));
      const std::int64_t turn =
          sum_of_others(numbers) + sums_behind * static_cast<std::int64_t>(slab);
      keys[tile] = turn * slabs.ends.back() + numbers.back();
    }
    order_ = order_by(keys);
  }
  for (std::size_t batch = 0; batch < count(); ++batch) {
    const auto first = order_.begin() + static_cast<std::ptrdiff_t>(batch * batch_tiles_);
    const auto end = order_.begin() + static_cast<std::ptrdiff_t>(
                                          std::min((batch + 1) * batch_tiles_, order_.size()));
    std::stable_sort(first, end,
                     [&](std::uint32_t a, std::uint32_t b) { return lane_of_[a] < lane_of_[b]; });
    auto at = first;
    for (std::size_t lane = 0; lane < lanes_; ++lane) {
      begins_.push_back(static_cast<std::size_t>(at - order_.begin()));
      at = std::find_if(at, end, [&](std::uint32_t tile) { return lane_of_[tile] > lane; });
    }
  }
  begins_.push_back(order_.size());
  for (std::size_t place = 0; place < order_.size(); ++place) places_[order_[place]] = place;
}

Owners::Owners(const CellTask& task, std::size_t ranks)
    : ranks_(ranks), low_(task.closure.low), sides_(task.owner_blocks) {
  std::vector<std::int64_t> counts;
  for (std::size_t axis = 0; axis < low_.size(); ++axis) {
    const std::int64_t extent = task.closure.extent(axis);
    if (task.owner_blocks.empty()) sides_.push_back(extent);
    counts.push_back((extent + sides_[axis] - 1) / sides_[axis]);
    blocks_.low.push_back(0);
    blocks_.high.push_back(counts.back() - 1);
  }
  numbers_ = orbit_numbers(counts, task.groups);
}

std::size_t Owners::of(const Position& low) const {
  std::uint64_t rank = 0;
  for (std::size_t axis = 0; axis < low.size(); ++axis)
    rank = rank * static_cast<std::uint64_t>(blocks_.extent(axis)) +
           static_cast<std::uint64_t>((low[axis] - low_[axis]) / sides_[axis]);
  return numbers_[rank] % ranks_;
}

std::size_t Owners::count() const {
  return std::min<std::size_t>(ranks_, *std::ranges::max_element(numbers_) + std::size_t{1});
}

std::vector<std::uint64_t> Owners::tiles_by_rank(const CellTask& task) const {
  const std::uint64_t tiles = tile_count(task);
  std::vector<std::uint64_t> counts(ranks_);
  if (numbers_.size() == 1 || ranks_ == 1) {
    counts[0] = tiles;
  } else if (tiles > most_listed) {
    std::fill_n(counts.begin(), count(), tiles / count() + 1);
  } else {
    const tiles::TileGrid grid(task.closure, task.groups, task.tile_sides);
    for (const std::uint32_t owner : owners_of_tiles(task, grid, ranks_)) ++counts[owner];
  }
  return counts;
}

std::vector<std::uint32_t> owners_of_tiles(const CellTask& task, const tiles::TileGrid& grid,
                                           std::size_t ranks) {
  const Owners owners(task, ranks);
  std::vector<std::uint32_t> by_tile(grid.tiles());
  for (std::size_t tile = 0; tile < by_tile.size(); ++tile)
    by_tile[tile] = static_cast<std::uint32_t>(owners.of(grid.tile(tile).low));
  return by_tile;
}

}  // namespace grundy::ray
