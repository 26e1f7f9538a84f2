// ask/count/enumeration.hpp: a group of variables, position by position.
#pragma once
#include "ask/count/group.hpp"

namespace grundy::count {

// O(positions) time, in parallel over the values of the first variable. Errors as in
// ask/count/group.hpp, and those of evaluating the condition (division by zero, overflow).
Result<Histogram> enumerate(const Group& group, const Question& question, const Options& options,
                            Arithmetic& arithmetic);

}  // namespace grundy::count
