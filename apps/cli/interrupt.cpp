#include "interrupt.hpp"

namespace grundy::cli {
namespace {

constexpr std::array signals{SIGINT, SIGTERM, SIGHUP};

// All that a signal handler can reach.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void on_signal(int number) {
  interrupted = true;
  if (number != SIGHUP) std::signal(number, SIG_DFL);
}

}  // namespace

const std::atomic<bool>& stop_on_interrupt() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  if (std::signal(SIGHUP, on_signal) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
  return interrupted;
}

SignalsEndTheProgram::SignalsEndTheProgram() {
  for (std::size_t i = 0; i < signals.size(); ++i) {
    handlers_[i] = std::signal(signals[i], SIG_DFL);
    if (handlers_[i] == SIG_IGN) std::signal(signals[i], SIG_IGN);
  }
}

SignalsEndTheProgram::~SignalsEndTheProgram() {
  for (std::size_t i = 0; i < signals.size(); ++i) std::signal(signals[i], handlers_[i]);
}

}  // namespace grundy::cli
