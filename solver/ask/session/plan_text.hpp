// ask/session/plan_text.hpp: a plan explained.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "plan/plan.hpp"

namespace grundy::session {

// For people, some lines: what would be solved, in what order, how, with how much memory and time.
std::string explain(const plan::Plan& plan);

// The object that `grundy plan --json` prints; its keys stay.
nlohmann::ordered_json to_json(const plan::Plan& plan);

// "a + 2 b - c" and whether it falls or rises: why play ends.
std::string reason_of_end(const plan::Plan& plan);

}  // namespace grundy::session
