// sweep/step_lists.hpp: the steps that matter below a number of heaps, by the way they are solved.
#pragma once
#include <cstdint>
#include <vector>

#include "core/box.hpp"
#include "core/value.hpp"
#include "plan/steps.hpp"

namespace grundy::sweep {

// Heaps are counted from the low end of their range here: 0 .. heaps - 1.
struct StepLists {
  std::uint64_t heaps = 0;
  std::vector<std::int64_t> single;        // ascending, distinct, below `heaps`
  std::vector<plan::Progression> endless;  // every term below `heaps` is a step
  std::uint64_t options = 0;               // no heap has more

  // The shortest step; `heaps` if there is none.
  std::uint64_t shortest() const;
};

// Few terms, or terms far apart, become single steps.
StepLists list_steps(const plan::Steps& steps, const Box& closure);

// The same with an upper bound of the single steps in place of their list: for forecasts, as
// there may be far too many of them.
struct StepForecast {
  std::uint64_t single = 0;
  StepLists others;  // with `options` of all
};
StepForecast forecast_steps(const plan::Steps& steps, const Box& closure);

// Bytes of a cell that holds any value, and bytes that the lists take at most while made.
unsigned step_cell_bytes(const StepLists& lists, Quantity quantity);
std::uint64_t step_list_bytes(const StepLists& lists);

}  // namespace grundy::sweep
