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

// What is asked. `stop` may be null.
Result<law::Subject> law_asked(const LawAsked& asked, rules::Rules rules,
                               const std::atomic<bool>* stop);

// The quantity that a law is looked for: nimbers where there are any.
Quantity quantity_of_law(const law::Subject& subject, const std::optional<Quantity>& asked);

struct LawAnswer {
  std::string json;            // what `--json` prints
  std::string certificate;     // of a law that was found; else empty
  std::string c, python, tex;  // the law as code; empty where law::function_of() has none
};

// Looks for a law, or checks the claim. `watch`, unless empty, is called at once and ten times a
// second in the thread that called, and says whether to go on.
Result<LawAnswer> tell_law(const LawAsked& asked, const std::function<bool()>& watch);

}  // namespace grundy::session
