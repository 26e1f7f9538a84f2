// differential: questions without end, each answered in many ways that must agree.
//
//   differential --emit --count N --seed S
#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdio>

#include "differential/emit.hpp"

int main(int argc, char** argv) {
  CLI::App app("Random games, by all ways of solving and by the oracle.");
  std::uint64_t seed = 1;
  std::uint64_t count = 100;
  bool emit = false;
  app.add_option("--seed", seed, "The first game's seed");
  app.add_option("--count", count, "How many games");
  app.add_flag("--emit", emit, "Only print questions and the oracle's answers, as lines of JSON");
  CLI11_PARSE(app, argc, argv);
  if (emit) grundy::differential::emit(seed, count, stdout);
  return 0;
}
