#include "offset/family.hpp"

#include <fmt/format.h>

#include "offset/row_layout.hpp"
#include "offset/solve.hpp"

namespace grundy::offset {

using family::Scope;

// Of one thread, for each row that is read: a move reads one, and a ray writes one too.
constexpr double positions_per_second_and_row = 3e10;

Result<family::Recognised<BitRows>> Family::recognise(const Scope& scope) {
  std::string why_not;
  auto rows = recognise_bit_rows(scope.rules, scope.closure, why_not);
  if (!rows) return family::does_not_apply(why_not);
  keep_only(*rows, scope.box);
  const RowAxis& along = rows->axes.axes[rows->axes.row_axis()];
  const std::string reason = fmt::format(
      "every option lies at a constant distance, or on a ray: rows along {} are "
      "solved as bits",
      scope.rules.coordinates[along.coordinate].name);
  family::Recognised<BitRows> found{std::move(*rows), reason, ""};
  found.keeps_cells = false;
  return found;
}

family::Bytes Family::bytes(const BitRows& rows, const Scope& scope) {
  return {memory_bytes(rows, scope.threads)};
}

double Family::seconds(const BitRows& rows, const Scope& scope) {
  const auto rows_read = rows.moves.size() + rows.rays() + 2 * rows.chain.size();
  return static_cast<double>(scope.closure_positions()) * static_cast<double>(rows_read) /
         positions_per_second_and_row / static_cast<double>(scope.threads);
}

Result<family::Solved<Bits>> Family::solve(const BitRows& rows, const Scope& scope,
                                           parallel::Executor& executor,
                                           const tiles::Watch& watch) {
  auto bits = offset::solve(rows, scope.convention, executor, watch);
  if (!bits) return bits.error();
  return family::Solved<Bits>{std::move(*bits)};
}

}  // namespace grundy::offset
