// compile/sections.hpp: which code a position needs at once, and which only for one rule.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "kernels/generic/program.hpp"

namespace grundy::compile {

// Registers of the position that are read for one rule: to know whether it applies, and then.
struct RuleReads {
  std::vector<kernels::Register> pass;
  std::vector<kernels::Register> others;
};

using Code = std::vector<kernels::Instruction>;

struct Sections {
  struct OfRule {
    Code pass;
    Code others;
  };
  Code position;  // for `always`, and what several rules need
  std::vector<OfRule> rules;
};

// Deals out `code`, in its order, to the sections that need it; what nothing needs is left out.
// A section finds the results of `position` and, for `others`, those of `pass` of the same rule.
// Requires that instructions read what earlier ones wrote, or what none writes, and that each
// register is written once. Linear in the code.
Sections split_code(std::span<const kernels::Instruction> code, std::size_t registers,
                    std::span<const kernels::Register> always, std::span<const RuleReads> rules);

}  // namespace grundy::compile
