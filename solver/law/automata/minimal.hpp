// law/automata/minimal.hpp: the automaton with the fewest states.
#pragma once
#include "law/automata/dfa.hpp"

namespace grundy::automata {

// The same language. States are numbered in the order in which they are met, so that equal
// languages have equal automata. Requires that each state can be reached.
// (E. F. Moore, "Gedanken-experiments on sequential machines", 1956.)
Dfa minimal(const Dfa& dfa);

}  // namespace grundy::automata
