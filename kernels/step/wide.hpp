// kernels/step/wide.hpp: the same heaps as kernels/step/steps.hpp where nimbers reach 64.
//
// The mask of heap i is row i of `words` 64-bit words: bit v % 64 of word v / 64 when some option
// has nimber v. One option at a time, O(heaps * steps). Any thread may call these on rows and
// values that no other writes.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace grundy::kernels {

// Adds to the rows of the heaps first, first + 1, .. their options by `steps`, ascending, whose
// values must be known. There are rows.size() / words heaps.
template <class Cell>
void mark_wide_steps(std::span<const Cell> values, std::span<const std::int64_t> steps,
                     std::size_t words, std::size_t first, std::span<std::uint64_t> rows) noexcept;

// Solves the same heaps: adds their options by `steps`, which are those that mark_wide_steps has
// not been given, and writes their nimbers. Returns how many are solved: all, or those before the
// first row that is full.
template <class Cell>
std::size_t finish_wide_steps(std::span<Cell> values, std::span<const std::int64_t> steps,
                              std::size_t words, std::size_t first,
                              std::span<std::uint64_t> rows) noexcept;

}  // namespace grundy::kernels
