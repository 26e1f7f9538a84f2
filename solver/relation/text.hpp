// relation/text.hpp: relations as people read them.
#pragma once
#include <string>

#include "relation/isl.hpp"
#include "rules/rules.hpp"

namespace grundy::law::presburger {

// "(n) -> (n - 1) when n mod 2 = 0; .." in the language of claims, of a function given as a
// relation, for positions of which `known` holds. Empty if there is none, or no text for it.
std::string text_of_moves(const rules::Rules& rules, const Map& moves, const Set& known);

}  // namespace grundy::law::presburger
