#include "sweep/solution.hpp"

#include <algorithm>

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

}  // namespace

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
  std::uint32_t value = 0;
  read_values(plan, solution, quantity, position, {&value, 1});
  return value;
}

std::uint32_t value_of(const plan::Plan& plan, Quantity quantity, std::uint32_t cell) noexcept {
  if (plan.computed == Quantity::remoteness)
    return quantity == Quantity::remoteness ? cell / 2 : cell % 2;
  if (plan.computed == Quantity::nimber && quantity == Quantity::outcome) return cell != 0;
  return cell;
}

}  // namespace grundy::sweep
