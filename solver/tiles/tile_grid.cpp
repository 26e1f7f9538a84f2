#include "tiles/tile_grid.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "base/cell_window.hpp"
#include "base/tasks.hpp"

namespace grundy::tiles {
namespace {

std::int64_t sum(const Position& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), std::int64_t{0});
}

}  // namespace

TileGrid::TileGrid(Box box, AxisGroups groups, Position sides)
    : box_(std::move(box)), groups_(std::move(groups)), sides_(std::move(sides)) {
  numbers_.low.assign(sides_.size(), 0);
  for (std::size_t axis = 0; axis < sides_.size(); ++axis)
    numbers_.high.push_back((box_.extent(axis) - 1) / sides_[axis]);
  places_.resize(*numbers_.volume());
  std::uint64_t rank = 0;
  for_each_row(numbers_, [&](Position numbers) {
    for (std::int64_t& last = numbers.back(); last <= numbers_.high.back(); ++last, ++rank) {
      if (!is_sorted(numbers, groups_)) continue;
      places_[rank] = static_cast<std::uint32_t>(ranks_.size());
      ranks_.push_back(rank);
    }
  });
}

std::vector<std::uint32_t> TileGrid::order() const {
  std::vector<std::int64_t> sums;
  for (const std::uint64_t rank : ranks_) sums.push_back(sum(numbers_.position(rank)));
  return order_by(sums);
}

std::uint64_t TileGrid::waves() const noexcept {
  return 1 + static_cast<std::uint64_t>(
                 std::accumulate(numbers_.high.begin(), numbers_.high.end(), std::int64_t{0}));
}

Box TileGrid::tile(std::size_t tile) const {
  Box result{numbers_.position(ranks_[tile]), {}};
  for (std::size_t axis = 0; axis < sides_.size(); ++axis) {
    std::int64_t& low = result.low[axis];
    low = box_.low[axis] + low * sides_[axis];
    result.high.push_back(std::min(low + sides_[axis] - 1, box_.high[axis]));
  }
  return result;
}

std::size_t TileGrid::tile_of(const Position& sorted) const noexcept {
  std::array<std::int64_t, max_dimensions> numbers{};
  for (std::size_t axis = 0; axis < sides_.size(); ++axis)
    numbers[axis] = (sorted[axis] - box_.low[axis]) / sides_[axis];
  return tile_numbered(numbers.data());
}

std::size_t TileGrid::tile_numbered(const std::int64_t* numbers) const noexcept {
  std::int64_t rank = 0;
  for (std::size_t axis = 0; axis < sides_.size(); ++axis)
    rank = rank * numbers_.extent(axis) + numbers[axis];
  return places_[static_cast<std::size_t>(rank)];
}

// The images of a tile are disjoint boxes, one for every order of its numbers.
std::uint64_t TileGrid::images(std::size_t tile) const {
  const Position numbers = numbers_.position(ranks_[tile]);
  std::uint64_t count = *this->tile(tile).volume();
  for (const auto& group : groups_) {
    std::uint64_t equal = 1;
    for (std::size_t i = 1; i < group.size(); ++i) {
      equal = numbers[group[i]] == numbers[group[i - 1]] ? equal + 1 : 1;
      count = count * (i + 1) / equal;
    }
  }
  return count;
}

}  // namespace grundy::tiles
