// run/solved_values.hpp: what has been solved, as a table that is kept in memory.
#pragma once
#include <cstdint>
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

  // A window on the values where they were solved, over plan().closure; nothing if they do not lie
  // there, each in a cell that holds just it.
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

}  // namespace grundy::solve
