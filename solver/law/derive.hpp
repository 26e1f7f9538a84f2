// law/derive.hpp: laws that follow from how the rules are, and need no guess.
#pragma once
#include <optional>

#include "law/find.hpp"

namespace grundy::law {

// A law that is proved within the limits and agrees with the values of the box; else nothing. The
// errors of judge().
using Derive = Result<std::optional<Law>>(const Question& question, const Values& values,
                                          const Limits& limits);

// The law, if it is judged to be proved, agrees with the values of the box, and reaches far.
Result<std::optional<Law>> judged_law(const Question& question, const Values& values, Certified law,
                                      const Limits& limits);

// Of heaps whose options are all heaps from one end to another.
Derive derive_range;

// Of heaps whose options are near them or near a fraction of them: an automaton that reads digits.
// Its states are learnt from the box.
Derive derive_automaton;

// Of any positions: an automaton that reads the digits of all coordinates, learnt from the box.
Derive derive_digits;

// Of games of heaps that name each other: a period of all their nimbers, which may be verified on
// the box alone.
Derive derive_joint;

}  // namespace grundy::law
