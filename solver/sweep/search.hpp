// sweep/search.hpp: the box position by position, through lazy/sum_search.hpp.
//
// For plans with Kernel::search: remoteness and misère play of rules whose options are
// sums. What a position needs is not in the box, so every position is searched, all with
// one memory. One thread.
#pragma once
#include "sweep/sweep.hpp"

namespace grundy::sweep {

// Sets the cells of plan.box; the others of the closure stay as they are. Errc::memory
// when the search outgrows what the plan may use, Errc::interrupted on stop.
Status search_box(const plan::Plan& plan, Cells& cells, std::atomic<std::uint64_t>& solved,
                  const std::atomic<bool>* stop);

}  // namespace grundy::sweep
