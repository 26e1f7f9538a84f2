#include "methods/growth/nimbers.hpp"

#include <algorithm>
#include <array>

namespace grundy::growth {
namespace {

constexpr std::int64_t heaps_at_once = 1 << 12;
constexpr std::uint64_t longest_vector = 64;

}  // namespace

void Nimbers::read(const Position& start, std::span<std::uint32_t> cells) const {
  const auto [preperiod, length, saltus] = growth_.period;
  const std::uint64_t first = box_.rank(start);
  // Whole periods, as many as make vectors worth while.
  const std::uint64_t stretch = (longest_vector + length - 1) / length * length;
  const auto more = static_cast<std::uint32_t>(stretch / length * saltus);
  std::size_t i =
      std::min<std::uint64_t>(cells.size(), std::max(preperiod, first) - first + stretch);
  for (std::size_t alone = 0; alone < i; ++alone)
    cells[alone] = static_cast<std::uint32_t>(growth_.nimber(first + alone));
  for (; i < cells.size(); i += stretch) {
    const std::uint32_t* const before = cells.data() + i - stretch;
    std::transform(before, before + std::min(stretch, cells.size() - i), cells.data() + i,
                   [more](std::uint32_t value) { return value + more; });
  }
}

void Nimbers::copy(const Box& region, const CellSpan& to) const {
  std::array<std::uint32_t, heaps_at_once> cells;
  for (std::int64_t heap = region.low[0]; heap <= region.high[0]; heap += heaps_at_once) {
    const Box part{{heap}, {std::min(heap + heaps_at_once - 1, region.high[0])}};
    const std::span of_part(cells.data(), static_cast<std::size_t>(part.extent(0)));
    read(part.low, of_part);
    copy_cells(view_of(of_part, part), part, to);
  }
}

}  // namespace grundy::growth
