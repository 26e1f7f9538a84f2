// hostile_rules ROOT COUNT SEED FOLDER [FILE..]: reads and plans COUNT rule files, mutated ones and
// random loops by turns (or these files), each in a process of its own, whose time and memory are
// measured. See
// scripts/hostile-rules. What took too much, crashed or ended in an exception is left in FOLDER.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "ask/session/plan_text.hpp"
#include "compile/compile.hpp"
#include "mutate.hpp"
#include "rules/language/parser.hpp"
#include "support/random_loops.hpp"

namespace grundy::hostile {
namespace {

constexpr double most_seconds = 2;
constexpr double most_megabytes = 200;
constexpr std::size_t most_games = 3;                 // of a file that are planned
constexpr std::int64_t sizes[] = {20, 100, 5, 1000};  // of boxes

enum Answer : int { not_read, not_planned, was_planned, internal_error };

plan::Request request_for(const rules::Rules& game, std::size_t trial, std::int64_t high) {
  plan::Request request;
  request.rules = game;
  request.convention = game.convention;
  const bool nimbers = game.convention == Convention::normal && !game.has_ending(Outcome::N);
  request.quantity = nimbers && trial % 3 != 1 ? Quantity::nimber
                     : trial % 3 == 2          ? Quantity::remoteness
                                               : Quantity::outcome;
  for (const rules::Coordinate& coordinate : game.coordinates)
    request.high.push_back(std::max(coordinate.low, high));
  return request;
}

Answer answer(const std::string& text, std::size_t trial, std::int64_t high) try {
  const auto games = rules::parse(text, "t");
  if (!games) return not_read;
  Answer worst = was_planned;
  for (std::size_t i = 0; i < std::min(games->size(), most_games); ++i) {
    const auto plan = plan::make_plan(request_for((*games)[i], trial, high));
    if (plan) {
      static_cast<void>(session::explain(*plan));
      static_cast<void>(
          compile::compile((*games)[i], plan->closure, compile::Outputs::coordinates));
    } else {
      worst = not_planned;
    }
  }
  return worst;
} catch (const std::exception& error) {
  fmt::print(stderr, "internal error: {}\n", error.what());
  return internal_error;
}

struct Outcome {
  int status;
  double seconds;
  double megabytes;
};

// In a process of its own.
Outcome measured(const std::string& text, std::size_t trial, std::int64_t high) {
  const pid_t child = fork();
  if (child == 0) {
    const rlimit time{20, 20};
    const rlimit space{rlim_t{4} << 30, rlim_t{4} << 30};
    setrlimit(RLIMIT_CPU, &time);
    setrlimit(RLIMIT_AS, &space);
    _exit(answer(text, trial, high));
  }
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
  };
  return {status, seconds(usage.ru_utime) + seconds(usage.ru_stime),
          static_cast<double>(usage.ru_maxrss) / 1024};
}

class Report {
 public:
  explicit Report(std::string folder) : folder_(std::move(folder)) {
    std::filesystem::create_directories(folder_);
  }

  void add(const std::string& name, const std::string& text, const Outcome& outcome) {
    const bool ended = WIFEXITED(outcome.status) && WEXITSTATUS(outcome.status) != internal_error;
    if (ended) ++counts_[WEXITSTATUS(outcome.status)];
    slowest_ = std::max(slowest_, outcome.seconds);
    biggest_ = std::max(biggest_, outcome.megabytes);
    if (ended && outcome.seconds <= most_seconds && outcome.megabytes <= most_megabytes) return;
    ++failures_;
    const std::string path = fmt::format("{}/{}", folder_, name);
    std::ofstream(path, std::ios::binary) << text;
    fmt::print("{}: {}, {:.2f} s, {:.0f} MB\n", path,
               ended                       ? "too much"
               : WIFEXITED(outcome.status) ? "internal error"
                                           : "crashed",
               outcome.seconds, outcome.megabytes);
  }

  bool good() const { return failures_ == 0; }
  void print() {
    fmt::print(
        "{} planned, {} refused by the plan, {} not read; slowest {:.2f} s, largest {:.0f} MB; "
        "{} failures\n",
        counts_[was_planned], counts_[not_planned], counts_[not_read], slowest_, biggest_,
        failures_);
  }

 private:
  std::string folder_;
  std::map<int, std::size_t> counts_;
  double slowest_ = 0;
  double biggest_ = 0;
  std::size_t failures_ = 0;
};

int run(const std::vector<std::string>& words) {
  Report report(words[3]);
  const auto read = [](const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(stream), {});
  };
  for (std::size_t i = 4; i < words.size(); ++i) {
    const std::string text = read(words[i]);
    const Outcome outcome = measured(text, 0, sizes[0]);
    fmt::print("{:5.2f} s {:5.0f} MB {}\n", outcome.seconds, outcome.megabytes, words[i]);
    report.add(std::filesystem::path(words[i]).filename(), text, outcome);
  }
  const auto texts = seeds(words[0]);
  std::mt19937_64 random(std::stoull(words[2]));
  support::RandomLoops loops(std::stoull(words[2]));
  const std::size_t count = words.size() > 4 ? 0 : std::stoull(words[1]);
  for (std::size_t trial = 0; trial < count; ++trial) {
    const support::RandomLoops::Game game =
        trial % 2 == 0 ? loops.next()
                       : support::RandomLoops::Game{mutated(texts, random), sizes[trial / 2 % 4]};
    report.add(fmt::format("{}-{}.box{}.game", words[2], trial, game.high), game.text,
               measured(game.text, trial, game.high));
    std::fflush(stdout);
  }
  report.print();
  return report.good() ? 0 : 1;
}

}  // namespace
}  // namespace grundy::hostile

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() < 4) return 2;
  return grundy::hostile::run(words);
}
