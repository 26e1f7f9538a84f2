// methods/generic/estimate.hpp: bounds and guesses about work.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "base/box.hpp"
#include "kernels/generic/program.hpp"
#include "rules/proofs/termination.hpp"
#include "rules/rules.hpp"

namespace grundy::generic {

// No position of the box has more options than this.
std::uint64_t most_options(const rules::Rules& rules, const Box& box);

// Means over a fixed sample of positions.
struct MeanOptions {
  double all = 0;
  double looked_at = 0;  // as if there were no more than `most_on_line` in a run with an anchor
  double runs = 0;       // that they come in
  double steps = 0;      // of loops that are walked, whatever comes of them
  bool guessed = false;  // some loops were too long to walk: a part of them stands for the whole
};

// Lines remember (kernels/generic/run_memo.hpp): a long run with an anchor costs no more than a run
// of `most_on_line` options without one. Takes half a second at most, whatever the loops are.
MeanOptions mean_options(const kernels::Program& program, const Box& box, std::size_t most_on_line);

}  // namespace grundy::generic
