// session/sample_plan.hpp: how a game would be solved, shown by a small box of it.
#pragma once
#include "core/error.hpp"
#include "plan/plan.hpp"
#include "rules/rules.hpp"

namespace grundy::session {

// The plan of a box of 20 along each axis, cut to the game's ranges. Errors are those of make_plan.
Result<plan::Plan> sample_plan(const rules::Rules& game);

}  // namespace grundy::session
