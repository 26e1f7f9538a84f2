// verify/derive.hpp: the value of one position, from the definition and the values of its options.
//
// The options come from oracle/options.hpp. The value of an option in the box is known. An option
// outside the box, which exists where moves raise a coordinate, is derived like the first position.
// A sum is derived from its components:
//
//   nimber      the xor of their nimbers (Sprague and Grundy)
//   outcome     normal play: equal components cancel and P-positions change nothing. If none is
//               left then, the sum is P; if one is left, N. Two or more need their nimbers, which
//               the oracle finds by recursion if the closure is small enough (Limits).
//   remoteness, and outcome under misère play: components without options change nothing. Two
//               or more others are left to the oracle, up to a number of sums for one position.
//
// A position that cannot be derived in this way remains open. That is counted, and no error. The
// answer for a position depends only on the known values, not on earlier questions.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/box.hpp"
#include "base/error.hpp"
#include "base/value.hpp"
#include "oracle/oracle.hpp"
#include "rules/rules.hpp"

namespace grundy::verify {

// The outcome of a position, and its nimber or remoteness; 0 if only outcomes are known.
struct Fact {
  Outcome outcome = Outcome::P;
  std::uint32_t value = 0;

  friend bool operator==(const Fact&, const Fact&) = default;
};

// For messages: "N", "5", "3 of P".
std::string text_of(Quantity quantity, const Fact& fact);

// Whether two facts are equal in the quantity: outcomes follow from nimbers.
bool same(Quantity quantity, const Fact& a, const Fact& b) noexcept;

// Which facts are known.
struct Subject {
  Quantity quantity = Quantity::nimber;
  Convention convention = Convention::normal;
  Box box;      // the positions whose facts are known
  Box closure;  // contains the box and all that play from there can reach
};

// The known facts: those of a table, or of a box that was just solved. Any number of threads may
// call at() at once.
class Known {
 public:
  virtual ~Known() = default;

  // The fact of a position of the box; nothing if it is unknown. Errors are those of reading.
  virtual Result<std::optional<Fact>> at(const Position& position) const = 0;
};

// Beyond these limits of time and memory a position remains open.
struct Limits {
  // Of a closure of at most `closure` positions, and where at most `outside` of them are outside
  // the box, all of these are remembered; else one derivation may meet `outside_at_once` of them.
  std::uint64_t closure = 1 << 20;
  std::uint64_t outside = 1 << 17;
  std::uint64_t outside_at_once = 1 << 14;
  std::uint64_t for_nimbers = 1 << 14;  // the largest closure in which nimbers are found
  std::uint64_t sums = 1 << 12;         // sums that the oracle visits in one derivation
};

// Derives facts. Not thread-safe: each thread has its own.
class Deriver {
 public:
  Deriver(const rules::Rules& rules, Subject subject, const Known& known, Limits limits = {});

  // The fact of any position of the closure; nothing if it remains open. The errors of reading
  // known facts; Errc::wrong for an option outside the closure; Errc::interrupted if the patience,
  // which may be null, ends.
  Result<std::optional<Fact>> derive(const Position& position,
                                     oracle::Patience* patience = nullptr);

  // The reason for the last position that remained open.
  const std::string& why_open() const noexcept { return why_open_; }

  // The number of options examined so far, of the positions that were asked for.
  std::uint64_t options() const noexcept { return options_; }

 private:
  using Found = Result<std::optional<Fact>>;

  Found one_step(const Position& position, std::uint64_t& options);
  Found fact_of(const Position& position);
  Found fact_of_sum(const oracle::Sum& sum);
  Found nimber_of_sum(const oracle::Sum& sum);
  Found outcome_of_sum(const oracle::Sum& sum);
  Found fact_by_oracle(const oracle::Sum& sum);
  Found derive_with_options(const Position& root);
  std::optional<Found> remembered(const Position& position) const;
  void remember(const Position& position, const std::optional<Fact>& fact);
  Result<bool> is_dead(const Position& position) const;
  Result<oracle::Sum> without_dead(const oracle::Sum& sum) const;
  bool endings_leave_sums_open() const;
  Found open(std::string_view why);
  Found open_or(const Error& error);
  Status visit_options(const Position& position, const oracle::Visit& visit) const;

  const rules::Rules& rules_;
  const Subject subject_;
  const Known& known_;
  const Limits limits_;
  oracle::Patience* patience_ = nullptr;
  const bool few_in_closure_;  // each has a place in all_
  const bool few_outside_;     // all positions outside the box may be remembered
  const bool few_in_all_;      // the oracle may find nimbers
  // The facts of positions outside the box that were derived.
  struct Derived {
    bool known = false;
    std::optional<Fact> fact;  // nothing if it remains open
  };
  std::vector<Derived> all_;  // by rank in the closure
  std::map<Position, std::optional<Fact>> outside_;
  std::optional<Position> missing_;     // outside the box, and needed for what was just tried
  oracle::Oracle nimbers_;              // remembers all nimbers it found
  std::optional<oracle::Oracle> sums_;  // for the current derivation
  std::uint64_t options_ = 0;
  std::string why_open_;
};

}  // namespace grundy::verify
