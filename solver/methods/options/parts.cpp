#include "methods/options/parts.hpp"

#include <algorithm>

#include "methods/options/worker.hpp"

namespace grundy::generic {
namespace {

constexpr std::uint64_t least_lines = 4096;
constexpr std::uint64_t most_parts_of_layer = 64;

std::uint64_t lines_of_part(const family::Scope& scope) {
  return std::max(least_lines,
                  (Worker::lines(scope) + most_parts_of_layer - 1) / most_parts_of_layer);
}

// If there are several, one more comes after them, which waits for all.
std::uint64_t parts_of_layer(const family::Scope& scope) {
  const std::uint64_t lines = lines_of_part(scope);
  const std::uint64_t parts = (Worker::lines(scope) + lines - 1) / lines;
  return parts == 1 ? 1 : parts + 1;
}

// The low corner of the tile of sorted positions that a tile is an image of.
Position sorted_corner(const rules::Rules& rules, Position corner) {
  for (std::vector<std::size_t> group : rules.symmetric) {
    std::ranges::sort(group);
    std::vector<std::int64_t> values;
    for (const std::size_t axis : group) values.push_back(corner[axis]);
    std::ranges::sort(values);
    for (std::size_t i = 0; i < group.size(); ++i) corner[group[i]] = values[i];
  }
  return corner;
}

}  // namespace

Parts::Parts(const family::Scope& scope, const Mirror& mirror) : scope_(scope) {
  if (by_tiles())
    number_tiles(mirror);
  else
    count_ = scope.schedule.waves() * parts_of_layer(scope);
}

void Parts::number_tiles(const Mirror& mirror) {
  const tiles::Schedule& schedule = scope_.schedule;
  number_.resize(schedule.tiles());
  for (const std::uint32_t tile : schedule.tiles_in_order()) {
    if (!mirror.represents_any(schedule.tile(tile))) continue;
    number_[tile] = static_cast<std::uint32_t>(tiles_.size());
    tiles_.push_back(tile);
  }
  for (std::uint32_t tile = 0; tile < number_.size(); ++tile) {
    const Box box = schedule.tile(tile);
    if (!mirror.represents_any(box))
      number_[tile] = number_[schedule.tile_with(sorted_corner(scope_.rules, box.low))];
  }
  count_ = tiles_.size();
}

Part Parts::part(std::size_t number) const {
  if (by_tiles()) return scope_.schedule.tile(tiles_[number]);
  const std::uint64_t parts = parts_of_layer(scope_);
  const std::uint64_t lines = Worker::lines(scope_);
  const std::uint64_t first = number % parts * lines_of_part(scope_);
  return LayerPart{scope_.schedule.weight_of(number / parts), std::min(first, lines),
                   std::min(first + lines_of_part(scope_), lines)};
}

bool Parts::all_before(std::size_t number, const std::function<bool(std::size_t)>& holds) const {
  if (by_tiles())
    return scope_.schedule.all_before(tiles_[number],
                                      [&](std::uint64_t tile) { return holds(number_[tile]); });
  const std::size_t parts = parts_of_layer(scope_);
  const std::size_t place = number % parts;
  if (parts == 1 || place < parts - 1) return number < parts || holds(number - place - 1);
  for (std::size_t other = number - place; other < number; ++other)
    if (!holds(other)) return false;
  return true;
}

std::size_t Parts::last_part(const Box& box) const {
  if (!by_tiles())
    return static_cast<std::size_t>((scope_.schedule.last_wave(box) + 1) * parts_of_layer(scope_) -
                                    1);
  return number_[scope_.schedule.last_tile(box)];
}

std::uint64_t Parts::bytes(const family::Scope& scope) {
  const bool by_tiles = scope.schedule.order() == tiles::Order::tiles;
  const std::uint64_t count =
      by_tiles ? scope.schedule.tiles() : scope.schedule.waves() * parts_of_layer(scope);
  // Here, and in the order of the tasks with their state.
  const std::uint64_t here = by_tiles ? 2 * sizeof(std::uint32_t) : 0;
  return count * (here + sizeof(std::uint32_t) + 1);
}

}  // namespace grundy::generic
