// ask/move_rules.hpp: which rule makes each move of a sum.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "ask/evaluator.hpp"

namespace grundy::query {

// For each of moves.options the first rule of its game that gives it, as written. A rule and its
// copies by symmetry are one. Nothing where that is not found within 10 ms for all.
std::vector<std::optional<std::string>> rules_of_moves(const Sum& sum, const Moves& moves);

}  // namespace grundy::query
