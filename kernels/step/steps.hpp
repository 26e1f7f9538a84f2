// kernels/step/steps.hpp: heaps from which a move takes one of a set of numbers.
//
// Heap n has the options n - k for the steps k <= n. Its mask has bit v when some option has
// value v; a nimber is the first bit that is missing. Masks have 8 * planes bits and stand in
// groups of 64 heaps: plane q of heap i, its bits 8 q .. 8 q + 7, is byte
//     (i / 64 * planes + q) * 64 + i % 64.
// Values stand by heap, one byte each, and are below 64; those from 8 * planes on have no bit.
//
// Long steps are marked many heaps at a time, each a stretch of values that are known already:
// one load and two table lookups for 16 bits of mask. Steps below 64 join heaps that follow one
// another closely; these are solved in a chain (finish.cpp), four dependent instructions a
// heap, however many steps there are.
//
// Any thread may call these on masks and values that no other writes. Values and masks have
// room for 64 more bytes behind those in use.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace grundy::kernels {

// What the mask of a heap says: the nimber, or that it is N (1) when an option is P (0).
enum class StepRule : std::uint8_t { nimber, outcome };

inline constexpr std::size_t step_group = 64;  // heaps

// Adds to the masks of the heaps first, first + 1, .. their options by `steps`, ascending. The
// number of heaps is masks.size() / planes. Requires planes in {1, 2, 4, 8} and first, the number
// of heaps and masks.size() / planes to be multiples of step_group; every option of these heaps
// by these steps must be known.
void mark_steps(std::span<const std::uint8_t> values, std::span<const std::int64_t> steps,
                std::size_t planes, std::size_t first, std::span<std::uint8_t> masks) noexcept;

// Solves the same heaps: adds their options by `steps`, which are those that mark_steps has not
// been given, and writes their values. Returns how many are solved: all, or as many as come in
// whole groups before a mask that is full. The rest is left undefined; try it with more planes.
// The rule `outcome` needs one plane.
std::size_t finish_steps(std::span<std::uint8_t> values, std::span<const std::int64_t> steps,
                         std::size_t planes, StepRule rule, std::size_t first,
                         std::span<std::uint8_t> masks) noexcept;

}  // namespace grundy::kernels
