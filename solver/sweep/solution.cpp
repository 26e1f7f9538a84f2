#include "sweep/solution.hpp"

#include <algorithm>
#include <vector>

namespace grundy::sweep {
namespace {

template <class Cell>
void widen(std::span<const Cell> from, std::span<std::uint32_t> to) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = from[i];
}

void read(const plan::Plan& plan, const Cells& cells, const Position& start,
          std::span<std::uint32_t> out) {
  const std::uint64_t first = plan.closure.rank(start);
  if (cells.width() == 1) return widen(cells.as<std::uint8_t>().subspan(first), out);
  if (cells.width() == 2) return widen(cells.as<std::uint16_t>().subspan(first), out);
  widen(cells.as<std::uint32_t>().subspan(first), out);
}

void read(const plan::Plan&, const Bits& bits, const Position& start,
          std::span<std::uint32_t> out) {
  bits.read(start, out);
}

void read(const plan::Plan&, const SortedCells& cells, const Position& start,
          std::span<std::uint32_t> out) {
  cells.read_row(start, out);
}

void read(const plan::Plan&, const Section& section, const Position& start,
          std::span<std::uint32_t> out) {
  std::fill(out.begin(), out.end(), std::uint32_t{1});
  const std::size_t last = start.size() - 1;
  Position u = start;
  u.erase(u.begin() + static_cast<std::ptrdiff_t>(section.axis()));
  if (section.axis() == last) {
    const auto p = section.at(u);
    if (p && *p >= start[last] && *p < start[last] + static_cast<std::int64_t>(out.size()))
      out[static_cast<std::size_t>(*p - start[last])] = 0;
    return;
  }
  for (std::uint32_t& outcome : out) {
    if (section.at(u) == start[section.axis()]) outcome = 0;
    ++u.back();
  }
}

std::uint32_t cell_at(const plan::Plan& plan, const Cells& cells, const Position& position) {
  return cells[plan.closure.rank(position)];
}

std::uint32_t cell_at(const plan::Plan&, const SortedCells& cells, const Position& position) {
  return cells[position];
}

// Of sections and bits.
std::uint32_t cell_at(const plan::Plan&, const auto& p_positions, const Position& position) {
  return static_cast<std::uint32_t>(p_positions.is_p(position) ? Outcome::P : Outcome::N);
}

void section_of(const plan::Plan& plan, const Section& section, const Position& start,
                std::uint32_t none, std::span<std::uint32_t> indices) {
  const std::size_t axis = section.axis();
  Position u = start;
  u.erase(u.begin() + static_cast<std::ptrdiff_t>(axis));
  section.copy_entries(u, indices);
  const auto extent = static_cast<std::uint32_t>(plan.box.extent(axis));
  for (std::uint32_t& entry : indices) entry = entry == 0 || entry > extent ? none : entry - 1;
}

// Line by line where the lines are rows, else row by row across the lines.
void section_of_rows(const plan::Plan& plan, const Solution& solution, std::size_t axis,
                     Position at, std::span<std::uint32_t> indices) {
  const std::size_t last = plan.box.dimensions() - 1;
  const auto extent = static_cast<std::size_t>(plan.box.extent(axis));
  std::vector<std::uint32_t> outcomes(axis == last ? extent : indices.size());
  const auto read = [&] { read_values(plan, solution, Quantity::outcome, at, outcomes); };
  at[axis] = plan.box.low[axis];
  if (axis != last)
    for (std::uint32_t index = 0; index < extent; ++index, ++at[axis]) {
      read();
      for (std::size_t line = 0; line < indices.size(); ++line)
        if (outcomes[line] == 0) indices[line] = index;
    }
  else
    for (std::uint32_t& index : indices) {
      read();
      const auto p = std::find(outcomes.begin(), outcomes.end(), 0U);
      if (p != outcomes.end()) index = static_cast<std::uint32_t>(p - outcomes.begin());
      ++at[last - 1];
    }
}

}  // namespace

void read_section(const plan::Plan& plan, const Solution& solution, const Position& start,
                  std::uint32_t none, std::span<std::uint32_t> indices) {
  const auto* section = std::get_if<Section>(&solution.values);
  if (section && section->axis() == *plan.section_axis)
    return section_of(plan, *section, start, none, indices);
  std::fill(indices.begin(), indices.end(), none);
  section_of_rows(plan, solution, *plan.section_axis, start, indices);
}

void read_cells(const plan::Plan& plan, const Solution& solution, const Position& start,
                std::span<std::uint32_t> cells) {
  std::visit([&](const auto& values) { read(plan, values, start, cells); }, solution.values);
}

void read_values(const plan::Plan& plan, const Solution& solution, Quantity quantity,
                 const Position& start, std::span<std::uint32_t> values) {
  read_cells(plan, solution, start, values);
  for (std::uint32_t& value : values) value = value_of(plan, quantity, value);
}

std::uint32_t value_at(const plan::Plan& plan, const Solution& solution, Quantity quantity,
                       const Position& position) {
  const std::uint32_t cell = std::visit(
      [&](const auto& values) { return cell_at(plan, values, position); }, solution.values);
  return value_of(plan, quantity, cell);
}

}  // namespace grundy::sweep
