#include "run/quantity_source.hpp"

#include <vector>

#include "run/solution.hpp"

namespace grundy::solve {

// Cells of remoteness tell the outcome besides.
bool QuantitySource::as_they_are() const {
  return quantity_ == plan_.computed && quantity_ != Quantity::remoteness;
}

unsigned QuantitySource::width() const {
  return quantity_ == Quantity::outcome ? 1 : cells_.width();
}

void QuantitySource::copy(const Box& region, const CellSpan& to) const {
  if (as_they_are()) return cells_.copy(region, to);
  std::vector<std::uint32_t> values(*region.volume());
  const CellSpan span{reinterpret_cast<std::byte*>(values.data()), sizeof(std::uint32_t), region};
  cells_.copy(region, span);
  for (std::uint32_t& value : values) value = sweep::value_of(plan_, quantity_, value);
  copy_cells(span.view(), region, to);
}

}  // namespace grundy::solve
