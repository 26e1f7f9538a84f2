// law/automata/choose.hpp: in which digits rules and claims may be relations of automata.
#pragma once
#include <vector>

#include "law/automata/numeration.hpp"
#include "rules/claim.hpp"
#include "rules/rules.hpp"

namespace grundy::automata {

// Whether operations on bits are ones on digits.
bool has_bits(const Numeration& numeration);

// Numerations to try in turn. What rules and claim have of powers, digits, bits and Fibonacci
// numbers decides. None if they need several that do not go together.
std::vector<Numeration> numerations_for(const rules::Rules& rules, const rules::Claim& claim);

}  // namespace grundy::automata
