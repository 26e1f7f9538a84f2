#include "methods/options/mirror.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

#include "base/box.hpp"

namespace grundy::generic {
namespace {

using Strides = Mirror::Strides;

// Every way to assign the strides of one group to its axes.
std::vector<Strides> permuted(const std::vector<Strides>& all, std::vector<std::size_t> axes) {
  std::sort(axes.begin(), axes.end());
  std::vector<Strides> result;
  for (const Strides& strides : all) {
    std::vector<std::size_t> order = axes;
    do {
      Strides image = strides;
      for (std::size_t i = 0; i < axes.size(); ++i) image[axes[i]] = strides[order[i]];
      result.push_back(image);
    } while (std::next_permutation(order.begin(), order.end()));
  }
  return result;
}

struct Loop {
  std::int64_t count;
  std::int64_t from;  // steps between neighbours
  std::int64_t to;
};

template <class Cell>
void copy_loops(std::span<const Loop> loops, const Cell* from, Cell* to) noexcept {
  const auto [count, from_step, to_step] = loops[0];
  if (loops.size() > 1) {
    for (std::int64_t i = 0; i < count; ++i)
      copy_loops(loops.subspan(1), from + i * from_step, to + i * to_step);
    return;
  }
#pragma GCC unroll 8
  for (std::int64_t i = 0; i < count; ++i, from += from_step, to += to_step) *to = *from;
}

}  // namespace

Mirror::Mirror(const rules::Rules& rules, const Box& box, bool used) {
  if (!used) return;
  own_ = box.strides();
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis) origin_ -= own_[axis] * box.low[axis];
  images_ = {own_};
  for (const auto& group : rules.symmetric) {
    images_ = permuted(images_, group);
    for (std::size_t i = 1; i < group.size(); ++i) pairs_.emplace_back(group[i - 1], group[i]);
  }
  std::erase(images_, own_);
}

std::int64_t Mirror::place(const Strides& strides, const Box& tile) const noexcept {
  return std::inner_product(strides.begin(), strides.end(), tile.low.begin(), origin_);
}

// Tiles are distinguished by the images of their low corners.
Mirror::OfTile Mirror::of_tile(const Box& tile) const {
  OfTile result;
  std::set<std::int64_t> places;
  for (const Strides& image : images_) {
    const std::int64_t there = place(image, tile);
    if (there == place(own_, tile))
      result.inside.insert(result.inside.end(), image.begin(), image.end());
    else if (places.insert(there).second)
      result.elsewhere.push_back(image);
  }
  return result;
}

template <class Cell>
void Mirror::copy(const Box& tile, const Strides& image, std::span<Cell> cells) const noexcept {
  std::vector<Loop> loops;
  for (std::size_t axis = 0; axis < image.size(); ++axis)
    loops.push_back({tile.extent(axis), own_[axis], image[axis]});
  std::ranges::sort(loops, std::greater(), &Loop::to);
  copy_loops<Cell>(loops, cells.data() + place(own_, tile), cells.data() + place(image, tile));
}

template void Mirror::copy(const Box&, const Strides&, std::span<std::uint8_t>) const noexcept;
template void Mirror::copy(const Box&, const Strides&, std::span<std::uint16_t>) const noexcept;
template void Mirror::copy(const Box&, const Strides&, std::span<std::uint32_t>) const noexcept;

void Mirror::narrow(const Position& position, std::size_t axis, std::int64_t& low,
                    std::int64_t& high) const noexcept {
  for (const auto& [left, right] : pairs_) {
    if (left == axis)
      high = std::min(high, position[right]);
    else if (right == axis)
      low = std::max(low, position[left]);
    else if (position[left] > position[right])
      high = low - 1;
  }
}

namespace {

bool equal_within_groups(const std::vector<std::int64_t>& weights, const AxisGroups& groups) {
  for (const auto& group : groups)
    for (const std::size_t axis : group)
      if (weights[axis] != weights[group[0]]) return false;
  return true;
}

}  // namespace

bool use_symmetry(const family::Scope& scope, std::string& reason) {
  const Box& closure = scope.closure;
  const rules::Descent& descent = scope.descent;
  const rules::Rules& rules = scope.rules;
  if (rules.symmetric.empty()) return false;
  for (const auto& group : rules.symmetric)
    for (const std::size_t axis : group)
      if (closure.high[axis] != closure.high[group[0]]) {
        reason = "not used: the box is not the same along the symmetric coordinates";
        return false;
      }
  if (descent.scan.empty() && !equal_within_groups(descent.weights, rules.symmetric)) {
    reason = "not used: the layers are not the same along the symmetric coordinates";
    return false;
  }
  const bool rises = std::any_of(descent.trends.begin(), descent.trends.end(),
                                 [](const rules::Trend& trend) { return trend.rises; });
  reason = rises ? "not used: some move raises a coordinate"
                 : "only positions with sorted coordinates are solved, the others are copies";
  return !rises;
}

std::uint64_t sorted_positions(const family::Scope& scope) {
  const Box& closure = scope.closure;
  std::uint64_t count = *closure.volume();
  for (const auto& group : scope.rules.symmetric) {
    const auto values = static_cast<std::uint64_t>(closure.extent(group[0]));
    for (std::size_t i = 0; i < group.size(); ++i) count /= values;
    std::uint64_t multisets = 1;
    for (std::uint64_t i = 1; i <= group.size(); ++i) multisets = multisets * (values + i - 1) / i;
    count *= multisets;
  }
  return count;
}

}  // namespace grundy::generic
