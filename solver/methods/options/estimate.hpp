// methods/options/estimate.hpp: how many options positions have: bounds, and means over a sample.
#pragma once
#include <cstdint>
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
  double read = 0;       // the same, but at most `most_on_line` for a run with an anchor
  double runs = 0;       // runs of options
  double steps = 0;      // steps of loops, with or without an option
  bool guessed = false;  // some loops were too long to walk: a part of them stands for the whole
};

// Lines are remembered (kernels/generic/run_memo.hpp), so a long run with an anchor costs no more
// than a run of `most_on_line` options without one. Takes half a second at most, whatever the loops
// are.
MeanOptions mean_options(const kernels::Program& program, const Box& box, std::size_t most_on_line);

// Pseudo-random numbers for samples of positions. They are the same in every run, so plans are too.
class Sampled {
 public:
  // The next number, below `end`.
  std::int64_t below(std::uint64_t end) noexcept {
    seed_ = seed_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::int64_t>((seed_ >> 11) % end);
  }
  // The next number from [0, 1).
  double fraction() noexcept {
    constexpr std::uint64_t parts = std::uint64_t{1} << 32;
    return static_cast<double>(below(parts)) / static_cast<double>(parts);
  }

 private:
  std::uint64_t seed_ = 1956;
};

}  // namespace grundy::generic
