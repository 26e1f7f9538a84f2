// methods/heap/steps.hpp: one heap, from which a move takes one of a fixed set of numbers.
//
// A heap n has the options n - k for the steps k of the set that do not leave its range. So its
// value depends on as many heaps before it as the longest step is long. Once a stretch of that
// length repeats, the rest repeats too.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "base/box.hpp"
#include "base/error.hpp"
#include "base/value.hpp"
#include "methods/heap/amounts.hpp"
#include "rules/rules.hpp"

namespace grundy::step {

// first, first + stride, .. up to last, or without end. first, stride >= 1.
struct Progression {
  std::int64_t first = 1;
  std::int64_t stride = 1;
  std::optional<std::int64_t> last;
};

// The union of all.
struct Steps {
  std::vector<Progression> progressions;
  std::vector<Amounts> amounts;

  // The largest of all, 0 if there are none. Nothing if there is no largest, or beyond 64 bits.
  std::optional<std::int64_t> longest() const;
};

// The steps of a game of one coordinate and no endings; else does_not_apply(): for sums, and for
// conditions or limits that do more than keep the heap in its range.
Result<Steps> recognise_steps(const rules::Rules& rules);

// The steps that matter below a number of heaps, by the way in which they are solved. Heaps are
// counted from the low end of their range here: 0 .. heaps - 1.
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

// The same with an upper bound of the count of single steps in place of their list, which may be
// far too long for an estimate.
struct Forecast {
  std::uint64_t single = 0;
  Lists others;  // with `options` of all
};
Forecast forecast(const Steps& steps, const Box& closure);

// Bytes of a cell that holds any value, and an upper bound of the bytes that making the lists
// takes.
unsigned cell_bytes(const Lists& lists, Quantity quantity);
std::uint64_t list_bytes(const Lists& lists);

}  // namespace grundy::step
