// methods/offsets/offsets.hpp: rules whose options are x + v for finitely many v, and rays.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/box.hpp"
#include "rules/rules.hpp"

namespace grundy::offset {

// Lists longer than this are no work for kernels that look at every offset of a position.
inline constexpr std::size_t most_offsets = 512;

// The option x + change, or with `ray` every x + k * change for k >= 1, where `when` holds. Or, if
// `along` is not empty, every x + change + k * along for k >= 0, where `along` is that of a ray.
struct Offset {
  std::vector<std::int64_t> change;  // by coordinate, not zero
  rules::Condition when;             // speaks of coordinates only
  bool ray = false;
  std::size_t line = 0;
  std::vector<std::int64_t> along = {};

  friend bool operator==(const Offset&, const Offset&) = default;
};

// All options of all positions of the closure, rays before all else, then rule by rule, with the
// values of binders written out; without the offsets that lead out of the closure from everywhere,
// and without repeats. Nothing, with the reason: for sums, changes that differ from position to
// position, binders with ends that do, and more than most_offsets.
std::optional<std::vector<Offset>> offsets(const rules::Rules& rules, const Box& closure,
                                           std::string& why_not);

}  // namespace grundy::offset
