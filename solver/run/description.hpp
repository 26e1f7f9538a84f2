// run/description.hpp: the attributes of a table that follow from a plan and its solution.
#pragma once
#include <string>
#include <string_view>

#include "base/box.hpp"
#include "plan/plan.hpp"
#include "run/statistics.hpp"
#include "run/sweep.hpp"
#include "table/info.hpp"

namespace grundy::solve {

// What was asked, for a table stored in full.
table::TableSpec spec_of(const plan::Plan& plan, const std::string& program_version);

// The result, and how it was found. The kernel is the one that solved, which need not be the
// plan's.
table::TableResult result_of(const plan::Plan& plan, const sweep::Solution& solution,
                             const sweep::Statistics& statistics, std::string_view executor);

// The period that solving proved, if any.
std::optional<table::TablePeriod> period_of(const plan::Plan& plan,
                                            const sweep::Solution& solution);

// The coordinates that may be exchanged: declared symmetric, with equal sides of the box.
AxisGroups exchangeable_axes(const plan::Plan& plan);

}  // namespace grundy::solve
