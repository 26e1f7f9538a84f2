// plan/estimate.hpp: bounds and guesses about work.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "core/box.hpp"
#include "kernels/program.hpp"
#include "rules/rules.hpp"
#include "rules/termination.hpp"

namespace grundy::plan {

// No position of the box has more options than this.
std::uint64_t most_options(const rules::Rules& rules, const Box& box);

// No play from a position of the box takes more moves than this.
std::uint64_t longest_play(const Box& box, const std::vector<std::int64_t>& weights);

// The mean number of options over a fixed sample of positions.
double mean_options(const kernels::Program& program, const Box& box);

}  // namespace grundy::plan
