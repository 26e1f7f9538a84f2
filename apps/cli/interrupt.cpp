#include "interrupt.hpp"

#include <csignal>
#include <iostream>

namespace grundy::cli {
namespace {

// All that a signal handler can reach.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void on_signal(int number) {
  interrupted = true;
  std::signal(number, SIG_DFL);
}

}  // namespace

const std::atomic<bool>& stop_on_interrupt() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  return interrupted;
}

bool read_line(std::string& line) {
  const auto on_interrupt = std::signal(SIGINT, SIG_DFL);
  const bool is_there = static_cast<bool>(std::getline(std::cin, line));
  std::signal(SIGINT, on_interrupt);
  return is_there;
}

}  // namespace grundy::cli
