// compile/anchor.hpp: runs whose one end stays in place while the position moves.
#pragma once
#include "kernels/generic/program.hpp"
#include "rules/proofs/bounds.hpp"
#include "rules/rules.hpp"

namespace grundy::compile {

// Whether the first or the last option of the rule's runs, whose binder `variable` lies within
// `limits`, is the same at all positions of some line: so it is when its coordinates, linear in
// those of the position, do not determine them. Where several limits compete, one such is enough:
// there are positions at which it decides. Only a hint; kernels look whether it holds.
kernels::Anchor anchor_of(const rules::OptionRule& rule, rules::Variable variable,
                          const rules::Limits& limits);

}  // namespace grundy::compile
