// cli/measure/bench_score.hpp: a machine in two figures, against a reference that is kept here.
#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "cli/measure/bench_works.hpp"

namespace grundy::cli {

// Geometric means, over all small works, of reference time / median time by oneTBB. None where one
// was not measured so.
struct Score {
  std::optional<double> one_thread;
  std::optional<double> all_threads;  // `cores` of them, against all of the reference
  std::string_view reference;         // its machine, commit and day
  std::size_t reference_threads;
};

Score score(std::size_t cores, const std::vector<measure::Run>& runs);

}  // namespace grundy::cli
