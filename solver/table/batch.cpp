// The values of many positions at once: where their cells are, then what these hold.
#include "table/batch.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "table/reader.hpp"

namespace grundy::table {
namespace {

// Calls use(first, count) for the rows of the batch, part by part.
template <class Use>
Status for_each_part(const Batch& batch, std::size_t most, Use use) {
  for (std::size_t first = 0; first < batch.count; first += most)
    if (Status s = use(first, std::min(most, batch.count - first)); !s) return s;
  return {};
}

}  // namespace

Status Table::values(Quantity quantity, const Batch& batch) const {
  const bool outcomes = quantity == Quantity::outcome;
  if (outcomes && section_) return outcomes_by_section(batch);
  if (outcomes && info_.spec.quantity == Quantity::nimber)
    return values_of_array(*array(Quantity::nimber), true, batch);
  if (Status s = check_quantity(quantity); !s) return s;
  return values_of_array(*array(quantity), false, batch);
}

Status Table::values_of_array(const ArrayReader& cells, bool as_outcomes,
                              const Batch& batch) const {
  const std::size_t most = std::min(batch.count, cells.usual_batch());
  std::vector<CellName> names(most);
  std::vector<std::uint32_t> found(most);
  std::array<std::int64_t, max_dimensions> room;
  const auto position = std::span(room).first(info_.spec.box.dimensions());
  return for_each_part(batch, most, [&](std::size_t first, std::size_t count) -> Status {
    for (std::size_t i = 0; i < count; ++i) {
      batch.get(first + i, position);
      if (Status s = check_inside(position); !s) return s;
      sort_axes(position, info_.spec.sorted_axes);
      names[i] = cells.find(position);
    }
    if (Status s = cells.values(std::span(names).first(count), found); !s) return s;
    for (std::size_t i = 0; i < count; ++i)
      batch.set(first + i, as_outcomes ? found[i] != 0 : found[i]);
    return {};
  });
}

Status Table::outcomes_by_section(const Batch& batch) const {
  const std::size_t axis = *info_.spec.section_axis;
  const std::size_t most = std::min(batch.count, section_->usual_batch());
  std::vector<CellName> lines(most);
  std::vector<std::int64_t> indices(most);
  std::vector<std::uint32_t> p_indices(most);
  std::array<std::int64_t, max_dimensions> room;
  const auto position = std::span(room).first(info_.spec.box.dimensions());
  return for_each_part(batch, most, [&](std::size_t first, std::size_t count) -> Status {
    for (std::size_t i = 0; i < count; ++i) {
      batch.get(first + i, position);
      if (Status s = check_inside(position); !s) return s;
      indices[i] = position[axis] - info_.spec.box.low[axis];
      std::ranges::copy(position.subspan(axis + 1), position.subspan(axis).begin());
      lines[i] = section_->find(position.first(position.size() - 1));
    }
    if (Status s = section_->values(std::span(lines).first(count), p_indices); !s) return s;
    for (std::size_t i = 0; i < count; ++i)
      batch.set(first + i,
                static_cast<std::uint32_t>(p_indices[i] == indices[i] ? Outcome::P : Outcome::N));
    return {};
  });
}

}  // namespace grundy::table
