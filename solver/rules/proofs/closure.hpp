// rules/proofs/closure.hpp: how far play leads, for rules as they stand: see termination.hpp.
#pragma once
#include "rules/proofs/check.hpp"
#include "rules/rules.hpp"

namespace grundy::rules {

// As closure(), without cases, and without an Effort of its own.
Proved<Box> proved_closure(const Rules& rules, const Box& requested);

}  // namespace grundy::rules
