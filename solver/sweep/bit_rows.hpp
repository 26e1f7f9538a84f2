// sweep/bit_rows.hpp: outcomes by rows of bits (plan/bit_rows.hpp, kernels/bit_rows.hpp).
//
// Tiles in waves, as for the generic kernel; a tile takes its planes one after the other, and of
// each plane as many rows at a time as have the same rules at work: rules drop out where their
// options lie outside the closure, and conditions that hold for all those rows, or for none,
// need no masks. Where a part of the closure is wanted only, the rest is forgotten soon after
// (plan/row_layout.hpp).
#pragma once
#include "core/error.hpp"
#include "core/value.hpp"
#include "parallel/executor.hpp"
#include "plan/bit_rows.hpp"
#include "sweep/bits.hpp"
#include "sweep/sweep.hpp"

namespace grundy::sweep {

// The outcomes of the closure that `rows` was made for, or of the part that it keeps. Of the hooks,
// after_wave is not called. Errors: Errc::memory, Errc::interrupted.
Result<Bits> solve_bit_rows(const plan::BitRows& rows, Convention convention,
                            parallel::Executor& executor, const Hooks& hooks = {});

}  // namespace grundy::sweep
