// kernels/generic/option_lines.hpp: the options of a run, one by one, and the lines of the memo
// they lie on.
#pragma once
#include <cstddef>
#include <cstdint>

#include "kernels/generic/program.hpp"
#include "kernels/generic/run_memo.hpp"

namespace grundy::kernels {

// Calls use(rank) for the only summand of each option, until one call returns true.
template <class Use>
bool each_rank(const Run& run, Use use) noexcept {
  if (run.set) {
    for (std::size_t i = 0; i < run.count; ++i)
      if (use(run.start[0] + run.step[0] * run.set[i])) return true;
    return false;
  }
  std::int64_t rank = run.start[0];
  const std::int64_t step = run.step[0];
  for (std::size_t i = 0; i < run.count; ++i, rank += step)
    if (use(rank)) return true;
  return false;
}

// What the memo knows of the line that a run with an anchor lies on. A line that lay in its slot
// before is forgotten: forget(line, slot) clears what the memo knows of it.
struct Place {
  Line& line;
  std::size_t slot;
};

// The run of rule `rule` with these options.
template <class Forget>
Place place_of(const Program& program, std::size_t rule, std::int64_t start, std::int64_t step,
               std::size_t count, const RunMemo& memo, Forget forget) noexcept {
  const bool backwards = program.rules[rule].anchor == Anchor::last;
  const std::int64_t far = step * static_cast<std::int64_t>(count - 1);
  const std::int64_t anchor = start + (backwards ? far : 0);
  const std::int64_t onwards = backwards ? -step : step;
  const std::size_t slot = memo.slot(rule, anchor);
  Line& line = memo.lines[slot];
  if (line.seen == 0 || line.anchor != anchor || line.step != onwards) {
    forget(line, slot);
    line = {.anchor = anchor, .step = onwards};
  }
  return {line, slot};
}

template <class Forget>
Place place_of(const Program& program, const Run& run, const RunMemo& memo,
               Forget forget) noexcept {
  return place_of(program, run.rule, run.start[0], run.step[0], run.count, memo, forget);
}

template <class Use>
void each_new_rank(Line& line, std::size_t count, Use use) noexcept {
  std::int64_t rank = line.anchor + line.step * static_cast<std::int64_t>(line.seen);
  for (; line.seen < count; ++line.seen, rank += line.step) use(rank);
}

}  // namespace grundy::kernels
