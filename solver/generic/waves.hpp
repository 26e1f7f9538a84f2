// generic/waves.hpp: a closure solved wave by wave, all tiles of a wave at once.
#pragma once
#include <cstdint>
#include <functional>

#include "core/error.hpp"
#include "generic/task.hpp"
#include "memory/cells.hpp"
#include "parallel/executor.hpp"
#include "tiles/watch.hpp"

namespace grundy::generic {

// Values of boxes whose scope.schedule.last_wave() is at most `wave` are final. An error ends the
// sweep.
using AfterWave = std::function<Status(std::uint64_t wave)>;

// Sets `cells`, which are those of the closure. A sweep that goes on calls after_wave, which may be
// empty, for the last wave that was saved, and from there. Errors: Errc::interrupted, those of
// after_wave and the keeper, Errc::corrupt for a saved state that does not fit.
Status solve_by_waves(const Task& task, const family::Scope& scope, parallel::Executor& executor,
                      const tiles::Watch& watch, memory::Cells& cells, const AfterWave& after_wave);

}  // namespace grundy::generic
