// kernels/ray/outcomes.hpp: a strip of rows of a game whose rules are rays, outcomes only.
//
// A row is a line of positions along the inner axis, k = 0 .. inner - 1; the rows of a strip
// are numbered y. Every row holds at most one P-position: the first k that no P-position found
// before attacks. What is attacked stands in `bits`, one bit array for every line of a ray
// direction: row y reads, for each direction, the bits from `start + y * step` on, ors them
// and looks for the first zero. The P-position found is marked in turn, one bit on every line of
// its row and one for every other mark that is asked for, on lines through its mirror images. Bits
// are only ever set.
//
// Addresses count bits from the first byte of `bits`, which is a whole number of aligned 64-bit
// words (lines are read and marked word by word), bit i of a byte being 1 << i. An
// entry of the section is k + 1 for a row whose P-position is known, 0 for any other; rows
// whose entry is known are skipped. Where y and k may be exchanged, P-position k of row y is
// that of row k too: its entry becomes y + 1.
//
// Cost: O(rows * (inner / vector bits) * directions) at most, less where the first zero is
// near, and none for the last rows of a strip when a line that all read alike attacks what they
// have left. Allocates nothing. Calls may run at once if none writes what another one reads or
// writes. All SIMD targets set the same bits.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/three_bytes.hpp"

namespace grundy::kernels {

// The line of a direction that row y reads: k stands at bit start + y * step + k. The word behind
// that of k = inner - 1 must be readable.
struct RayLine {
  std::int64_t start;
  std::int64_t step;
};

// P-position k of row y sets the bit start + y * of_row + k * of_inner too. If k > limit the
// address is handed out instead: the caller sets it later, by set_bits.
struct RayMark {
  std::int64_t start;
  std::int64_t of_row;
  std::int64_t of_inner;
  std::int64_t limit;
};

// P-position k of row y is known to be that of a row of another strip too: entry
// start + row_offset[y] + inner_offset[k] becomes value + 1.
struct RayMirror {
  std::uint64_t start;
  const std::uint64_t* row_offset;
  const std::uint64_t* inner_offset;
  std::int64_t value;
};

struct RayRows {
  std::span<std::uint8_t> bits;
  std::span<const RayLine> aligned;  // start and step divisible by 64
  std::span<const RayLine> shifted;  // any others; at most max_ray_lines of each
  std::span<const RayMark> marks;
  std::span<const RayMirror> mirrors;
  std::int64_t first;  // rows first .. last - 1, ascending
  std::int64_t last;
  std::int64_t inner;           // positions of a row
  std::int64_t lowest;          // P-positions have k >= lowest
  bool exchangeable;            // y and k may be exchanged, and k >= lowest + y
  std::uint64_t section_start;  // the entry of row y is section_start + y
};

inline constexpr std::size_t max_ray_lines = 256;

// Solves the rows one after the other. Returns how many addresses were handed out to `late`,
// which must have room for rows * marks.size() of them.
std::size_t solve_ray_rows(const RayRows& rows, std::span<std::uint16_t> section,
                           std::span<std::uint64_t> late) noexcept;
std::size_t solve_ray_rows(const RayRows& rows, std::span<ThreeBytes> section,
                           std::span<std::uint64_t> late) noexcept;
std::size_t solve_ray_rows(const RayRows& rows, std::span<std::uint32_t> section,
                           std::span<std::uint64_t> late) noexcept;

// Sets the bits at those of the addresses whose 4096-byte page of `bits` has the number `part`
// modulo `parts`, a power of two, so that calls with different parts never write one byte.
void set_bits(std::span<std::uint8_t> bits, std::span<const std::uint64_t> addresses,
              std::size_t part, std::size_t parts) noexcept;

}  // namespace grundy::kernels
