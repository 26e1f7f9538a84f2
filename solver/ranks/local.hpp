// ranks/local.hpp: ranks in one process, each with threads of its own.
#pragma once
#include <functional>
#include <memory>

#include "ranks/transport.hpp"

namespace grundy::cluster {

// Runs work(transport) for each of `ranks` ranks at once, rank 0 on the calling thread, and returns
// when all are done. What one of them throws fails all, and is thrown again then. Requires
// ranks >= 1.
void run_local(std::size_t ranks, const std::function<void(Transport&)>& work);

}  // namespace grundy::cluster
