// kernels/split/split.hpp: nimbers of positions whose options are sums of two positions of one
// line.
//
// The values of all positions stand in `cells`, one byte each, in rows along the last
// coordinate: a lane is a place in a row. A block is split_lanes lanes of a row, from a
// multiple of split_lanes. Options are pairs of earlier positions, of which the xor counts:
//
//   RowPairs   the same lane of two other rows
//   RowSplit   two lanes of the row itself
//   step       a lane of the row itself, alone
//
// What options exclude is kept as masks of eight values a byte. A table lookup turns a vector
// of nimbers below 16 into such bits, so a pair costs three operations for a whole vector, or
// two where one part is the same in all lanes: then the table has the xor in it. Positions
// whose first eight values are all excluded, and cells of 16 and more (`wide`), cost more.
//
// Within a vector, lanes may be parts of options of later lanes. Their values are guessed
// from the options with finished parts, then all lanes are computed again until nothing
// changes. Each round makes at least one more lane right for good, and a state that does not
// change is the solution. The first guess is nearly always right, because the few options
// left out rarely matter among the many others.
//
// Nothing is allocated. Threads may work on blocks of one array at once if none needs cells
// that another is writing.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace grundy::kernels {

inline constexpr std::int64_t split_lanes = 128;

// This many bytes before the first lane of a row, and behind its last block, must exist. They
// may be anything unless a step reaches them: those must hold no_position.
inline constexpr std::int64_t split_pad = split_lanes;

inline constexpr std::uint8_t no_position = 0x80;
inline constexpr unsigned largest_narrow_nimber = 15;
inline constexpr unsigned largest_split_nimber = 126;

// Rows lower + k * stride and upper - k * stride, by the index of their lane 0 in cells, for
// 0 <= k < count: the two parts of an option in the same lane.
struct RowPairs {
  std::int64_t lower;
  std::int64_t upper;
  std::int64_t stride;
  std::int64_t count;
};

// Lane h has options i and h - gap - i for every i in least .. (h - gap) / 2; without the
// equal parts if `unequal`. Requires least >= 0 and gap + least >= 1.
struct RowSplit {
  std::int64_t gap;
  std::int64_t least;
  bool unequal;
};

// What is excluded among the values below 8 in the block at lane `first` of `rows` rows: bit v
// of byte r * stride + lane.
struct SplitMasks {
  std::span<std::uint8_t> bytes;
  std::int64_t first;
  std::int64_t rows;
  std::int64_t stride;
};

// Ors into row r of the masks what `pairs` exclude with the upper rows moved on by
// r * pairs.stride. Unless `wide`, no cell of theirs exceeds largest_narrow_nimber.
void exclude_row_pairs(std::span<const std::uint8_t> cells, const RowPairs& pairs, bool wide,
                       const SplitMasks& masks) noexcept;

struct SplitBlock {
  std::int64_t row;                     // index of lane 0 in cells
  std::int64_t first;                   // the block's first lane
  std::int64_t width;                   // lanes of it that are positions; the others become 0
  std::span<const std::uint8_t> masks;  // split_lanes bytes: of values below 8, so far
  std::span<const RowPairs> rest;       // pairs that are not in masks
  std::span<const RowPairs> all;        // the same and those that are
  std::span<const RowSplit> splits;     // within the row
  std::span<const std::int64_t> steps;  // lane h has option h - step; steps >= 1
};

// Sets the cells of a block, whose row is finished up to there, and returns their largest
// value. If a value exceeds largest_narrow_nimber, or largest_split_nimber when `wide`,
// returns a larger number than that, and the block is to be solved again, or cannot be.
// Unless `wide`, no cell that the block needs exceeds largest_narrow_nimber.
unsigned solve_split_block(std::span<std::uint8_t> cells, const SplitBlock& block,
                           bool wide) noexcept;

}  // namespace grundy::kernels
