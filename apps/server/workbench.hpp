// server/workbench.hpp: rules that a visitor writes: their values, moves and law.
//
// Each is worked out in a process of its own, within limits (ask/workbench/trial.hpp). One runs
// for each thread that searches. A question that takes 40 ms needs no such thread.
#pragma once
#include "server/asked.hpp"

namespace grundy::server {

http::Answer get_workbench(const Asked& asked);  // whether it is on, and its limits

// {"rules":"game ..","value":"outcome","convention":"misere","box":[9,9]}; only `rules` must be
// there.
http::Answer post_trial_values(const Asked& asked);
http::Answer post_trial_law(const Asked& asked);
http::Answer post_trial_moves(const Asked& asked);  // and "at":[3,4]

}  // namespace grundy::server
