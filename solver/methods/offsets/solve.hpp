// methods/offsets/solve.hpp: outcomes by rows of bits (methods/offsets/bit_rows.hpp,
// kernels/offset/bit_rows.hpp).
//
// A tile is solved once those that it waits for are (tiles/schedule.hpp, tiles/ordered_tiles.hpp).
// Its planes are solved one after the other, with as many rows at a time as the same rules apply
// to. Rules are dropped where their options lie outside the closure, and conditions that hold for
// all these rows, or for none, need no masks. Where only a part of the closure is requested, the
// rest is soon overwritten (methods/offsets/row_layout.hpp).
#pragma once
#include "base/error.hpp"
#include "base/executor.hpp"
#include "base/value.hpp"
#include "methods/offsets/bit_rows.hpp"
#include "methods/offsets/bits.hpp"
#include "tiles/watch.hpp"

namespace grundy::offset {

// The outcomes of the closure that `rows` was made for, or of the part that it keeps. Errors: see
// methods/family.hpp.
Result<Bits> solve(const BitRows& rows, Convention convention, parallel::Executor& executor,
                   const tiles::Watch& watch = {});

}  // namespace grundy::offset
