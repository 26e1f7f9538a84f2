// kernels/generic/bit_columns.hpp: nimbers of positions that are sets, said as the bits of numbers.
//
// Where each rule gives one option for each bit of a number, the options of a batch are looked at
// bit by bit: for one bit the code runs for all positions at once. Nimbers met are bits of a word.
// An option within the batch waits, as a bit too, until its position is solved.
#pragma once
#include <cstddef>
#include <span>

#include "kernels/generic/images.hpp"
#include "kernels/generic/runs.hpp"

namespace grundy::kernels {

// Nimbers must be below this.
inline constexpr std::size_t most_bit_nimbers = 64;

// Whether the rules are such: each gives single positions, one or one for each bit.
bool has_bit_columns(const Program& program) noexcept;

// As solve_nimbers (kernels/generic/generic.hpp), of a batch that was begun. False, with nothing
// solved, where the ranks of the
// batch lie further apart than 64. Costs the code once for each bit that some number has, and two
// loads an option.
template <class Cell>
bool solve_bit_columns(const Program& program, const Columns& columns, std::size_t width,
                       const Images& images, std::span<Cell> cells) noexcept;

}  // namespace grundy::kernels
