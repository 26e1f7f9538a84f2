// differential: questions without end, each answered in many ways that must agree.
//
//   differential --seconds S --seed N [--log FILE]   status 1 on a difference, or if nothing was
//                                                    compared
//   differential --construct NAME .. --each N        stops at N games of each construct
//   differential --emit --count N --seed S
//   differential --emit --construct NAME .. --each N
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/machine.hpp"
#include "differential/emit.hpp"
#include "differential/least.hpp"
#include "differential/run.hpp"

namespace grundy::differential {
namespace {

constexpr double longest_question = 240;  // seconds of processors
constexpr double longest_wait = 3600;     // seconds: threads that wait for each other take no time

struct Arguments {
  std::uint64_t seed = 1;
  std::uint64_t plain = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t count = 0;  // 0: as many as the time allows
  double seconds = 60;
  std::vector<std::string> constructs;  // asked for, and how many games of each
  std::uint64_t each = 2000;
  bool missing = false;
  double shrink = 20;  // seconds for each difference
  std::string log;     // "": standard output
};

void print(std::FILE* out, const Tally& tally, std::uint64_t differences, double seconds) {
  fmt::print(out,
             "{} games, {} accepted, {} open, {} too slow for the oracle, {} endless, {} compared, "
             "{} runs, {} runs refused for want of a proof, {} differences, {:.0f} s\n",
             tally.games, tally.accepted, tally.open, tally.slow, tally.endless, tally.compared,
             tally.runs, tally.refused, differences, seconds);
  const auto pairs = tally.coverage.figures();
  fmt::print(out, "{} of {} pairs\n", pairs.seen, pairs.possible);
  for (const auto& [kernel, runs] : tally.kernels) fmt::print(out, "  {} {}\n", kernel, runs);
  std::fflush(out);
}

// Ends the program if a question takes far too long, and says which one it was. It goes by the time
// of processors, since on a busy machine the clock would tell a difference that is none.
class Watchdog {
 public:
  explicit Watchdog(std::FILE* out)
      : thread_([this, out](std::stop_token stop) { watch(out, stop); }) {}
  void begin(std::uint64_t seed) {
    const std::lock_guard lock(guard_);
    seed_ = seed;
    since_ = Stopwatch();
    processors_since_ = std::clock();
  }

 private:
  void watch(std::FILE* out, const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      const std::lock_guard lock(guard_);
      const double processors =
          static_cast<double>(std::clock() - processors_since_) / CLOCKS_PER_SEC;
      if (processors < longest_question && since_.seconds() < longest_wait) continue;
      fmt::print(out, "DIFFERENCE: seed {} does not end\n", seed_);
      std::fflush(out);
      std::_Exit(1);
    }
  }

  std::mutex guard_;
  std::uint64_t seed_ = 0;
  Stopwatch since_;
  std::clock_t processors_since_ = 0;
  std::jthread thread_;
};

generator::Constructs asked_for(const Arguments& arguments) {
  return {arguments.constructs.begin(), arguments.constructs.end()};
}

int run(const Arguments& arguments) {
  std::FILE* out = arguments.log.empty() ? stdout : std::fopen(arguments.log.c_str(), "w");
  if (out == nullptr) {
    std::perror(arguments.log.c_str());
    return 4;
  }
  Watchdog watchdog(out);
  const Stopwatch watch;
  Tally tally;
  std::uint64_t differences = 0;
  Questions questions(arguments.seed, arguments.plain);
  const generator::Constructs asked = asked_for(arguments);
  while (watch.seconds() < arguments.seconds &&
         (arguments.count == 0 || tally.games < arguments.count)) {
    const auto wanted = still_wanted(asked, tally.constructs, arguments.each);
    if (!asked.empty() && wanted.empty()) break;
    const Question question =
        asked.empty() ? questions.next(tally.coverage) : questions.next_with(wanted);
    const Stopwatch one;
    watchdog.begin(question.seed);
    const auto difference = examine(question, tally);
    if (one.seconds() > 5) fmt::print(out, "seed {} took {:.1f} s\n", question.seed, one.seconds());
    if (tally.games % 1000 == 0) {
      fmt::print(out, "{} games by seed {}, {:.0f} s\n", tally.games, question.seed,
                 watch.seconds());
      std::fflush(out);
    }
    if (!difference) continue;
    ++differences;
    fmt::print(out, "DIFFERENCE {} after {:.1f} s, {}\n", differences, watch.seconds(),
               to_text(*difference));
    std::fflush(out);
    if (arguments.shrink > 0)
      fmt::print(out, "LEAST of {}\n", to_text(least(*difference, arguments.shrink)));
    std::fflush(out);
  }
  print(out, tally, differences, watch.seconds());
  for (const std::string& construct : asked)
    fmt::print(out, "  {} games with: {}\n", tally.constructs[construct], construct);
  if (arguments.missing)
    for (const std::string& pair : tally.coverage.missing()) fmt::print(out, "missing: {}\n", pair);
  return differences == 0 && tally.compared > 0 ? 0 : 1;
}

int show(const Arguments& arguments) {
  for (std::uint64_t i = 0; i < std::max<std::uint64_t>(arguments.count, 1); ++i)
    fmt::print("{}", to_text(random_question(arguments.seed + i)));
  return 0;
}

}  // namespace
}  // namespace grundy::differential

int main(int argc, char** argv) {
  using namespace grundy::differential;
  CLI::App app("Random games, by all ways of solving and by the oracle.");
  Arguments arguments;
  bool emits = false;
  bool shows = false;
  app.add_option("--seed", arguments.seed, "The first game's seed");
  app.add_option("--count", arguments.count, "How many games");
  app.add_option("--seconds", arguments.seconds, "For how long");
  app.add_option("--construct", arguments.constructs,
                 "Only games that have one of these, until --each games of every one were compared")
      ->check(CLI::IsMember(grundy::generator::all_constructs()));
  app.add_option("--each", arguments.each, "How many games of each construct");
  app.add_option("--plain", arguments.plain,
                 "After this many games only those that bring new pairs are taken");
  app.add_option("--shrink", arguments.shrink, "Seconds to look for the least game that differs");
  app.add_option("--log", arguments.log, "Where differences and figures are written");
  app.add_flag("--missing", arguments.missing, "List the pairs that did not occur");
  app.add_flag("--show", shows, "Only print the questions");
  app.add_flag("--emit", emits, "Only print questions and the oracle's answers, as lines of JSON");
  CLI11_PARSE(app, argc, argv);
  if (shows) return show(arguments);
  if (!emits) return run(arguments);
  if (!arguments.constructs.empty())
    emit_each(arguments.seed, asked_for(arguments), arguments.each, stdout);
  else
    emit(arguments.seed, arguments.count, stdout);
  return 0;
}
