// kernels/offset/bit_rows.hpp: outcomes of many positions at once, one bit each.
//
// A row is `words` 64-bit words; bit i of it stands in word i / 64 at place i % 64. A set bit
// is a P-position. A source says where the options of a row by one rule lie: bit i of the row
// has its option at bit i + shift, counted from source.words. If that bit is set, position i
// is attacked, that is N. What is open and not attacked is P.
//
// Trails serve rays, x - k d for every k >= 1: the trail of a position is set when it is P or
// when a position behind it on the line of d is, so one look at the trail of the next position
// on the line answers for all of them.
//
// Moves within a row (chains) are settled word by word after all others.
//
// Kernels read one word beyond the last of a shifted source, and write nothing beyond their
// rows. Rows are solved in order, each after the one before; any thread may call.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace grundy::kernels {

// All pointers are those of the first row; row r is at r * words from them.
struct BitSource {
  const std::uint64_t* words = nullptr;
  unsigned shift = 0;                   // 0 .. 63
  const std::uint64_t* mask = nullptr;  // where the rule gives an option; null: everywhere
  std::uint64_t* trail = nullptr;       // null: no ray
};

// Options `distance` >= 1 bits below, in the same row.
struct BitStep {
  std::size_t distance = 1;
  const std::uint64_t* mask = nullptr;  // as above, bits below `distance` do not matter
};

// What moves within a row there are: none, to every lower bit, or steps.
enum class BitChain : std::uint8_t { none, all_lower, steps };

struct BitRows {
  std::uint64_t* rows = nullptr;        // the result
  std::size_t count = 0;                // rows
  std::size_t words = 0;                // of each; independent rows may be given as one long row
  const std::uint64_t* open = nullptr;  // positions that are P unless attacked; no others
  const std::uint64_t* lost = nullptr;  // positions that are P in any case; null: none
  std::span<const BitSource> sources;
  BitChain chain = BitChain::none;
  std::span<const BitStep> steps;  // ascending distances
};

// O(count * words * sources), and O(64 / least distance) more for each word with steps; a
// single step takes O(log(64 / distance)).
void solve_bit_rows(const BitRows& task) noexcept;

}  // namespace grundy::kernels
