#include "methods/window/work.hpp"

#include <algorithm>
#include <vector>

#include "methods/generic/sampled.hpp"
#include "methods/window/row_walk.hpp"
#include "methods/window/window.hpp"

namespace grundy::window {

Work mean_work(const kernels::Program& program, const Rows& rows) {
  constexpr std::uint64_t stretches = 32;
  const std::int64_t length = std::min<std::int64_t>(rows.length(), kernels::lanes);
  RowWalk walk(program, rows);
  generic::Sampled sampled;
  Work sum;
  std::uint64_t positions = 0;
  for (std::uint64_t stretch = 0; stretch < stretches; ++stretch) {
    const std::int64_t begin =
        sampled.below(static_cast<std::uint64_t>(rows.length() - length + 1));
    std::vector<Ends> before(program.rules.size());
    const auto visit = [&](const kernels::Run& run) {
      sum.options += static_cast<double>(run.count);
      ++sum.runs;
      if (!is_window(program, run, rows.stride())) {
        sum.loose += static_cast<double>(run.count);
        return;
      }
      const Ends now = ends_of(run);
      Ends& last = before[run.rule];
      // What lies before the stretch is the whole row's affair.
      if (!last.empty()) sum.moves += static_cast<double>(moves_between(last, now, rows.stride()));
      last = now;
    };
    const auto row = static_cast<std::uint64_t>(sampled.below(rows.count()));
    walk.positions(row, begin, begin + length, visit, [&](std::int64_t) { ++positions; });
  }
  const auto count = static_cast<double>(positions);
  return {sum.options / count, sum.runs / count, sum.moves / count, sum.loose / count};
}

}  // namespace grundy::window
