// table/digest_view.hpp: the digest (core/digest.hpp) of values that lie in memory.
#pragma once
#include "core/digest.hpp"
#include "core/value.hpp"
#include "table/cells.hpp"

namespace grundy::table {

// The share of `region` in the digest of `box`: add the shares of disjoint regions that make up the
// box, gathered in any order. Requires region inside box and inside view.box.
Digest digest_of(const CellView& view, Quantity quantity, const Box& box, const Box& region);

}  // namespace grundy::table
