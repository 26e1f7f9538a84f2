#include "sweep/mirror.hpp"

#include <algorithm>

namespace grundy::sweep {
namespace {

using Strides = std::vector<std::int64_t>;

// Every way to hand out the strides of one group among its axes.
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

}  // namespace

Mirror::Mirror(const rules::Rules& rules, const Box& box, bool used) {
  if (!used) return;
  const Strides own = box.strides();
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis) origin_ -= own[axis] * box.low[axis];
  std::vector<Strides> images{own};
  for (const auto& group : rules.symmetric) {
    images = permuted(images, group);
    for (std::size_t i = 1; i < group.size(); ++i) pairs_.emplace_back(group[i - 1], group[i]);
  }
  for (const Strides& image : images)
    if (image != own) strides_.insert(strides_.end(), image.begin(), image.end());
}

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

}  // namespace grundy::sweep
