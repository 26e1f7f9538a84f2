// ask/session/plan_text.hpp: a plan explained.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "base/error.hpp"
#include "plan/plan.hpp"
#include "rules/rules.hpp"

namespace grundy::session {

// For people, some lines: what would be solved, in what order, how, with how much memory and time.
std::string explain(const plan::Plan& plan);

// The object that `grundy plan --json` prints; its keys stay.
nlohmann::ordered_json to_json(const plan::Plan& plan);

// "a + 2 b - c" and whether it falls or rises: why play ends.
std::string reason_of_end(const plan::Plan& plan);

// "12 options beyond the upper end of a range, such as (9) -> (10), are no moves"; empty if none
// were found: see compile/cut_off.hpp.
std::string what_is_cut_off(const plan::Plan& plan);

// The same as an object: `options`, how many; `are_all`, or else there may be more; and `from` and
// `to` of an example. Null if none were found.
nlohmann::ordered_json cut_off_json(const plan::Plan& plan);

// How a game would be solved, shown by a small box of it.

// The plan of a box of 20 along each axis, cut to the game's ranges. Errors are those of make_plan.
Result<plan::Plan> sample_plan(const rules::Rules& game);

// Why play ends by that plan, as reason_of_end() tells; "up to .." with the box's end where the
// rules are not known to end from farther positions too.
std::string why_play_ends(const plan::Plan& sample);

}  // namespace grundy::session
