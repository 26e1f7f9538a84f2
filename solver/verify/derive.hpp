// verify/derive.hpp: the value of one position, from the definition and the values of its options.
//
// The options come from oracle/options.hpp. A position of the box is taken at the value that is
// known, one outside it, where moves raise a coordinate, is derived like the first, and a sum from
// its components:
//
//   nimber      the xor of their nimbers (Sprague and Grundy)
//   outcome     normal play: equal components cancel and P-positions change nothing; then none
//               left is P and one is N. Two or more need their nimbers, which the oracle finds by
//               recursion where the closure is small enough (Limits).
//   remoteness, and outcome under misère play: components without options change nothing. Two
//               or more others are left to the oracle, up to a number of sums for one position.
//
// What cannot be derived so remains open, which is counted and no fault of the values. The answer
// for a position depends on nothing but the values known: not on what was asked before.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "oracle/oracle.hpp"
#include "rules/rules.hpp"
#include "verify/known.hpp"

namespace grundy::verify {

// What is spent, and kept in memory, before a position remains open.
struct Limits {
  std::uint64_t outside = 1 << 17;          // positions outside the box, if these are all,
  std::uint64_t outside_at_once = 1 << 14;  // or those that one derivation meets
  std::uint64_t for_nimbers = 1 << 14;      // positions of a closure that nimbers are found in
  std::uint64_t sums = 1 << 12;
};

// One for each thread.
class Deriver {
 public:
  Deriver(const rules::Rules& rules, Subject subject, const Known& known, Limits limits = {});

  // Nothing if it remains open. Errors are those of reading the values; Errc::wrong for an option
  // outside the closure; Errc::interrupted if the patience, unless it is null, ends before.
  Result<std::optional<Fact>> derive(const Position& position,
                                     oracle::Patience* patience = nullptr);

  // Why the last position that remained open did so.
  const std::string& why_open() const noexcept { return why_open_; }

  // Options of the positions asked for that were looked at so far.
  std::uint64_t options() const noexcept { return options_; }

 private:
  using Found = Result<std::optional<Fact>>;

  Found one_step(const Position& position, std::uint64_t& options);
  Found fact_of(const Position& position);
  Found fact_of_sum(const oracle::Sum& sum);
  Found nimber_of_sum(const oracle::Sum& sum);
  Found outcome_of_sum(const oracle::Sum& sum);
  Found fact_by_oracle(const oracle::Sum& sum);
  Result<std::optional<Position>> first_unsettled(const Position& position);
  Status settle_outside(const Position& root);
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
  const bool few_outside_;  // so that they may all be remembered
  const bool few_in_all_;   // so that the oracle may find their nimbers
  std::map<Position, std::optional<Fact>> outside_;
  oracle::Oracle nimbers_;              // remembers
  std::optional<oracle::Oracle> sums_;  // of one derivation
  std::uint64_t options_ = 0;
  std::string why_open_;
};

}  // namespace grundy::verify
