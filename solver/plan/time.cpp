#include "plan/time.hpp"

namespace grundy::plan {

double estimated_seconds(const Plan& plan) {
  return with_family(plan.method.task, [&](auto family, const auto& task) {
    return decltype(family)::seconds(task, plan);
  });
}

}  // namespace grundy::plan
