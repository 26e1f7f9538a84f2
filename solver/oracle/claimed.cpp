#include "oracle/claimed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/value.hpp"
#include "oracle/claim_function.hpp"
#include "oracle/evaluate.hpp"

namespace grundy::oracle {
namespace {

using rules::Claim;

Error at(const Position& position, const std::string& what) {
  return {Errc::usage, fmt::format("the claim {} at {}", what, grundy::to_string(position))};
}

Error not_worked_out(const Position& position, const Error& why) {
  return at(position, "cannot be worked out (" + why.message + ")");
}

Result<bool> worked_out(const rules::Condition& condition, Variables variables,
                        const Position& position) {
  const auto known = holds(condition, variables);
  if (!known) return not_worked_out(position, known.error());
  return known;
}

// Adds the values of the functions to those of the variables before them.
Status add_functions(const Claim& claim, std::vector<std::int64_t>& variables,
                     const Position& position) {
  for (const Claim::Function& function : claim.functions) {
    const auto of = evaluate(function.of, variables);
    if (!of) return not_worked_out(position, of.error());
    const auto value = function_value(function.kind, *of, function.base);
    if (!value) return not_worked_out(position, value.error());
    variables.push_back(*value);
  }
  return {};
}

Result<bool> holds_for_some_power(const Claim& claim, const Position& position) {
  const std::int64_t most = *std::max_element(position.begin(), position.end());
  std::int64_t power = 1;
  do {
    std::vector<std::int64_t> variables(position.begin(), position.end());
    variables.push_back(power);
    if (Status added = add_functions(claim, variables, position); !added) return added.error();
    const auto known = worked_out(claim.p, variables, position);
    if (!known || *known) return known;
  } while (!__builtin_mul_overflow(power, claim.scale->base, &power) && power <= most);
  return false;
}

Result<std::int64_t> nimber(const Claim::Piece& piece, Variables variables,
                            const Position& position) {
  std::int64_t all = 0;
  for (const rules::Expression& term : piece.terms) {
    const auto value = evaluate(term, variables);
    if (!value) return not_worked_out(position, value.error());
    if (*value < 0 && piece.terms.size() > 1) return *value;  // no nimber, nor is the xor of it
    all ^= *value;
  }
  return all;
}

}  // namespace

Result<std::int64_t> claimed(const Claim& claim, const Position& position) {
  std::vector<std::int64_t> with_functions;
  Variables variables = position;
  if (!claim.scale && !claim.functions.empty()) {
    with_functions = position;
    if (Status added = add_functions(claim, with_functions, position); !added) return added.error();
    variables = with_functions;
  }
  const auto holds = [&](const rules::Condition& condition) {
    return worked_out(condition, variables, position);
  };
  if (claim.quantity == Quantity::outcome) {
    const auto is_p = claim.scale ? holds_for_some_power(claim, position) : holds(claim.p);
    if (!is_p) return is_p.error();
    return static_cast<std::int64_t>(*is_p ? Outcome::P : Outcome::N);
  }
  for (const Claim::Piece& piece : claim.pieces) {
    const auto counts = holds(piece.when);
    if (!counts) return counts.error();
    if (*counts) return nimber(piece, variables, position);
  }
  return at(position, "says nothing");
}

}  // namespace grundy::oracle
