#include "run/solution.hpp"

#include <algorithm>
#include <vector>

namespace grundy::sweep {
namespace {

Position without(std::size_t axis, Position position) {
  position.erase(position.begin() + static_cast<std::ptrdiff_t>(axis));
  return position;
}

template <family::Lines Values>
void section_of_lines(const plan::Plan& plan, const Values& values, const Position& start,
                      std::uint32_t none, std::span<std::uint32_t> indices) {
  values.copy_entries(without(values.axis(), start), indices);
  const auto extent = static_cast<std::uint32_t>(plan.box.extent(values.axis()));
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

Box kept_box(const Solution& solution) {
  return std::visit([](const auto& values) -> Box { return values.box(); }, solution.values);
}

bool keeps_lines(const Solution& solution) {
  return std::visit([]<class Values>(const Values&) { return family::Lines<Values>; },
                    solution.values);
}

bool move_to_p_position(const Solution& solution, Position& position) {
  return std::visit(
      [&]<class Values>(const Values& values) {
        if constexpr (family::Lines<Values>) {
          const auto p = values.p_position(without(values.axis(), position));
          if (p) position[values.axis()] = *p;
          return p.has_value();
        }
        return false;
      },
      solution.values);
}

void read_section(const plan::Plan& plan, const Solution& solution, const Position& start,
                  std::uint32_t none, std::span<std::uint32_t> indices) {
  const bool read = std::visit(
      [&]<class Values>(const Values& values) {
        if constexpr (family::Lines<Values>)
          if (values.axis() == *plan.section_axis) {
            section_of_lines(plan, values, start, none, indices);
            return true;
          }
        return false;
      },
      solution.values);
  if (read) return;
  std::fill(indices.begin(), indices.end(), none);
  section_of_rows(plan, solution, *plan.section_axis, start, indices);
}

void read_cells(const Solution& solution, const Position& start, std::span<std::uint32_t> cells) {
  std::visit([&](const auto& values) { values.read(start, cells); }, solution.values);
}

void read_values(const plan::Plan& plan, const Solution& solution, Quantity quantity,
                 const Position& start, std::span<std::uint32_t> values) {
  read_cells(solution, start, values);
  for (std::uint32_t& value : values) value = value_of(plan, quantity, value);
}

void leave_other_ranks(Solution& solution) {
  std::visit(
      []<class Values>(Values& values) {
        if constexpr (family::SharedOut<Values>) values.leave_others();
      },
      solution.values);
}

std::uint32_t value_at(const plan::Plan& plan, const Solution& solution, Quantity quantity,
                       const Position& position) {
  const std::uint32_t cell =
      std::visit([&](const auto& values) { return values.at(position); }, solution.values);
  return value_of(plan, quantity, cell);
}

}  // namespace grundy::sweep
