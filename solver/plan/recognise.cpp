#include "plan/recognise.hpp"

#include <algorithm>

#include "plan/ray_symmetry.hpp"

namespace grundy::plan {

bool always_true(const rules::Condition& condition) {
  return condition.op == rules::Condition::Op::all_of &&
         std::all_of(condition.parts.begin(), condition.parts.end(), always_true);
}

std::optional<std::size_t> section_axis(const rules::Rules& rules) {
  std::optional<std::size_t> last;
  if (!rules.endings.empty()) return last;
  for (const rules::OptionRule& rule : rules.options)
    if (const auto direction = ray_direction(rules, rule))
      if (const auto axis = ray_axis({{*direction}})) last = std::max(last.value_or(0), *axis);
  return last;
}

}  // namespace grundy::plan
