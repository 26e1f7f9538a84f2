#include "oracle/claimed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/value.hpp"
#include "oracle/evaluate.hpp"

namespace grundy::oracle {
namespace {

using rules::Claim;

Error at(const Position& position, const std::string& what) {
  return {Errc::usage, fmt::format("the claim {} at {}", what, grundy::to_string(position))};
}

Result<bool> worked_out(const rules::Condition& condition, Variables variables,
                        const Position& position) {
  const auto known = holds(condition, variables);
  if (!known) return at(position, "cannot be worked out (" + known.error().message + ")");
  return known;
}

Result<bool> holds_for_some_power(const Claim& claim, const Position& position) {
  const std::int64_t most = *std::max_element(position.begin(), position.end());
  std::vector<std::int64_t> variables(position.begin(), position.end());
  variables.push_back(1);
  std::int64_t& power = variables.back();
  do {
    const auto known = worked_out(claim.p, variables, position);
    if (!known || *known) return known;
  } while (!__builtin_mul_overflow(power, claim.scale->base, &power) && power <= most);
  return false;
}

Result<std::int64_t> nimber(const Claim::Piece& piece, const Position& position) {
  std::int64_t all = 0;
  for (const rules::Expression& term : piece.terms) {
    const auto value = evaluate(term, position);
    if (!value) return at(position, "cannot be worked out (" + value.error().message + ")");
    if (*value < 0 && piece.terms.size() > 1) return *value;  // no nimber, nor is the xor of it
    all ^= *value;
  }
  return all;
}

}  // namespace

Result<std::int64_t> claimed(const Claim& claim, const Position& position) {
  const auto holds = [&](const rules::Condition& condition) {
    return worked_out(condition, position, position);
  };
  if (claim.quantity == Quantity::outcome) {
    const auto is_p = claim.scale ? holds_for_some_power(claim, position) : holds(claim.p);
    if (!is_p) return is_p.error();
    return static_cast<std::int64_t>(*is_p ? Outcome::P : Outcome::N);
  }
  for (const Claim::Piece& piece : claim.pieces) {
    const auto counts = holds(piece.when);
    if (!counts) return counts.error();
    if (*counts) return nimber(piece, position);
  }
  return at(position, "says nothing");
}

}  // namespace grundy::oracle
