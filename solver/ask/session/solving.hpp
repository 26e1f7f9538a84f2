// ask/session/solving.hpp: a box solved while somebody watches.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "base/error.hpp"
#include "run/asked.hpp"
#include "run/solve.hpp"
#include "run/solved_values.hpp"

namespace grundy::session {

// Positions solved so far, of `total`. False: stop.
using Watch = std::function<bool(std::uint64_t solved, std::uint64_t total)>;

// Plans, solves, checks and, if there is an output, writes. `watch`, unless empty, is called about
// ten times a second from the thread that called, so that it may touch what belongs to that thread,
// and first at once; the solving then goes on in other threads. Errc::interrupted if it said to
// stop before all was done, Errc::unchecked as solve::expect_checked says; else the errors of
// make_plan and run in solver/solve.
Result<std::shared_ptr<const solve::SolvedValues>> solve(const solve::Asked& asked,
                                                         const std::optional<solve::Output>& output,
                                                         const Watch& watch,
                                                         solve::CheckCount check = {});

}  // namespace grundy::session
