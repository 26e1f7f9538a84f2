// cli/interrupt.hpp: Ctrl-C as a flag.
#pragma once
#include <atomic>
#include <string>

namespace grundy::cli {

// From now on SIGINT and SIGTERM set the returned flag; a second one ends the program.
const std::atomic<bool>& stop_on_interrupt();

// The next line of standard input; false at its end. While it waits, Ctrl-C ends the program.
bool read_line(std::string& line);

}  // namespace grundy::cli
