#include "cli/interrupt.hpp"

#include <unistd.h>

#include <string_view>

#include "cli/failure.hpp"

namespace grundy::cli {
namespace {

constexpr std::array signals{SIGINT, SIGTERM, SIGHUP};

// All that a signal handler can reach.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void answer_by(void (*handler)(int)) {
  std::signal(SIGINT, handler);
  std::signal(SIGTERM, handler);
  if (std::signal(SIGHUP, handler) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

// Calls nothing that a signal handler must not call.
extern "C" void end_at_once(int) {
  constexpr std::string_view text = "grundy: interrupted\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
  ::_exit(interrupted_status);
}

extern "C" void on_signal(int number) {
  interrupted = true;
  if (number != SIGHUP) std::signal(number, SIG_DFL);
}

}  // namespace

void end_on_signals() {
  answer_by(end_at_once);
}

const std::atomic<bool>& stop_on_interrupt() {
  answer_by(on_signal);
  return interrupted;
}

SignalsEndTheProgram::SignalsEndTheProgram() {
  for (std::size_t i = 0; i < signals.size(); ++i) {
    handlers_[i] = std::signal(signals[i], end_at_once);
    if (handlers_[i] == SIG_IGN) std::signal(signals[i], SIG_IGN);
  }
}

SignalsEndTheProgram::~SignalsEndTheProgram() {
  for (std::size_t i = 0; i < signals.size(); ++i) std::signal(signals[i], handlers_[i]);
}

}  // namespace grundy::cli
