// cli/interrupt.hpp: Ctrl-C as a flag.
#pragma once
#include <array>
#include <atomic>
#include <csignal>

namespace grundy::cli {

// From now on SIGINT, SIGTERM and SIGHUP end the program with status 130, as they do when work that
// looks at the flag below has ended. The first thing that the program does, when nothing is begun
// yet. Under nohup SIGHUP does not count.
void end_on_signals();

// From now on SIGINT, SIGTERM and SIGHUP set the returned flag. A second SIGINT or SIGTERM ends the
// program; of a terminal that is closed several SIGHUP come, and under nohup none counts.
const std::atomic<bool>& stop_on_interrupt();

// While it lives those signals end the program at once. For work that does not
// look at the flag.
class SignalsEndTheProgram {
 public:
  SignalsEndTheProgram();
  ~SignalsEndTheProgram();
  SignalsEndTheProgram(const SignalsEndTheProgram&) = delete;
  SignalsEndTheProgram& operator=(const SignalsEndTheProgram&) = delete;

 private:
  std::array<void (*)(int), 3> handlers_;
};

}  // namespace grundy::cli
