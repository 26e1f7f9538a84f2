// run/description.hpp: what a table says of a plan and of what came out of it.
#pragma once
#include <string>
#include <string_view>

#include "plan/plan.hpp"
#include "run/solution.hpp"
#include "run/statistics.hpp"
#include "table/info.hpp"

namespace grundy::solve {

// What was asked.
table::TableSpec spec_of(const plan::Plan& plan, const std::string& program_version);

// What came out, and how: the kernel is the one that solved, which need not be the plan's.
table::TableResult result_of(const plan::Plan& plan, const sweep::Solution& solution,
                             const sweep::Statistics& statistics, std::string_view executor);

// The period that solving proved, if it did.
std::optional<table::TablePeriod> period_of(const plan::Plan& plan,
                                            const sweep::Solution& solution);

}  // namespace grundy::solve
