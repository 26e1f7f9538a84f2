// run/solved_values.hpp: a solution as a table that is kept in memory, and writing it to disk
// later.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "base/error.hpp"
#include "base/executor.hpp"
#include "plan/plan.hpp"
#include "run/solve.hpp"
#include "table/values.hpp"

namespace grundy::solve {

class SolvedValues final : public table::Values {
 public:
  // `executor` is the name of the one that solved.
  SolvedValues(plan::Plan plan, Report report, std::string_view executor,
               std::string_view program_version);

  const plan::Plan& plan() const noexcept { return plan_; }
  const Report& report() const noexcept { return report_; }

  // A view of the values where they were solved, over the box that is kept; nothing unless each
  // lies in a cell of its own that holds nothing else.
  std::optional<CellView> cells(Quantity quantity) const;

  const table::TableInfo& info() const noexcept override { return info_; }
  Result<std::uint32_t> at(Quantity quantity,
                           std::span<const std::int64_t> position) const override;
  Result<unsigned> width(Quantity quantity) const override;
  Status read(Quantity quantity, const Box& region, const CellSpan& to) const override;

 private:
  Status check(Quantity quantity) const;
  Status check(Quantity quantity, const Position& position) const;

  plan::Plan plan_;
  Report report_;
  table::TableInfo info_;
};

// Carries a plan out with the executor of that name. The errors of make_executor and run.
Result<std::shared_ptr<const SolvedValues>> solve_values(plan::Plan plan, std::string_view executor,
                                                         const Options& options);

// Writes a table of what was solved before. solve::run with an output is faster: it writes while it
// solves. The errors of table::TableWriter; on an error no unfinished table is left.
Status write_table(const SolvedValues& solved, const Output& output, parallel::Executor& executor);

}  // namespace grundy::solve
