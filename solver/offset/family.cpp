#include "offset/family.hpp"

#include <fmt/format.h>

#include "offset/row_layout.hpp"
#include "offset/solve.hpp"
#include "offset/solve_cells.hpp"

namespace grundy::offset {
namespace {

using family::Recognised;
using family::Scope;
using Task = Family::Task;

// Of one thread, for each row that is read: a move reads one, and a ray writes one too.
constexpr double bits_per_second_and_row = 3e10;
// Of one thread: for a position, for each option that is looked up, and where they are looked up
// one by one.
constexpr double seconds_per_cell = 1e-9;
constexpr double seconds_per_option = 0.05e-9;
constexpr double seconds_per_option_one_by_one = 1.5e-9;

Result<Recognised<Task>> recognise_bits(const Scope& scope) {
  std::string why_not;
  auto rows = recognise_bit_rows(scope.rules, scope.closure, why_not);
  if (!rows) return family::does_not_apply(why_not);
  keep_only(*rows, scope.box);
  const RowAxis& along = rows->axes.axes[rows->axes.row_axis()];
  const std::string reason = fmt::format(
      "every option lies at a constant distance, or on a ray: rows along {} are "
      "solved as bits",
      scope.rules.coordinates[along.coordinate].name);
  Recognised<Task> found{std::move(*rows), reason, ""};
  found.keeps_cells = false;
  return found;
}

Result<Recognised<Task>> recognise_cells(const Scope& scope) {
  std::string why_not;
  auto cells = recognise_cell_rows(scope.rules, scope.computed, scope.closure, scope.descent,
                                   scope.box, why_not);
  if (!cells) return family::does_not_apply(why_not);
  const RowAxis& along = cells->rows.axes.axes[cells->rows.axes.row_axis()];
  const std::string reason = fmt::format(
      "every option lies at a constant distance: many positions of rows along {} "
      "are solved at once",
      scope.rules.coordinates[along.coordinate].name);
  const std::size_t options = cells->rows.moves.size() + cells->rows.chain.size();
  Recognised<Task> found{std::move(*cells), reason, ""};
  if (scope.computed == Quantity::nimber) found.largest_value = options;
  return found;
}

double seconds_of_position(const BitRows& rows) {
  const auto rows_read = rows.moves.size() + rows.rays() + 2 * rows.chain.size();
  return static_cast<double>(rows_read) / bits_per_second_and_row;
}

double seconds_of_position(const CellRows& cells) {
  const BitRows& rows = cells.rows;
  const auto options = static_cast<double>(rows.moves.size() + rows.chain.size());
  return cells.width *
         (seconds_per_cell +
          options * (rows.chain.empty() ? seconds_per_option : seconds_per_option_one_by_one));
}

using Solved = Result<family::Solved<std::variant<Bits, memory::Cells>>>;

}  // namespace

Result<Recognised<Task>> Family::recognise(const Scope& scope) {
  return scope.computed == Quantity::outcome ? recognise_bits(scope) : recognise_cells(scope);
}

family::Bytes Family::bytes(const Task& task, const Scope& scope) {
  if (const auto* rows = std::get_if<BitRows>(&task)) return {memory_bytes(*rows, scope.threads)};
  const auto& cells = std::get<CellRows>(task);
  return {memory_bytes(cells, scope.threads), value_bytes(cells), true};
}

double Family::seconds(const Task& task, const Scope& scope) {
  const double each = std::visit([](const auto& rows) { return seconds_of_position(rows); }, task);
  return static_cast<double>(scope.closure_positions()) * each / static_cast<double>(scope.threads);
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
