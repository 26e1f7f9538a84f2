// compile/cut_off.hpp: what would be an option if no range had an upper end.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "base/box.hpp"
#include "rules/rules.hpp"

namespace grundy::compile {

struct CutOff {
  Position from;
  std::vector<Position> to;  // an example, positions ascending
  std::uint64_t options;     // that many, from the positions that were looked at
  bool are_all;              // from all positions of the box; if not, there may be more
};

// Counts the options of positions of the box that only upper ends of ranges keep from being
// options. Nothing if there are none. Looks at no more than a million positions and values of
// binders, those at the high end of the box first, then at some at its low end. Takes up to about
// 50 ms. Where upper ends alone bound a binder, or its values are too many, it looks at fewer: see
// rules/proofs/near_options.hpp.
std::optional<CutOff> cut_off(const rules::Rules& rules, const Box& box);

}  // namespace grundy::compile
