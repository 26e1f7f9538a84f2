// kernels/step/endless.hpp: heaps from which a move takes a term of a long progression.
//
// By the steps first, first + stride, .. heap n reaches n - first and whatever n - stride reaches
// by them. So the values that heaps of one remainder modulo the stride reach form one set, which
// gains one value a heap and loses none: its mex only rises, and a heap costs O(1) however many
// options it has. Of a progression with an end the set also loses the value that passes that end;
// it counts how often it has each, and its mex falls to a value that is gone. Single steps and
// several progressions go on top; then the mex is searched from the largest mex of the sets on.
//
// Scalar: one heap follows from the one before. Any thread may call it on data of its own.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace grundy::kernels {

// For each remainder a set of values, `words` 64-bit words of bits, and its mex.
struct EndlessSteps {
  std::size_t first;
  std::size_t stride;
  std::span<std::uint64_t> bits;         // stride * words
  std::span<std::uint64_t> mexes;        // stride
  std::size_t terms = 0;                 // 0: without end
  std::span<std::uint64_t> counts = {};  // stride * 64 * words, if there is an end
};

// Solves the heaps from .. to - 1 once those before are solved; sets start empty, at from = 0.
// A value is the mex of the options, or `largest` where the mex exceeds it: nimbers if it never
// does, and the outcome (0 = P, 1 = N) for 1. Heaps without options get `stuck`. `single` are
// further steps, ascending; `scratch` is `words` words of zeros, and is left so. No value exceeds
// 64 * words - 2.
template <class Cell>
void solve_endless_steps(std::span<Cell> values, std::span<EndlessSteps> endless,
                         std::span<const std::int64_t> single, std::span<std::uint64_t> scratch,
                         std::size_t largest, Cell stuck, std::size_t from,
                         std::size_t to) noexcept;

}  // namespace grundy::kernels
