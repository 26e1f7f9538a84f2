#include "methods/offsets/family.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "methods/offsets/row_layout.hpp"

namespace grundy::offset {
namespace {

using family::Recognised;
using family::Scope;
using Task = Family::Task;

// To begin; and the factor for misère play, where positions without moves must be found.
constexpr double seconds_to_begin = 2e-4;
constexpr double times_longer_misere = 4;
// For each byte of rows and trails that is in no cache, whatever the threads.
constexpr double cached_bytes = 0x1p25;
constexpr double seconds_per_far_byte = 1.5e-9;
// Of one thread and for a byte: for a position, for one that is not copied by rows, for each option
// that is read, and for options that are read one by one.
constexpr double seconds_per_cell = 1e-9;
constexpr double seconds_per_copy_across = 0.7e-9;
constexpr double seconds_per_option = 0.05e-9;
constexpr double seconds_per_option_one_by_one = 1.5e-9;
// For each condition that holds in a part of a row.
constexpr double seconds_per_condition = 0.25e-6;

Result<Recognised<Task>> recognise_bits(const Scope& scope) {
  auto rows = recognise_bit_rows(scope.rules, scope.differences, scope.closure);
  if (!rows) return rows.error();
  keep_only(*rows, scope.box);
  const RowAxis& along = rows->axes.axes[rows->axes.row_axis()];
  const std::string reason = fmt::format(
      "every option lies at a constant distance, or on a ray: rows along {} are "
      "solved as bits",
      scope.rules.coordinates[along.coordinate].name);
  return Recognised<Task>{{reason}, std::move(*rows)};
}

Result<Recognised<Task>> recognise_cells(const Scope& scope) {
  auto cells = recognise_cell_rows(scope.rules, scope.differences, scope.computed, scope.closure,
                                   scope.descent, scope.box);
  if (!cells) return cells.error();
  const RowAxis& along = cells->rows.axes.axes[cells->rows.axes.row_axis()];
  const std::string reason = fmt::format(
      "every option lies at a constant distance: many positions of rows along {} "
      "are solved at once",
      scope.rules.coordinates[along.coordinate].name);
  const std::size_t options = cells->rows.moves.size() + cells->rows.chain.size();
  Recognised<Task> found{{reason}, std::move(*cells)};
  if (scope.computed == Quantity::nimber) found.largest_value = options;
  return found;
}

// At a position: of conditions that hold in parts of a row. Measured on some rows.
double seconds_of_conditions(const BitRows& rows) {
  constexpr std::int64_t samples = 32;
  const RowAxes& axes = rows.axes;
  std::int64_t sometimes = 0;
  for (std::int64_t sample = 0; sample < samples; ++sample) {
    Index low(axes.dimensions());
    for (std::size_t axis = 0; axis < axes.row_axis(); ++axis) {
      const std::int64_t part = sample * (2 * static_cast<std::int64_t>(axis) + 1) % samples;
      low[axis] = axes.extent(axis) * part / samples;
    }
    Index high = low;
    high.back() = axes.row_length() - 1;
    sometimes += std::ranges::count_if(rows.moves, [&](const BitMove& move) {
      return truth(move.when, low, high) == Truth::sometimes;
    });
  }
  return static_cast<double>(sometimes) / samples * seconds_per_condition /
         static_cast<double>(axes.row_length());
}

double seconds_of_position(const CellRows& cells) {
  const BitRows& rows = cells.rows;
  const auto options = static_cast<double>(rows.moves.size() + rows.chain.size());
  const double option = rows.chain.empty() ? seconds_per_option : seconds_per_option_one_by_one;
  const double copy = rows.axes.runs_along_last() ? 0 : seconds_per_copy_across;
  return cells.width * (seconds_per_cell + copy + options * option) + seconds_of_conditions(rows);
}

// Threads that find work. With two coordinates most tiles follow one another.
double threads_at_work(const BitRows& rows, std::size_t threads) {
  const tiles::Schedule schedule = rows.schedule();
  return std::min(static_cast<double>(threads),
                  static_cast<double>(schedule.tiles()) / static_cast<double>(schedule.waves()));
}

using Solved = Result<family::Solved<std::variant<Bits, memory::Cells>>>;

}  // namespace

Result<Recognised<Task>> Family::recognise(const Scope& scope) {
  auto found = scope.computed == Quantity::outcome ? recognise_bits(scope) : recognise_cells(scope);
  if (found) found->why_one_rank = "one machine solves positions faster than they could be sent";
  return found;
}

family::Bytes Family::bytes(const Task& task, const Scope& scope) {
  if (const auto* rows = std::get_if<BitRows>(&task)) return {memory_bytes(*rows, scope.threads)};
  const auto& cells = std::get<CellRows>(task);
  return {memory_bytes(cells, scope.threads), value_bytes(cells), true};
}

double Family::seconds(const Task& task, const Scope& scope) {
  const auto positions = static_cast<double>(scope.closure_positions());
  if (const auto* rows = std::get_if<BitRows>(&task)) {
    const double misere = scope.convention == Convention::misere ? times_longer_misere : 1;
    const auto bytes = static_cast<double>(memory_bytes(*rows, scope.threads));
    return seconds_to_begin +
           (1e-9 * rows->nanoseconds * misere + positions * seconds_of_conditions(*rows)) /
               static_cast<double>(scope.threads) +
           seconds_per_far_byte * std::max(bytes - cached_bytes, 0.0);
  }
  const auto& cells = std::get<CellRows>(task);
  return positions * seconds_of_position(cells) / threads_at_work(cells.rows, scope.threads);
}

Solved Family::solve(const Task& task, const Scope& scope, parallel::Executor& executor,
                     const tiles::Watch& watch) {
  return std::visit(
      [&](const auto& rows) -> Solved {
        auto values = offset::solve(rows, scope.convention, executor, watch);
        if (!values) return values.error();
        return {{std::move(*values)}};
      },
      task);
}

}  // namespace grundy::offset
