// rules/language/resolve.hpp: from the syntax of a game to its Rules.
#pragma once
#include <optional>
#include <string_view>

#include "rules/language/diagnostics.hpp"
#include "rules/language/grammar.hpp"
#include "rules/rules.hpp"

namespace grundy::rules {

// Coordinates and parameters lie within -coordinate_limit .. coordinate_limit, so that
// no difference of two coordinates overflows.
inline constexpr std::int64_t coordinate_limit = 1'000'000'000'000'000'000;

// The rules of `game` with the overrides that it has parameters for. Names are resolved, constants
// are evaluated, take-and-break codes and symmetries are written out. The rules are not yet checked
// (rules/proofs/check.hpp). Nothing if a mistake was reported.
std::optional<Rules> resolve(const GameSyntax& game, const Parameters& overrides,
                             Diagnostics& diagnostics);

}  // namespace grundy::rules
