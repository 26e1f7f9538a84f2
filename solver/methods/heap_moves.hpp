// methods/heap_moves.hpp: rules of one heap, as moves that leave it in up to three parts.
//
// The same moves are found however a rule is written: `(n) -> (i) + (n - 1 - i) for i in
// 0 .. n - 1`, the digit 7 of a code, `(n) -> (i) + (j) for i >= 1, j >= 1 when i + j = n - 1`.
// The parts become the unknowns. Every bound and comparison must then state one of the few facts
// that methods/part_forms.hpp knows.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "base/error.hpp"
#include "rules/rules.hpp"

namespace grundy::family {

// From a heap n in from .. upto a player may leave any parts p1 <= p2 <= .. with p[i] >= least[i]
// such that
//   exact    their sum is n - taken
//   at_most  their sum is n - taken or less
//   each     none exceeds n - taken
// Without parts nothing is left, of any heap. The least of a single exact part is 0 or 1. Heaps
// are counted from the low end of their range. Every part is less than n.
struct HeapMove {
  enum class Total : std::uint8_t { exact, at_most, each };
  Total total = Total::exact;
  std::int64_t taken = 0;
  std::vector<std::int64_t> least;  // for each part, ascending
  bool unlike = false;              // no two parts are equal
  std::int64_t from = 0;
  std::optional<std::int64_t> upto;

  std::size_t parts() const noexcept { return least.size(); }
  bool holds(std::int64_t heap) const noexcept { return from <= heap && (!upto || heap <= *upto); }
  friend bool operator==(const HeapMove&, const HeapMove&) = default;
};

// The moves of a game of one coordinate and no endings; else does_not_apply(). Binders between
// constants may have up to 256 values in all. A condition on the amount that is taken, where one
// part is left, is evaluated for amounts below most_amounts.
Result<std::vector<HeapMove>> heap_moves(const rules::Rules& rules);

}  // namespace grundy::family
