// compile/reached_box.hpp: options beyond a box, and a box that play does not leave.
#pragma once
#include "base/box.hpp"
#include "base/error.hpp"
#include "compile/compile.hpp"
#include "rules/rules.hpp"

namespace grundy::compile {

// A box that holds `box` and all that play from it reaches: the closure if one is proved
// (rules/proofs/termination.hpp). Else all play from the box is followed, up to 2^23 positions and
// values of binders. That takes up to about 0.5 s, and 2 s with rules as long as a page.
// Errc::rules, with the reason why nothing is proved, if there are more.
Result<Box> reached_box(const rules::Rules& rules, const Box& box);

// The options of positions of the box, with coordinates up to `end` where their range has no upper
// end. Those beyond are dropped. Errors: those of compile().
Result<CompiledRules> compile_up_to(std::int64_t end, const rules::Rules& rules, Box box);

// Whether it is proved that compile_up_to() drops none.
bool options_end_by(std::int64_t end, const rules::Rules& rules, const Box& box);

}  // namespace grundy::compile
