// kernels/offset/bit_chain.hpp: moves within a row of bits (kernels/offset/bit_rows.hpp).
//
// Bit i of a chain is P when it is open, not attacked from outside and no option of it within
// the row is P. The row comes in with those open bits that nothing outside attacks, together
// with the lost ones, and goes out with the P-positions. Plain words: within a row every bit
// may wait for the one before.
#pragma once
#include "kernels/offset/bit_rows.hpp"

namespace grundy::kernels {

// Settles the row whose first word is task.rows[first]. Requires task.chain != none.
void settle_chain(const BitRows& task, std::size_t first) noexcept;

}  // namespace grundy::kernels
