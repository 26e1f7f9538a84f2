// kernels/pieces/sets.hpp: sets of nimbers as rows of bits.
//
// A set is a row of 64-bit words: nimber g is bit g % 64 of word g / 64. Xoring all members with x
// exchanges words by the high bits of x, and bits within words by its low six. Nothing is
// allocated; any thread may call it on sets of its own.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace grundy::kernels {

using NimberSet = std::span<std::uint64_t>;
using ConstNimberSet = std::span<const std::uint64_t>;

// set |= other.
void unite(NimberSet set, ConstNimberSet other) noexcept;

// set |= {g ^ x : g in other}. Requires sets of one size, a power of two, x below 64 of them, and
// no overlap.
void unite_xored(NimberSet set, ConstNimberSet other, std::uint32_t x) noexcept;

// set |= the sets at rows + stride * (total - i) for all i of `parts`.
void unite_rows(NimberSet set, const std::uint64_t* rows, std::size_t stride, std::size_t total,
                std::span<const std::uint32_t> parts) noexcept;

// The least nimber in neither set, looked for from a multiple of 64 on; 64 times the words if there
// is none.
std::size_t least_missing(ConstNimberSet one, ConstNimberSet other, std::size_t from) noexcept;

}  // namespace grundy::kernels
