// relation/text.hpp: functions and relations of integer points as text of the rule language.
#pragma once
#include <string>

#include "relation/isl.hpp"
#include "rules/rules.hpp"

namespace grundy::relation {

// The text of a relation that is a function, in the language of claims, for positions of the set
// `known`: "(n) -> (n - 1) when n mod 2 = 0; ..". Empty if there are no moves, or if the language
// cannot express them.
std::string text_of_moves(const rules::Rules& rules, const Map& moves, const Set& known);

// The text of a function from positions to numbers, as in a claim: "n - 1 when n mod 2 = 0, n". The
// first piece whose condition holds counts. Empty as above.
std::string text_of_number(const rules::Rules& rules, const Map& function, const Set& known);

}  // namespace grundy::relation
