#include "tiles/schedule.hpp"

#include <algorithm>
#include <numeric>

#include "base/tasks.hpp"
#include "kernels/generic/columns.hpp"

namespace grundy::tiles {
namespace {

// The largest e such that tiles of extent e along the cut axes, and whole along the
// others, hold at most about `tile_positions` positions.
std::vector<std::int64_t> choose_extents(const Box& box, const std::vector<bool>& cut,
                                         std::uint64_t tile_positions) {
  const auto extents_for = [&](std::int64_t edge) {
    std::vector<std::int64_t> extents;
    for (std::size_t axis = 0; axis < box.dimensions(); ++axis)
      extents.push_back(cut[axis] ? std::min(edge, box.extent(axis)) : box.extent(axis));
    return extents;
  };
  const auto fits = [&](std::int64_t edge) {
    double volume = 1;
    for (const std::int64_t extent : extents_for(edge)) volume *= static_cast<double>(extent);
    return volume <= static_cast<double>(tile_positions);
  };
  std::int64_t low = 1;
  std::int64_t high = static_cast<std::int64_t>(std::max<std::uint64_t>(tile_positions, 1));
  while (low < high) {
    const std::int64_t middle = low + (high - low + 1) / 2;
    if (fits(middle))
      low = middle;
    else
      high = middle - 1;
  }
  // Whole columns, so that each batch lies in one row.
  constexpr auto column = static_cast<std::int64_t>(kernels::lanes);
  return extents_for(low < column ? low : low - low % column);
}

struct Ends {
  std::int64_t least = 0;
  std::int64_t greatest = 0;
};

Ends weight_range(const std::vector<std::int64_t>& weights, const Box& box) {
  Ends ends;
  for (std::size_t axis = 0; axis < weights.size(); ++axis) {
    const std::int64_t at_low = weights[axis] * box.low[axis];
    const std::int64_t at_high = weights[axis] * box.high[axis];
    ends.least += std::min(at_low, at_high);
    ends.greatest += std::max(at_low, at_high);
  }
  return ends;
}

}  // namespace

Schedule::Schedule(const Box& box, const rules::Descent& descent, std::uint64_t tile_positions)
    : box_(box), order_(descent.scan.empty() ? Order::layers : Order::tiles) {
  if (order_ == Order::layers) {
    weights_ = descent.weights;
    const Ends ends = weight_range(weights_, box);
    least_weight_ = ends.least;
    waves_ = static_cast<std::uint64_t>(ends.greatest - ends.least) + 1;
    return;
  }
  scan_ = descent.scan;
  std::vector<bool> cut;
  for (const rules::Trend& trend : descent.trends) {
    cut.push_back(!trend.rises || !trend.falls);
    descending_.push_back(trend.rises && !trend.falls);
  }
  extents_ = choose_extents(box, cut, tile_positions);
  numbers_.low.assign(box.dimensions(), 0);
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis)
    numbers_.high.push_back((box.extent(axis) - 1) / extents_[axis]);
  waves_ = last_wave(box) + 1;
}

void Schedule::let_overwrite(std::size_t axis, std::vector<std::int64_t> reach) {
  undoing_ = axis;
  reach_ = std::move(reach);
  reach_[axis] = 0;
}

std::int64_t Schedule::tile_of(std::size_t axis, std::int64_t coordinate) const {
  const std::int64_t distance =
      descending_[axis] ? box_.high[axis] - coordinate : coordinate - box_.low[axis];
  return distance / extents_[axis];
}

std::uint64_t Schedule::tiles() const noexcept {
  return *numbers_.volume();
}

std::uint64_t Schedule::last_wave(const Box& part) const {
  if (order_ == Order::layers)
    return static_cast<std::uint64_t>(weight_range(weights_, part).greatest - least_weight_);
  std::int64_t wave = 0;
  for (std::size_t axis = 0; axis < part.dimensions(); ++axis)
    wave += std::max(tile_of(axis, part.low[axis]), tile_of(axis, part.high[axis]));
  return static_cast<std::uint64_t>(wave);
}

std::int64_t Schedule::weight_of(std::uint64_t wave) const {
  return least_weight_ + static_cast<std::int64_t>(wave);
}

std::vector<std::uint32_t> Schedule::tiles_in_order() const {
  const auto sum = [](const Position& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), std::int64_t{0});
  };
  const std::int64_t spacing = sum(reach_);
  std::vector<std::int64_t> waves;
  for (std::uint64_t number = 0; number < tiles(); ++number) {
    const Position numbers = numbers_.position(number);
    waves.push_back(sum(numbers) + (undoing_ ? spacing * numbers[*undoing_] : 0));
  }
  return order_by(waves);
}

Box Schedule::tile(std::uint64_t number) const {
  const Position numbers = numbers_.position(number);
  Box box = box_;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::int64_t near = numbers[i] * extents_[i];
    const std::int64_t far = std::min(near + extents_[i], box_.extent(i)) - 1;
    box.low[i] = descending_[i] ? box_.high[i] - far : box_.low[i] + near;
    box.high[i] = descending_[i] ? box_.high[i] - near : box_.low[i] + far;
  }
  return box;
}

std::uint64_t Schedule::tile_with(const Position& position) const {
  return last_tile({position, position});
}

std::uint64_t Schedule::last_tile(const Box& part) const {
  Position numbers;
  for (std::size_t axis = 0; axis < part.dimensions(); ++axis)
    numbers.push_back(std::max(tile_of(axis, part.low[axis]), tile_of(axis, part.high[axis])));
  return numbers_.rank(numbers);
}

bool Schedule::all_before(std::uint64_t number,
                          const std::function<bool(std::uint64_t)>& holds) const {
  const Position numbers = numbers_.position(number);
  for (std::size_t axis = 0; axis < numbers.size(); ++axis) {
    if (numbers[axis] == 0) continue;
    Position before = numbers;
    --before[axis];
    if (axis == undoing_)
      for (std::size_t other = 0; other < before.size(); ++other)
        before[other] = std::min(before[other] + reach_[other], numbers_.high[other]);
    if (!holds(numbers_.rank(before))) return false;
  }
  return true;
}

}  // namespace grundy::tiles
