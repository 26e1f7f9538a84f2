// methods/step/steps.hpp: one heap, from which a move takes one of a fixed set of numbers.
//
// Heaps n have the options n - k for the steps k of the set that leave n in its range, whatever
// n is. So heaps are alike when as many heaps before them as the longest step are alike: once a
// stretch of that length repeats, the rest is a repetition too.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rules/rules.hpp"

namespace grundy::step {

// first, first + stride, .. up to last, or without end. first, stride >= 1.
struct Progression {
  std::int64_t first = 1;
  std::int64_t stride = 1;
  std::optional<std::int64_t> last;
};

// scale * m + offset for the members m of the set; all are at least 1, scale >= 1.
struct ScaledSet {
  rules::NumberSet set;
  std::int64_t scale = 1;
  std::int64_t offset = 0;
};

// The union of all.
struct Steps {
  std::vector<Progression> progressions;
  std::vector<ScaledSet> sets;

  // The largest of all, 0 if there are none. Nothing if there is no largest, or beyond 64 bits.
  std::optional<std::int64_t> longest() const;
};

// The steps of a game of one coordinate and no endings, or none with a reason why not: sums,
// conditions or limits that do not just keep the heap in its range.
std::optional<Steps> recognise_steps(const rules::Rules& rules, std::string& why_not);

}  // namespace grundy::step
