// compile/anchor.hpp: runs with an end that stays in place while the position moves.
#pragma once
#include "kernels/generic/program.hpp"
#include "rules/proofs/bounds.hpp"
#include "rules/rules.hpp"

namespace grundy::compile {

// Whether the first or the last option of the rule's runs, whose binder `variable` lies within
// `limits`, is the same at all positions of some line. That is so if its coordinates are linear in
// those of the position and do not determine them. If there are several limits, one such is enough,
// as it is the tightest at some positions. This is only a hint; kernels check whether it holds.
kernels::Anchor anchor_of(const rules::OptionRule& rule, rules::Variable variable,
                          const rules::Limits& limits);

}  // namespace grundy::compile
