#include "methods/offsets/cell_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "kernels/offset/cell_rows.hpp"
#include "methods/offsets/row_layout.hpp"

namespace grundy::offset {
namespace {

// Bytes of a cell, which is one more than a value and not the largest number.
std::optional<unsigned> width_for(Quantity quantity, const Box& closure,
                                  const rules::Descent& descent) {
  if (quantity == Quantity::nimber) return 1;
  const std::uint64_t plies = rules::longest_play(closure, descent) + 1;
  const auto fits = [&](std::uint64_t largest) { return plies <= (largest - 4) / 2; };
  if (fits(std::numeric_limits<std::uint16_t>::max())) return 2;
  if (fits(std::numeric_limits<std::uint32_t>::max())) return 4;
  return std::nullopt;
}

}  // namespace

std::optional<CellRows> cell_rows(const rules::Rules& rules, const std::vector<Offset>& offsets,
                                  const RowAxes& axes, Quantity quantity, const Box& closure,
                                  const rules::Descent& descent, const Box& box,
                                  std::string& why_not) {
  const auto ray = std::ranges::find_if(offsets, [](const Offset& offset) { return offset.ray; });
  if (ray != offsets.end()) {
    why_not = fmt::format("line {}: it finds only outcomes where there are rays", ray->line);
    return std::nullopt;
  }
  if (quantity == Quantity::nimber && offsets.size() > kernels::most_nimber_sources) {
    why_not = fmt::format("more than {} offsets", kernels::most_nimber_sources);
    return std::nullopt;
  }
  const auto width = width_for(quantity, closure, descent);
  if (!width) {
    why_not = "play may last too long";
    return std::nullopt;
  }
  auto rows = bit_rows(rules, offsets, axes, why_not);
  if (!rows) return std::nullopt;
  CellRows cells{std::move(*rows), quantity, *width, box};
  cells.use_window();
  return cells;
}

void CellRows::use_window() {
  rows.kept.reset();
  if (fits_window(rows)) rows.kept = part_of(rows.axes, box);
}

std::optional<CellRows> recognise_cell_rows(const rules::Rules& rules, Quantity quantity,
                                            const Box& closure, const rules::Descent& descent,
                                            const Box& box, std::string& why_not) {
  const auto all = offsets_in_rows(rules, closure, why_not);
  if (!all) return std::nullopt;
  const auto layouts = row_layouts(*all, closure, quantity);
  if (!layouts.empty())
    return cell_rows(rules, *all, layouts.front(), quantity, closure, descent, box, why_not);
  why_not = no_layout;
  return std::nullopt;
}

}  // namespace grundy::offset
