#include "methods/rays/cell_task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/block.hpp"
#include "kernels/ray/nimbers.hpp"
#include "methods/rays/value_lines.hpp"

namespace grundy::ray {
namespace {

constexpr std::uint64_t boundless = std::numeric_limits<std::uint64_t>::max();

std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t result = 0;
  return __builtin_mul_overflow(a, b, &result) ? boundless : result;
}

std::uint64_t sum(std::uint64_t a, std::uint64_t b) {
  std::uint64_t result = 0;
  return __builtin_add_overflow(a, b, &result) ? boundless : result;
}

std::uint64_t room(const Box& box, std::size_t axis) {
  return static_cast<std::uint64_t>(box.extent(axis) - 1);
}

// Most options of a position along a ray.
std::uint64_t most_on_ray(const family::Direction& direction, const Box& box) {
  std::uint64_t most = boundless;
  for (std::size_t axis = 0; axis < direction.size(); ++axis)
    if (direction[axis])
      most = std::min(most, room(box, axis) / static_cast<std::uint64_t>(direction[axis]));
  return most;
}

std::uint64_t most_in_cone(const family::Direction& cone, const Box& box) {
  std::uint64_t most = 1;
  for (std::size_t axis = 0; axis < cone.size(); ++axis)
    if (cone[axis]) most = product(most, room(box, axis));
  return most;
}

std::uint64_t most_options(const Rays& rays, const Box& box) {
  std::uint64_t options = 0;
  for (std::size_t i = 0; i < rays.directions.size(); ++i) {
    const std::uint64_t on_ray = most_on_ray(rays.directions[i], box);
    const std::uint64_t starts = rays.starts.empty() ? 0 : rays.starts[i].size();
    options = sum(options, sum(on_ray, product(starts, sum(on_ray, 1))));
  }
  for (const family::Direction& cone : rays.cones) options = sum(options, most_in_cone(cone, box));
  return options;
}

// Every move takes at least 1 from some coordinate that moves.
std::uint64_t longest_play(const Rays& rays, const Box& box) {
  std::uint64_t play = 0;
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis) {
    const auto moves = [axis](const family::Direction& direction) { return direction[axis] > 0; };
    if (std::ranges::any_of(rays.directions, moves) || std::ranges::any_of(rays.cones, moves))
      play = sum(play, room(box, axis));
  }
  return play;
}

// A cell of remoteness holds the outcome too.
unsigned bytes_of_cell(Quantity quantity, std::uint64_t largest) {
  if (quantity == Quantity::remoteness) return largest <= 0x7fff ? 2 : 4;
  return largest <= 0xff ? 1 : largest <= 0xffff ? 2 : 4;
}

// Tiles of some ten thousand positions; their sets, and no more, fit a second-level cache.
std::int64_t longest_side(std::size_t dimensions) {
  constexpr std::int64_t longest[max_dimensions + 1] = {1, 1 << 20, 32, 24, 12, 8, 6, 4, 4};
  return longest[dimensions];
}

// Sides of about the same length for all tiles along a coordinate.
Position even_sides(const Box& box) {
  Position sides;
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis) {
    const std::int64_t longest = longest_side(box.dimensions());
    const std::int64_t tiles = (box.extent(axis) + longest - 1) / longest;
    sides.push_back((box.extent(axis) + tiles - 1) / tiles);
  }
  return sides;
}

// Gives tiles whole strips of rows along the last coordinate but one. With four coordinates that
// may be exchanged few tiles have strips, and longer sides cost more memory than those gain.
void fit_strips(Position& sides, const Box& box, const AxisGroups& groups) {
  if (sides.size() < 2 || (sides.size() > 3 && !groups.empty())) return;
  const std::size_t row = sides.size() - 2;
  if (sides[row] == box.extent(row)) return;
  const std::int64_t strips = (sides[row] + kernels::strip_rows - 1) / kernels::strip_rows;
  const std::int64_t side = std::min(strips * kernels::strip_rows, longest_side(sides.size()));
  sides[row] = side;
  for (const auto& group : groups)
    if (std::find(group.begin(), group.end(), row) != group.end())
      for (const std::size_t axis : group) sides[axis] = side;
}

// How many ways there are to choose `count` of `kinds` with repetition, in ascending order.
std::uint64_t ascending_choices(std::uint64_t kinds, std::uint64_t count) {
  std::uint64_t choices = 1;
  for (std::uint64_t i = 0; i < count; ++i) choices = product(choices, kinds + i) / (i + 1);
  return choices;
}

std::uint64_t positions_along(const CellTask& task, std::size_t axis) {
  return static_cast<std::uint64_t>(task.closure.extent(axis));
}

// How many sorted combinations there are of along(axis) numbers along each axis.
template <class Along>
std::uint64_t sorted_count(const CellTask& task, const Along& along) {
  std::vector<std::uint8_t> grouped(task.closure.dimensions(), 0);
  std::uint64_t count = 1;
  for (const auto& group : task.groups) {
    count = product(count, ascending_choices(along(group[0]), group.size()));
    for (const std::size_t axis : group) grouped[axis] = 1;
  }
  for (std::size_t axis = 0; axis < grouped.size(); ++axis)
    if (!grouped[axis]) count = product(count, along(axis));
  return count;
}

