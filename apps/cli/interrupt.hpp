// cli/interrupt.hpp: Ctrl-C as a flag.
#pragma once
#include <atomic>

namespace grundy::cli {

// From now on SIGINT and SIGTERM set the returned flag; a second one ends the program.
const std::atomic<bool>& stop_on_interrupt();

}  // namespace grundy::cli
