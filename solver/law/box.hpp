// law/box.hpp: the box on which a claim is compared with solved values, and the counterexamples
// that this finds.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/value.hpp"
#include "law/certificate/section.hpp"
#include "law/child/child.hpp"
#include "oracle/options.hpp"
#include "plan/plan.hpp"
#include "rules/claim.hpp"
#include "rules/rules.hpp"
#include "run/asked.hpp"
#include "run/solve.hpp"

namespace grundy::law {

// A position that refutes a claim, and the option that shows it.
struct Counterexample {
  Position position;
  std::int64_t claimed;
  // What follows from the options: from their true values, or (`by_itself`) from those that the
  // claim gives them; then the claim contradicts itself. Nothing if there are too many options.
  std::optional<std::int64_t> value;
  bool by_itself = false;
  std::optional<oracle::Sum> option;  // the option that shows it
};

// The value of a position, true or claimed; nothing if it is not known.
using ValueOf = std::function<std::optional<std::int64_t>(const Position&)>;

// The counterexample at a position whose value is `value` and was claimed to be `claimed`. Its
// option is a P-option of an N-position, or one that has the claimed nimber. There is none if the
// mistake is that no option has a certain value, or if searching takes too long. `stop`, which may
// be null, ends the search.
Counterexample explained(const rules::Rules& rules, Quantity quantity, const Position& position,
                         std::int64_t claimed, std::int64_t value, const ValueOf& value_of,
                         const std::atomic<bool>* stop);

// The time allowed for examining the options of one position.
oracle::Patience patience_for_options(const std::atomic<bool>* stop);

// "N: the option (3) is P".
std::string to_string(const Counterexample& counterexample, Quantity quantity);

// The time for a box that the user did not specify.
inline constexpr double seconds_of_box = 0.7;

// How boxes are solved.
struct Solving {
  std::size_t threads = 0;  // 0: one for every core
  std::string executor = "tbb";
  std::optional<std::uint64_t> memory_limit;
  const std::atomic<bool>* stop = nullptr;
  std::atomic<std::uint64_t>* solved = nullptr;  // counts positions while boxes are solved
  // Of a box that is not given.
  double seconds = seconds_of_box;
  std::uint64_t positions = 1 << 20;
};

// What a law is about, and how it is looked for and proved.
struct Subject {
  rules::Rules rules;  // of the section, if there is one
  relation::Section section = {};
  Quantity quantity = Quantity::nimber;
  Convention convention = Convention::normal;
  // The upper ends of the box that laws are compared with. Empty: a box that is solved in about
  // solving.seconds, or none if not even a small one fits the memory.
  std::vector<std::int64_t> high = {};
  Limits limits = {};  // of all proofs together
  Solving solving = {};
};

// A solved box.
struct Values {
  plan::Plan plan;
  sweep::Solution solution;

  const Box& box() const noexcept { return plan.box; }
  bool is_everything() const;  // all positions of the game are in the box
  ValueOf value_of() const;    // known for positions of the box; *this must outlive it
};

// Called with each row along the last axis: its first position and its values. An error ends the
// iteration.
using VisitRow = std::function<Status(const Position& start, std::span<const std::uint32_t> row)>;
Status for_each_row(const Values& values, const VisitRow& visit);

// Whether this is an interruption that `stop`, which may be null, did not ask for.
bool ran_out_of_time(const Error& error, const std::atomic<bool>* stop);

// The values of the subject's box. If it gives none, of the largest corner that is solved in about
// solving.seconds: at most solving.positions, with sides as equal as ranges allow; if the estimate
// is too low, it may take some times as long. The errors of solve::make_plan and solve::run.
Result<Values> solve_box(const Subject& subject);

// Errc::unsupported for rules with `where`: laws are about all tuples.
Status has_laws(const rules::Rules& rules);

// The same of a box that is given, but Errc::usage if it is estimated to take more than `seconds`.
Result<Values> solve_soon(const Subject& subject, double seconds);

// A position of the box at which the claim is wrong, if there is one: with the least sum of
// coordinates, and among these the first in C order. The errors of oracle::claimed;
// Errc::interrupted once `stop`, which may be null, is true.
Result<std::optional<Counterexample>> compare(const rules::Claim& claim, const Values& values,
                                              const std::atomic<bool>* stop);

}  // namespace grundy::law
