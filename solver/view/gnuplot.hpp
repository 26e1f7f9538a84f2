// view/gnuplot.hpp: the program gnuplot, in a process of its own.
#pragma once
#include <atomic>
#include <string>

#include "base/error.hpp"

namespace grundy::plot {

// What it writes on standard output. Errc::io where there is no gnuplot, and with its message
// where it fails, Errc::interrupted after `stop`, which may be null.
Result<std::string> run_gnuplot(const std::string& script, const std::atomic<bool>* stop);

}  // namespace grundy::plot
