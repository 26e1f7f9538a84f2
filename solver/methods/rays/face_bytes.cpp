#include "methods/rays/face_bytes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "kernels/ray/nimbers.hpp"
#include "methods/rays/faces.hpp"
#include "methods/rays/relay_ground.hpp"

namespace grundy::ray {
namespace {

// Tiles whose positions are sorted in the same way, and which are as large, have as many lines.
using Form = std::pair<Position, std::vector<bool>>;

Form form_of(const CellTask& task, const Box& tile) {
  Form form;
  for (std::size_t axis = 0; axis < tile.dimensions(); ++axis)
    form.first.push_back(tile.extent(axis));
  for (const auto& group : task.groups)
    for (std::size_t i = 1; i < group.size(); ++i)
      form.second.push_back(tile.low[group[i - 1]] == tile.low[group[i]]);
  return form;
}

// How many lines go up from a tile.
class LineCounts {
 public:
  LineCounts(const CellTask& task, const tiles::TileGrid& grid)
      : task_(task),
        grid_(grid),
        numbers_(number_lines(task.rays, task.groups, task.closure)),
        field_{task.closure, numbers_, task.rays.starts,
               axes_below(task.closure.dimensions(), task.groups)},
        cells_(cells_of_tile(task)),
        tiles_(field_, grid, strides_of_tile(grid)) {}

  std::uint64_t of(std::size_t tile) {
    const Box box = grid_.tile(tile);
    const auto [found, is_new] = known_.try_emplace(form_of(task_, box), 0);
    if (is_new)
      found->second = count_lines(tiles_.lines_above(tile, cells_.data(), rises_above(task_, box)));
    return found->second;
  }

 private:
  const CellTask& task_;
  const tiles::TileGrid& grid_;
  ValueLines numbers_;
  Field field_;
  std::vector<RelayCell> cells_;
  StageTiles<RelayCell> tiles_;
  std::map<Form, std::uint64_t> known_;
};

constexpr std::size_t samples = 32;

// Of the tiles that have one above them in the next slab: spread evenly by the multiples of
// irrational numbers, one for each axis.
Box sample(const Slabs& slabs, const CellTask& task, std::size_t slab, std::size_t number) {
  constexpr std::array<double, max_dimensions> spread{0.414214, 0.732051, 0.236068, 0.645751,
                                                      0.316625, 0.605551, 0.123106, 0.358899};
  const std::size_t last = task.closure.dimensions() - 1;
  const std::vector<std::size_t> like_last = axes_like_last(task);
  Position numbers(last + 1, slabs.ends[slab] - 1);
  for (std::size_t axis = 0; axis < last; ++axis) {
    const auto tiles =
        static_cast<double>(std::ranges::count(like_last, axis) > 0
                                ? numbers[last] + 1
                                : static_cast<std::int64_t>(tiles_along(task, axis)));
    const double part = std::fmod((static_cast<double>(number) + 0.5) * spread[axis], 1.0);
    numbers[axis] = static_cast<std::int64_t>(part * tiles);
  }
  Box tile{task.closure.low, task.closure.low};
  for (std::size_t axis = 0; axis <= last; ++axis) {
    tile.low[axis] += numbers[axis] * task.tile_sides[axis];
    tile.high[axis] = std::min(tile.low[axis] + task.tile_sides[axis] - 1, task.closure.high[axis]);
  }
  return tile;
}

}  // namespace

std::vector<std::int64_t> rises_above(const CellTask& task, const Box& tile) {
  const std::int64_t top = tile.high.back();
  const std::vector<std::size_t> axes = axes_like_last(task);
  std::vector<std::int64_t> rises;
  for (const auto& direction : task.rays.directions) {
    std::int64_t& rise = rises.emplace_back(0);
    for (const std::size_t axis : axes)
      if (tile.high[axis] + direction[axis] > top) rise = std::max(rise, direction[axis]);
  }
  return rises;
}

std::uint64_t slices_above(const Relay& relay, const CellTask& task, const Box& tile,
                           std::size_t stage) {
  const Box below{task.closure.low, tile.high};
  const std::uint64_t possible =
      largest_value(task.rays, below, task.quantity) / kernels::slice_values + 1;
  const std::uint64_t slices = std::min(possible, relay.reached_slices());
  const Stage& own = relay.stages[stage];
  return std::min(slices - std::min(slices, own.first_slice), own.slices);
}

std::vector<std::uint64_t> bytes_above(const Relay& relay, const CellTask& task) {
  const Slabs& slabs = relay.slabs;
  std::vector<std::uint64_t> bytes(relay.stages.size() * slabs.ends.size());
  if (slabs.lanes == 1) return bytes;
  const tiles::TileGrid grid(task.closure, task.groups, task.tile_sides);
  LineCounts lines(task, grid);
  for (std::size_t tile = 0; tile < grid.tiles(); ++tile) {
    if (!in_slab_beside(grid, slabs, tile, 1)) continue;
    const Box box = grid.tile(tile);
    const std::size_t slab = slabs.slab_of(grid.numbers(tile).back());
    const std::uint64_t of_slice = lines.of(tile) * bytes_of_set;
    for (std::size_t stage = 0; stage < relay.stages.size(); ++stage)
      bytes[stage * slabs.ends.size() + slab] += slices_above(relay, task, box, stage) * of_slice;
  }
  return bytes;
}

std::uint64_t lines_above_tile(const CellTask& task) {
  const std::size_t last = task.closure.dimensions() - 1;
  std::uint64_t lines = 0;
  for (const auto& direction : task.rays.directions)
    lines += static_cast<std::uint64_t>(direction[last]);
  return lines * (cells_of_tile(task) / static_cast<std::uint64_t>(task.tile_sides[last]));
}

std::vector<std::uint64_t> sampled_bytes_above(const Relay& relay, const CellTask& task) {
  const Slabs& slabs = relay.slabs;
  std::vector<std::uint64_t> bytes(relay.stages.size() * slabs.ends.size());
  const std::uint64_t of_slice = lines_above_tile(task) * bytes_of_set;
  for (std::size_t slab = 0; slab + 1 < slabs.ends.size(); ++slab) {
    const std::uint64_t faces = faces_of_slab(slabs, task, slab);
    for (std::size_t stage = 0; stage < relay.stages.size(); ++stage) {
      std::uint64_t slices = 0;
      for (std::size_t number = 0; number < samples; ++number)
        slices += slices_above(relay, task, sample(slabs, task, slab, number), stage);
      bytes[stage * slabs.ends.size() + slab] =
          static_cast<std::uint64_t>(static_cast<double>(faces * slices) / samples) * of_slice;
    }
  }
  return bytes;
}

}  // namespace grundy::ray
