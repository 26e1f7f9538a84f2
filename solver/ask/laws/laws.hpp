// ask/laws/laws.hpp: laws asked for by the command line, by C and by Python.
#pragma once
#include <atomic>
#include <functional>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "base/machine.hpp"
#include "law/certificate/section.hpp"
#include "law/find.hpp"
#include "run/asked.hpp"

namespace grundy::session {

struct LawAsked {
  solve::Asked solve;   // `high` is the box to compare with; empty: as much as takes about a second
  std::string section;  // "1,:"; empty: all positions
  std::optional<std::string> claim;  // none: a law is looked for
  double seconds = 60;               // of all proofs together
};

// As a law::Task or law::Question, but for what only one of them has. `stop` may be null.
template <class To>
Result<To> law_asked(const LawAsked& asked, rules::Rules rules, const std::atomic<bool>* stop) {
  if (const Status s = parallel::check_threads(asked.solve.threads); !s) return s.error();
  const std::uint64_t half = asked.solve.memory_limit.value_or(memory::available_memory()) / 2;
  To to;
  to.limits = {asked.seconds, half};
  if (!asked.section.empty()) {
    auto section = law::parse_section(asked.section, rules);
    if (!section) return section.error();
    to.section = *std::move(section);
    auto within = law::section_of(rules, to.section, to.limits, stop);
    if (!within) return within.error();
    rules = *std::move(within);
  }
  to.convention = asked.solve.convention.value_or(rules.convention);
  to.high = asked.solve.high;
  if (to.high.size() == 1) to.high.resize(rules.dimensions(), to.high.front());
  to.rules = std::move(rules);
  to.solving.threads = asked.solve.threads;
  to.solving.executor = asked.solve.executor;
  to.solving.memory_limit = half;
  to.solving.stop = stop;
  return to;
}

// The quantity that a law is looked for: nimbers where there are any.
Quantity quantity_of_law(const law::Question& question, const std::optional<Quantity>& asked);

struct LawAnswer {
  std::string json;            // what `--json` prints
  std::string certificate;     // of a law that was found; else empty
  std::string c, python, tex;  // the law as code; empty where law::function_of() has none
};

// Looks for a law, or checks the claim. `watch`, unless empty, is called at once and ten times a
// second in the thread that called, and says whether to go on.
Result<LawAnswer> tell_law(const LawAsked& asked, const std::function<bool()>& watch);

}  // namespace grundy::session
