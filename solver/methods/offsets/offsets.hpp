// methods/offsets/offsets.hpp: rules whose options are x + v for finitely many v, and rays.
#pragma once
#include <cstdint>
#include <vector>

#include "base/box.hpp"
#include "base/error.hpp"
#include "relation/differences.hpp"
#include "rules/rules.hpp"

namespace grundy::offset {

// Kernels that read every offset of a position are no good for longer lists.
inline constexpr std::size_t most_offsets = 4096;

// The option x + change, or with `ray` every x + k * change for k >= 1, where `when` holds. If
// `along` is not empty, every x + change + k * along for k >= 0; then `along` is the change of a
// ray.
struct Offset {
  std::vector<std::int64_t> change;  // by coordinate, not zero
  rules::Condition when;             // mentions coordinates only
  bool ray = false;
  std::size_t line = 0;
  std::vector<std::int64_t> along = {};

  friend bool operator==(const Offset&, const Offset&) = default;
};

// All options of all positions of the closure: rays first, then rule by rule, with the values of
// binders written out. Offsets that lead out of the closure from everywhere and repeats are
// omitted. family::does_not_apply() for sums, for changes or ends of binders that depend on the
// position, and for more than most_offsets.
Result<std::vector<Offset>> offsets(const rules::Rules& rules,
                                    const relation::Differences& differences, const Box& closure);

}  // namespace grundy::offset
