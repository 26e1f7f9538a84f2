#include "oracle/claimed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "base/value.hpp"
#include "oracle/claim_function.hpp"
#include "oracle/evaluate.hpp"

namespace grundy::oracle {
namespace {

using rules::Claim;

Error at(const Position& position, const std::string& what) {
  return {Errc::usage, fmt::format("the claim {} at {}", what, grundy::to_string(position))};
}

// What a claim says where the coordinates, and the power that it speaks of, are these. Functions
// are worked out once, where they are met: what is beside the point may be too large.
class Reading {
 public:
  Reading(const Claim& claim, Variables variables)
      : claim_(claim), variables_(variables), known_(room()) {
    known_.assign(claim.functions.size(), std::nullopt);
  }
  Reading(const Reading&) = delete;

  Result<std::int64_t> number(const rules::Expression& e) {
    return evaluate(e, variables_, further_);
  }
  Result<bool> holds(const rules::Condition& c) { return oracle::holds(c, variables_, further_); }

 private:
  using Known = std::vector<std::optional<std::int64_t>>;

  // Kept from position to position, for one reading at a time.
  static Known& room() {
    thread_local Known known;
    return known;
  }

  Result<std::int64_t> function(std::size_t index) {
    if (known_[index]) return *known_[index];
    const Claim::Function& function = claim_.functions[index];
    const auto value = function.kind == Claim::Function::Kind::exclusive ? exclusive(function)
                                                                         : of_number(function);
    if (value) known_[index] = *value;
    return value;
  }

  Result<std::int64_t> of_number(const Claim::Function& function) {
    const auto n = number(function.of.front());
    return n ? function_value(function, *n) : n;
  }

  Result<std::int64_t> exclusive(const Claim::Function& function) {
    std::int64_t all = 0;
    for (const rules::Expression& e : function.of) {
      const auto value = number(e);
      if (!value) return value;
      all ^= *value;
    }
    return all;
  }

  const Claim& claim_;
  Variables variables_;
  Known& known_;
  Further further_ = [this](rules::Variable v) { return function(v - variables_.size()); };
};

Result<bool> holds_for_some_power(const Claim& claim, const Position& position) {
  const std::int64_t most = *std::max_element(position.begin(), position.end());
  std::vector<std::int64_t> variables(position.begin(), position.end());
  variables.push_back(1);
  std::int64_t& power = variables.back();
  do {
    const auto known = Reading(claim, variables).holds(claim.p);
    if (!known || *known) return known;
  } while (!__builtin_mul_overflow(power, claim.scale->base, &power) && power <= most);
  return false;
}

using Said = Result<std::optional<std::int64_t>>;  // none: nothing

Said outcome(const Claim& claim, const Position& position) {
  const auto is_p =
      claim.scale ? holds_for_some_power(claim, position) : Reading(claim, position).holds(claim.p);
  if (!is_p) return is_p.error();
  return std::optional(static_cast<std::int64_t>(*is_p ? Outcome::P : Outcome::N));
}

Said nimber(const Claim& claim, const Position& position) {
  Reading reading(claim, position);
  for (const Claim::Piece& piece : claim.pieces) {
    const auto counts = reading.holds(piece.when);
    if (!counts) return counts.error();
    if (!*counts) continue;
    const auto value = reading.number(piece.value);
    if (!value) return value.error();
    return std::optional(*value);
  }
  return std::optional<std::int64_t>();
}

}  // namespace

Result<std::int64_t> claimed(const Claim& claim, const Position& position) {
  const Said said =
      claim.quantity == Quantity::nimber ? nimber(claim, position) : outcome(claim, position);
  if (!said) return at(position, "cannot be worked out (" + said.error().message + ")");
  if (!*said) return at(position, "says nothing");
  return **said;
}

}  // namespace grundy::oracle
