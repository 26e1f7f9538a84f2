#include "run/description.hpp"

#include <algorithm>
#include <cstdint>
#include <map>

#include "kernels/isa.hpp"
#include "rules/language/parser.hpp"

namespace grundy::solve {

table::TableSpec spec_of(const plan::Plan& plan, const std::string& program_version) {
  table::TableSpec spec;
  spec.game = plan.rules.name;
  spec.rules = plan.rules.text;
  for (const auto& [name, value] : plan.rules.parameters)
    spec.parameters.emplace(name, rules::to_string(value));
  spec.convention = plan.convention;
  spec.quantity = plan.quantity;
  spec.coordinates = plan.rules.coordinate_names();
  spec.box = plan.box;
  spec.closure = plan.closure;
  spec.section_axis = plan.section_axis;
  spec.where = plan.inside.text();
  spec.program_version = program_version;
  return spec;
}

std::optional<table::TablePeriod> period_of(const plan::Plan& plan,
                                            const sweep::Solution& solution) {
  if (!solution.period) return std::nullopt;
  return table::TablePeriod{std::string(to_string(plan.computed)), solution.period->length,
                            solution.period->preperiod, plan.method.period_proof};
}

table::TableResult result_of(const plan::Plan& plan, const sweep::Solution& solution,
                             const sweep::Statistics& statistics, std::string_view executor) {
  table::TableResult result;
  result.kernel = to_string(solution.kernel);
  result.isa = kernels::isa_name();
  result.executor = executor;
  result.positions = statistics.positions;
  result.p_positions = statistics.p_positions;
  result.max_value = statistics.max_value;
  result.histogram = statistics.histogram;
  result.period = period_of(plan, solution);
  result.digest = statistics.digest.hex();
  return result;
}

AxisGroups exchangeable_axes(const plan::Plan& plan) {
  AxisGroups groups;
  for (const auto& declared : plan.rules.symmetric) {
    std::map<std::int64_t, std::vector<std::size_t>> by_end;
    for (const std::size_t axis : declared) by_end[plan.box.high[axis]].push_back(axis);
    for (auto& [end, axes] : by_end) {
      std::sort(axes.begin(), axes.end());
      if (axes.size() > 1) groups.push_back(axes);
    }
  }
  return groups;
}

}  // namespace grundy::solve
