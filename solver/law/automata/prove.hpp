// law/automata/prove.hpp: claims decided for all positions. Start reading here.
//
// Rules and claims with sums, quotients by constants, min, max, conditions, binders, xor, powers of
// the base or Fibonacci numbers are relations of digits, which automata accept (dfa.hpp). So are
// the positions at which a claim does not satisfy the definition: with V(x, u) for "some option of
// x has the value u" and L(x, v) for the claim, those with
//   L(x, v) and V(x, v), or L(x, v) and not V(x, u) for some u < v, or L(x, v) for no v.
// The claim is proved if there are none, and else one of them refutes it. Play must end: then
// exactly one function satisfies the definition. That is decided by the same means.
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "law/automata/game.hpp"
#include "law/automata/numeration.hpp"
#include "relation/proofs/prove.hpp"

namespace grundy::automata {

// The verdict on a claim, by automata of this numeration. Its end is counted in states, and comes
// with Answer::limit. May take many seconds and much memory, so callers run it in a process with
// limits.
relation::Verdict prove(const rules::Rules& rules, Convention convention, const rules::Claim& claim,
                        const Numeration& numeration);

// The same of what a law says, as law_of() of game.hpp gives it.
using LawOf = std::function<std::optional<Dfa>(Algebra&, const Game&, std::string& outside)>;
relation::Verdict prove(const rules::Rules& rules, Convention convention, Quantity quantity,
                        const Numeration& numeration, const LawOf& law_of);

struct Decision {
  relation::Verdict verdict;
  std::string by;  // "linear arithmetic (isl)", "automata on digits in base 2"; empty if undecided
};

// By linear arithmetic or, where that does not tell, by automata.
Decision decide(const rules::Rules& rules, Convention convention, const rules::Claim& claim);

}  // namespace grundy::automata
