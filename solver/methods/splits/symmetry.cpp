#include "methods/splits/symmetry.hpp"

#include <algorithm>

namespace grundy::split {
namespace {

using Strides = std::vector<std::int64_t>;

bool of_equal_length(const Box& box, const std::vector<std::size_t>& group) {
  return std::all_of(group.begin(), group.end(),
                     [&](std::size_t axis) { return box.extent(axis) == box.extent(group[0]); });
}

// All ways to hand out the strides of the group's axes among them. Requires an ascending group.
std::vector<Strides> images_under(const std::vector<Strides>& all,
                                  const std::vector<std::size_t>& group) {
  std::vector<Strides> result;
  for (const Strides& strides : all) {
    std::vector<std::size_t> order = group;
    do {
      Strides image = strides;
      for (std::size_t i = 0; i < group.size(); ++i) image[group[i]] = strides[order[i]];
      result.push_back(std::move(image));
    } while (std::next_permutation(order.begin(), order.end()));
  }
  return result;
}

}  // namespace

Symmetry::Symmetry(const Box& box, std::vector<std::vector<std::size_t>> groups,
                   const Strides& strides)
    : length_(box.extent(box.dimensions() - 1)), images_{strides} {
  for (auto& group : groups) {
    if (!of_equal_length(box, group)) continue;
    std::sort(group.begin(), group.end());
    images_ = images_under(images_, group);
    for (std::size_t i = 1; i < group.size(); ++i) pairs_.emplace_back(group[i - 1], group[i]);
  }
  std::erase(images_, strides);
}

std::int64_t Symmetry::first_sorted(std::span<const std::int64_t> indices) const noexcept {
  const std::size_t last = indices.size() - 1;
  std::int64_t first = 0;
  for (const auto& [lesser, greater] : pairs_) {
    if (greater == last)
      first = indices[lesser];
    else if (indices[lesser] > indices[greater])
      return length_;
  }
  return first;
}

}  // namespace grundy::split
