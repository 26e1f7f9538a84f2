// differential/run.hpp: questions asked in many ways, one after another.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "differential/coverage.hpp"
#include "differential/question.hpp"
#include "differential/way.hpp"

namespace grundy::differential {

struct Difference {
  Question question;
  Way way;
  std::string what;
};

using Counts = std::map<std::string, std::uint64_t, std::less<>>;

// How questions ended.
struct Tally {
  std::uint64_t games = 0;
  std::uint64_t accepted = 0;
  std::uint64_t open = 0;     // rules that leave the question open
  std::uint64_t slow = 0;     // for the oracle
  std::uint64_t endless = 0;  // play comes back, and the question is refused
  std::uint64_t compared = 0;
  std::uint64_t runs = 0;
  std::uint64_t refused = 0;                     // runs, for want of a proof
  std::map<std::string, std::uint64_t> kernels;  // runs by what really ran
  Counts constructs;                             // games compared that have it
  Coverage coverage;
};

// What is to be known of a question to judge answers; nothing if there is none. `what` says of
// rules that are accepted and then cannot be played what is wrong.
struct Asked {
  std::optional<Known> known;
  std::optional<std::string> wrong;
};
Asked ask(const Question& question, Tally& tally);

// Questions of seeds `first` and on. From the `plain`th on only games are taken whose constructs
// come together for the first time, but one of every 64 seeds all the same.
class Questions {
 public:
  Questions(std::uint64_t first, std::uint64_t plain) : seed_(first), plain_(plain) {}
  Question next(const Coverage& so_far);
  // The next whose game has one of these constructs.
  Question next_with(const generator::Constructs& wanted);

 private:
  std::uint64_t seed_;
  std::uint64_t plain_;
};

// Those constructs that occurred in fewer games than `each`.
generator::Constructs still_wanted(const generator::Constructs& constructs, const Counts& counts,
                                   std::uint64_t each);

// The first difference of a question, in the ways that are drawn for its seed.
std::optional<Difference> examine(const Question& question, Tally& tally);

// The game, and a command line that asks the question; with what was found.
std::string to_text(const Question& question);
std::string to_text(const Difference& difference);

}  // namespace grundy::differential
