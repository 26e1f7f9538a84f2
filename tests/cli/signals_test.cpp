// Signals end the program in good order from its first moment on.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include "program.hpp"

namespace grundy::cli {
namespace {

constexpr int interrupted = 130;

using Words = std::vector<std::string>;

// Each takes far longer than the test waits.
const std::vector<Words> long_commands{
    {"solve", "nim", "--box", "30000000", "--kernel", "generic"},
    {"value", "chomp3(200,200,200)"},
    {"bench", "--seconds", "60"},
    {"check", "powers_of_two", "--claim", "P when n mod 3 = 0", "--box", "100000000"}};

// Nothing can answer a signal that comes before the program is loaded.
TEST(Signals, EndTheProgramFromItsFirstMomentOn) {
  for (const Words& words : long_commands)
    for (const int milliseconds : {0, 1, 2, 4, 8, 15, 30, 60}) {
      SCOPED_TRACE(words[0] + " " + std::to_string(milliseconds) + " ms");
      Program program(words);
      const int signal = milliseconds % 2 == 0 ? SIGTERM : SIGINT;
      ASSERT_TRUE(program.answers(signal));
      std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
      program.send(signal);
      EXPECT_EQ(program.wait().status, interrupted);
    }
}

// Sanitizers are libraries that have to begin first.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST(Signals, AreAnsweredWhileLibrariesBegin) {
  using Clock = std::chrono::steady_clock;
  const std::vector<Words> commands{{"games"}, {"solve", "nim", "--box", "10"}};
  for (const Words& words : commands) {
    Words all{"SLOW_START=20", "LD_PRELOAD=" GRUNDY_FAILING_CALLS, GRUNDY_PROGRAM};
    all.insert(all.end(), words.begin(), words.end());
    const auto begin = Clock::now();
    Program program(all, "", "/usr/bin/env");
    EXPECT_TRUE(program.answers(SIGTERM));
    program.send(SIGTERM);
    const Ran ran = program.wait();
    EXPECT_EQ(ran.status, interrupted) << ran.out;
    EXPECT_EQ(ran.err, "grundy: interrupted\n");
    EXPECT_LT(Clock::now() - begin, std::chrono::seconds(15));
  }
}
#endif

}  // namespace
}  // namespace grundy::cli
