// differential: questions without end, each answered in many ways that must agree.
//
//   differential --seconds S --seed N [--log FILE]   status 1 on a difference
//   differential --emit --count N --seed S
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdio>

#include "core/stopwatch.hpp"
#include "differential/emit.hpp"
#include "differential/run.hpp"

namespace grundy::differential {
namespace {

struct Arguments {
  std::uint64_t seed = 1;
  std::uint64_t count = 0;  // 0: as many as the time allows
  double seconds = 60;
  std::string log;  // "": standard output
};

void print(std::FILE* out, const Tally& tally, std::uint64_t differences, double seconds) {
  fmt::print(out,
             "{} games, {} accepted, {} open, {} too slow for the oracle, {} compared, {} runs, "
             "{} differences, {:.0f} s\n",
             tally.games, tally.accepted, tally.open, tally.slow, tally.compared, tally.runs,
             differences, seconds);
  for (const auto& [kernel, runs] : tally.kernels) fmt::print(out, "  {} {}\n", kernel, runs);
  std::fflush(out);
}

int run(const Arguments& arguments) {
  std::FILE* out = arguments.log.empty() ? stdout : std::fopen(arguments.log.c_str(), "w");
  if (out == nullptr) {
    std::perror(arguments.log.c_str());
    return 4;
  }
  const Stopwatch watch;
  Tally tally;
  std::uint64_t differences = 0;
  for (std::uint64_t seed = arguments.seed; watch.seconds() < arguments.seconds; ++seed) {
    if (arguments.count > 0 && seed - arguments.seed >= arguments.count) break;
    const Stopwatch one;
    const auto difference = examine(random_question(seed), tally);
    if (one.seconds() > 5) fmt::print(out, "seed {} took {:.1f} s\n", seed, one.seconds());
    if (!difference) continue;
    ++differences;
    fmt::print(out, "DIFFERENCE {} after {:.1f} s, {}\n", differences, watch.seconds(),
               to_text(*difference));
    std::fflush(out);
  }
  print(out, tally, differences, watch.seconds());
  return differences == 0 ? 0 : 1;
}

}  // namespace
}  // namespace grundy::differential

int main(int argc, char** argv) {
  using namespace grundy::differential;
  CLI::App app("Random games, by all ways of solving and by the oracle.");
  Arguments arguments;
  bool emits = false;
  app.add_option("--seed", arguments.seed, "The first game's seed");
  app.add_option("--count", arguments.count, "How many games");
  app.add_option("--seconds", arguments.seconds, "For how long");
  app.add_option("--log", arguments.log, "Where differences and figures are written");
  app.add_flag("--emit", emits, "Only print questions and the oracle's answers, as lines of JSON");
  CLI11_PARSE(app, argc, argv);
  if (!emits) return run(arguments);
  emit(arguments.seed, arguments.count, stdout);
  return 0;
}