// Cells are kept for whole tiles if only sorted positions are, or in a file
// (methods/rays/sorted_cells.hpp).
std::uint64_t cell_count(const CellTask& task) {
  if (task.groups.empty() && !task.passes) return task.closure.volume().value_or(boundless);
  return product(tile_count(task), cells_of_tile(task));
}

std::uint64_t line_count(const CellTask& task) {
  return number_lines(task.rays, task.groups, task.closure).count;
}

// The same with numbers below `most` along the last axis and those that it may be exchanged with.
template <class Along>
std::uint64_t count_below(const CellTask& task, std::uint64_t most, const Along& along) {
  const std::size_t last = task.closure.dimensions() - 1;
  std::vector<std::size_t> bounded{last};
  for (const auto& group : task.groups)
    if (std::ranges::count(group, last) > 0) bounded = group;
  return sorted_count(task, [&](std::size_t axis) {
    const std::uint64_t all = along(axis);
    return std::ranges::count(bounded, axis) > 0 ? std::min(all, most) : all;
  });
}

}  // namespace

std::uint64_t largest_value(const Rays& rays, const Box& box, Quantity quantity) {
  if (quantity == Quantity::outcome) return 1;
  const std::uint64_t play = longest_play(rays, box);
  return quantity == Quantity::nimber ? std::min(most_options(rays, box), play) : play;
}

CellTask plan_cells(Rays rays, const Box& closure, AxisGroups groups, Quantity quantity,
                    Convention convention) {
  const std::uint64_t largest = largest_value(rays, closure, quantity);
  Position sides = even_sides(closure);
  fit_strips(sides, closure, groups);
  return {std::move(rays), closure,    std::move(groups), std::move(sides),
          quantity,        convention, largest,           bytes_of_cell(quantity, largest)};
}

std::uint64_t CellTask::slices() const noexcept {
  return largest_value / kernels::slice_values + 1;
}

// Cells are wide enough for all values to differ from an open cell.
CellTask in_passes(CellTask task, Passes passes) {
  passes.slices = std::min(passes.slices, task.slices());
  task.passes = std::move(passes);
  task.cell_bytes = task.largest_value < kernels::open_cell<std::uint16_t> ? 2 : 4;
  return task;
}

std::uint64_t CellMemory::total() const noexcept {
  return sum(cells, lines);
}

std::uint64_t sorted_positions(const CellTask& task) {
  return sorted_count(task, [&](std::size_t axis) { return positions_along(task, axis); });
}

std::uint64_t tiles_along(const CellTask& task, std::size_t axis) {
  const std::int64_t side = task.tile_sides[axis];
  return static_cast<std::uint64_t>((task.closure.extent(axis) + side - 1) / side);
}

std::uint64_t tile_count(const CellTask& task) {
  return sorted_count(task, [&](std::size_t axis) { return tiles_along(task, axis); });
}

std::uint64_t tiles_below(const CellTask& task, std::uint64_t end) {
  return count_below(task, end, [&](std::size_t axis) { return tiles_along(task, axis); });
}

std::uint64_t positions_below(const CellTask& task, std::uint64_t end) {
  return count_below(task, end * static_cast<std::uint64_t>(task.tile_sides.back()),
                     [&](std::size_t axis) { return positions_along(task, axis); });
}

std::uint64_t cells_of_tile(const CellTask& task) {
  std::uint64_t cells = 1;
  for (const std::int64_t side : task.tile_sides) cells *= static_cast<std::uint64_t>(side);
  return cells;
}

// tiles::TileGrid, with a place for every tile, sorted or not, and what passes keep for each.
std::uint64_t list_bytes(const CellTask& task, std::uint64_t times) {
  std::uint64_t all = sizeof(std::uint32_t);
  for (std::size_t axis = 0; axis < task.tile_sides.size(); ++axis)
    all = product(all, tiles_along(task, axis));
  constexpr std::uint64_t of_tile = 2 * sizeof(std::uint64_t);
  constexpr std::uint64_t each_time = sizeof(std::uint32_t) + 1;
  return sum(all, product(tile_count(task), sum(of_tile, product(times, each_time))));
}

Status check_listed(const CellTask& task, std::uint64_t times) {
  const std::uint64_t tasks = product(tile_count(task), times);
  if (tasks <= most_tasks) return {};
  return Error{Errc::unsupported,
               fmt::format("{} tiles, each gone through {} times, are more than the {} that can be "
                           "listed; allow more with option `memory`, for fewer passes",
                           tile_count(task), times, most_tasks)};
}

std::uint64_t slice_bytes(const CellTask& task) {
  return product(line_count(task), sizeof(std::uint64_t) * kernels::slice_words);
}

CellMemory memory_of(const CellTask& task) {
  const std::uint64_t cells = product(cell_count(task), task.cell_bytes);
  if (task.passes)
    return {sum(std::min(cells, memory::Block::most_held), list_bytes(task, 2)),
            product(slice_bytes(task), task.passes->slices), cells};
  if (task.quantity == Quantity::nimber) return {cells, product(slice_bytes(task), task.slices())};
  const std::uint64_t known =
      task.quantity == Quantity::outcome ? sizeof(std::uint8_t) : sizeof(std::uint32_t);
  return {cells, product(line_count(task), known)};
}

}  // namespace grundy::ray
