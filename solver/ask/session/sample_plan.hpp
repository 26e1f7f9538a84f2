// ask/session/sample_plan.hpp: how a game would be solved, shown by a small box of it.
#pragma once
#include <string>

#include "base/error.hpp"
#include "plan/plan.hpp"
#include "rules/rules.hpp"

namespace grundy::session {

// The plan of a box of 20 along each axis, cut to the game's ranges. Errors are those of make_plan.
Result<plan::Plan> sample_plan(const rules::Rules& game);

// Why play ends by that plan, as reason_of_end() tells; "up to .." with the box's end where the
// rules are not known to end from farther positions too.
std::string why_play_ends(const plan::Plan& sample);

}  // namespace grundy::session
