// law/derive.hpp: laws that follow from how the rules are, and need no guess.
#pragma once
#include <optional>

#include "law/find.hpp"

namespace grundy::law {

// A law that is proved within the limits and agrees with the values of the box; else nothing. The
// errors of judge().
using Derive = Result<std::optional<Law>>(const Question& question, const Values& values,
                                          const Limits& limits);

// Of heaps whose options are all heaps from one end to another.
Derive derive_range;

}  // namespace grundy::law
