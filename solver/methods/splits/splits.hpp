// methods/splits/splits.hpp: rules whose options are sums of two positions that differ along one
// axis.
//
// A split is x -> (.., p, ..) + (.., q, ..) with p + q = x_a - taken along axis a, the other
// coordinates unchanged, for all p and q of at least `least`. A step is x -> x - v for a constant v
// without negative entries. The same split may be written in many ways: by one part or the other,
// with or without the mirrored half of the options.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/error.hpp"
#include "rules/rules.hpp"

namespace grundy::split {

// Unordered pairs {p, q}, without p = q if `unequal`. Both parts are smaller than x_a.
struct Split {
  std::size_t axis;
  std::int64_t taken;
  std::int64_t least;  // at least the low end of the axis
  bool unequal;
  friend bool operator==(const Split&, const Split&) = default;
};

using Step = std::vector<std::int64_t>;  // by coordinate; not all zero

struct Splits {
  std::vector<Split> splits;                        // distinct
  std::vector<Step> steps;                          // distinct
  std::vector<std::vector<std::size_t>> symmetric;  // as in Rules: both respect it
};

// Rules without endings as splits and steps; else family::does_not_apply(). There is at least one
// split, and there are at least two coordinates: the values of single heaps grow beyond what the
// kernel for splits is good at.
Result<Splits> recognise_splits(const rules::Rules& rules);

}  // namespace grundy::split
