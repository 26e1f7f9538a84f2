#include "base/cell_source.hpp"

#include <algorithm>
#include <vector>

namespace grundy {
namespace {

constexpr std::uint64_t cells_at_once = 1 << 16;

std::size_t longest_axis(const Box& box) {
  std::size_t longest = 0;
  for (std::size_t axis = 1; axis < box.dimensions(); ++axis)
    if (box.extent(axis) > box.extent(longest)) longest = axis;
  return longest;
}

std::uint32_t max_in(const CellSource& source, const Box& region, std::vector<std::byte>& scratch) {
  if (*region.volume() <= cells_at_once) {
    const CellSpan cells{scratch.data(), source.width(), region};
    source.copy(region, cells);
    return max_cell(cells.view(), region);
  }
  const std::size_t axis = longest_axis(region);
  Box lower = region;
  Box upper = region;
  lower.high[axis] = region.low[axis] + region.extent(axis) / 2 - 1;
  upper.low[axis] = lower.high[axis] + 1;
  return std::max(max_in(source, lower, scratch), max_in(source, upper, scratch));
}

}  // namespace

std::uint32_t max_cell(const CellSource& source, const Box& region) {
  std::vector<std::byte> scratch(std::min(*region.volume(), cells_at_once) * source.width());
  return max_in(source, region, scratch);
}

}  // namespace grundy
