// cli/plan_text.hpp: a plan explained.
#pragma once
#include <string>

#include "plan/plan.hpp"
#include "text.hpp"

namespace grundy::cli {

std::string explain(const plan::Plan& plan);
Json to_json(const plan::Plan& plan);

// "a + 2 b - c" and whether it falls or rises: why play ends.
std::string reason_of_end(const plan::Plan& plan);

}  // namespace grundy::cli
