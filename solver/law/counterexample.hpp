// law/counterexample.hpp: a position that refutes a claim, and the option that shows it.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/value.hpp"
#include "oracle/options.hpp"
#include "rules/claim.hpp"
#include "rules/rules.hpp"

namespace grundy::law {

struct Counterexample {
  Position position;
  std::int64_t claimed;
  // What follows from the options, whose values are the true ones, or else (`by_itself`) those that
  // the claim gives them: then the claim contradicts itself. None: the options are too many.
  std::optional<std::int64_t> value;
  bool by_itself = false;
  std::optional<oracle::Sum> option;  // with the value that `position` cannot have, or must have
};

// The value of a position: what is true or what is claimed. Nothing where that is not known.
using ValueOf = std::function<std::optional<std::int64_t>(const Position&)>;

// Finds the option of a position whose value is `value` and was claimed to be `claimed`: a P-option
// of an N-position, or the option that has the claimed nimber. Where no option has what the claim
// needs, there is none to show, nor where looking for it takes too long. `stop` ends it; may be
// null.
Counterexample explained(const rules::Rules& rules, Quantity quantity, const Position& position,
                         std::int64_t claimed, std::int64_t value, const ValueOf& value_of,
                         const std::atomic<bool>* stop);

// For looking at the options of one position.
oracle::Patience patience_for_options(const std::atomic<bool>* stop);

// "N: the option (3) is P".
std::string to_string(const Counterexample& counterexample, Quantity quantity);

}  // namespace grundy::law
