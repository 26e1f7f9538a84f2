// support/digest.hpp: keys of the digest by their definition (base/digest.hpp), one position after
// the other.
#pragma once
#include "base/box.hpp"
#include "base/digest.hpp"

namespace grundy::test {

inline Residues digest_key(const Box& box, std::uint64_t rank) {
  const Position at = box.position(rank);
  Residues key{1, 1};
  for (std::size_t axis = 0; axis < at.size(); ++axis) {
    const std::int64_t index = at[axis] - box.low[axis];
    key = key * digest_coarse(axis, index) * digest_fine(axis, index);
  }
  return key;
}

}  // namespace grundy::test
