#include "methods/rays/faces.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <utility>

#include "kernels/ray/nimbers.hpp"
#include "methods/rays/relay_context.hpp"

namespace grundy::ray {
namespace {

std::uint64_t* set_of(const kernels::ValueSets& sets, std::size_t slice, std::int64_t line) {
  return sets.words + slice * sets.stride + static_cast<std::size_t>(line) * kernels::slice_words;
}

// Sets that are added to lie far apart, so they are prefetched some runs ahead.
constexpr std::size_t runs_ahead = 2;

bool is_empty(const std::uint64_t* set) {
  return std::all_of(set, set + kernels::slice_words, [](std::uint64_t word) { return word == 0; });
}

// Calls use(set) with the set of each line of a run, in a slice.
template <class Use>
void for_each_set(const LineRun& run, const kernels::ValueSets& sets, std::size_t slice,
                  const Use& use) {
  std::uint64_t* set = set_of(sets, slice, run.first);
  const std::int64_t step = run.step * static_cast<std::int64_t>(kernels::slice_words);
  for (std::int64_t i = 0; i < run.count; ++i) {
    use(set);
    set += step;
  }
}

}  // namespace

std::size_t count_lines(std::span<const LineRun> runs) {
  std::size_t count = 0;
  for (const LineRun& run : runs) count += static_cast<std::size_t>(run.count);
  return count;
}

cluster::Bytes pack_sets(std::span<const LineRun> lines, const kernels::ValueSets& sets,
                         std::size_t slices, std::size_t used) {
  const auto is_unused = [&](std::size_t slice) {
    bool is_used = false;
    for (const LineRun& run : lines)
      for_each_set(run, sets, slice,
                   [&](const std::uint64_t* set) { is_used = is_used || !is_empty(set); });
    return !is_used;
  };
  while (used > slices && is_unused(used - 1)) --used;
  slices = std::max(slices, used);
  cluster::Bytes bytes(slices * count_lines(lines) * bytes_of_set);
  std::byte* next = bytes.data();
  for (std::size_t slice = 0; slice < std::min(slices, used); ++slice)
    for (const LineRun& run : lines)
      for_each_set(run, sets, slice, [&](const std::uint64_t* set) {
        std::memcpy(next, set, bytes_of_set);
        next += bytes_of_set;
      });
  std::fill(next, bytes.data() + bytes.size(), std::byte{0});
  return bytes;
}

std::optional<std::size_t> add_sets(std::span<const LineRun> lines,
                                    std::span<const std::byte> bytes,
                                    const kernels::ValueSets& sets) {
  const std::size_t of_slice = count_lines(lines) * bytes_of_set;
  if (bytes.empty()) return 0;
  if (of_slice == 0 || bytes.size() % of_slice != 0 ||
      bytes.size() / of_slice > sets.end / sets.stride)
    return std::nullopt;
  const std::byte* next = bytes.data();
  std::size_t used = 0;
  for (std::size_t slice = 0; slice < bytes.size() / of_slice; ++slice)
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (i + runs_ahead < lines.size())
        for_each_set(lines[i + runs_ahead], sets, slice,
                     [](std::uint64_t* set) { __builtin_prefetch(set, 1); });
      for_each_set(lines[i], sets, slice, [&](std::uint64_t* set) {
        std::uint64_t more[kernels::slice_words];
        std::memcpy(more, next, bytes_of_set);
        next += bytes_of_set;
        // Pages that are never touched take no memory.
        if (is_empty(more)) return;
        for (std::size_t word = 0; word < kernels::slice_words; ++word) set[word] |= more[word];
        used = slice + 1;
      });
    }
  return used;
}

namespace {

// Tiles of equal size whose positions are sorted in the same way have the same number of lines.
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

// One of the tiles that have another above them in the next slab. They are spread evenly by the
// multiples of irrational numbers, one for each axis.
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
