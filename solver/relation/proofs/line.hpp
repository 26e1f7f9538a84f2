// relation/proofs/line.hpp: where on a line of positions a claim gives a certain value.
//
// A heap of 10^18 has as many options. Those to which a law gives the value that wins are found by
// linear arithmetic, without looking at the others. This header needs no isl.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/box.hpp"
#include "rules/claim.hpp"
#include "rules/rules.hpp"

namespace grundy::relation {

// The positions start + i * step with 0 <= i < count.
struct Stretch {
  Position start, step;
  std::uint64_t count = 0;
};

// The least `most` numbers i, ascending, whose positions have that claimed value (an outcome as its
// number). Nothing if rules or claim are not linear, or if it takes too many operations.
std::optional<std::vector<std::uint64_t>> numbers_with(const rules::Rules& rules,
                                                       const rules::Claim& claim,
                                                       const Stretch& stretch, std::int64_t value,
                                                       std::size_t most);

}  // namespace grundy::relation
