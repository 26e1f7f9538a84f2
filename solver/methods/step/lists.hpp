// methods/step/lists.hpp: the steps that matter below a number of heaps, by the way they are
// solved.
#pragma once
#include <cstdint>
#include <vector>

#include "base/box.hpp"
#include "base/value.hpp"
#include "methods/step/steps.hpp"

namespace grundy::step {

// Heaps are counted from the low end of their range here: 0 .. heaps - 1.
struct Lists {
  std::uint64_t heaps = 0;
  std::vector<std::int64_t> single;  // ascending, distinct, below `heaps`
  std::vector<Progression> endless;  // long ones; those that end below `heaps` have a last term
  std::uint64_t options = 0;         // no heap has more

  // The shortest step; `heaps` if there is none.
  std::uint64_t shortest() const;
};

// Few terms, or terms far apart, become single steps.
Lists list_steps(const Steps& steps, const Box& closure);

// The same with an upper bound of the single steps in place of their list: for forecasts, as
// there may be far too many of them.
struct Forecast {
  std::uint64_t single = 0;
  Lists others;  // with `options` of all
};
Forecast forecast(const Steps& steps, const Box& closure);

// Bytes of a cell that holds any value, and bytes that the lists take at most while made.
unsigned cell_bytes(const Lists& lists, Quantity quantity);
std::uint64_t list_bytes(const Lists& lists);

}  // namespace grundy::step
