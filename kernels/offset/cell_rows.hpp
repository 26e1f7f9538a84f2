// kernels/offset/cell_rows.hpp: nimbers or remoteness of many positions at once, a lane each.
//
// A cell holds one more than a value, and 0 where there is no position. So what lies beyond the
// end of a row is never an option. Values are
//   nimber      the mex of the options' nimbers
//   remoteness  2 * remoteness + (0 = P, 1 = N)
//
// A source says where the options of a row by one rule lie: cell i of the row has its option at
// cells[i]. Rows are solved in order, each after the one before. Options in the same row bound how
// many of its positions are solved at once.
//
// Positions first .. end - 1 of a row are solved. Up to cell_lanes - 1 cells more on either side,
// as far as multiples of cell_lanes, are read in all sources and written: zeros, in their own row.
// Any thread may call.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace grundy::kernels {

inline constexpr std::size_t cell_lanes = 64;

// With more options of a position nimbers exceed a byte.
inline constexpr std::size_t most_nimber_sources = 254;

template <class Cell>
struct CellSource {
  const Cell* cells = nullptr;
  const std::uint64_t* mask = nullptr;  // bits: where the rule gives an option; null: everywhere
};

struct CellStretch {
  std::size_t first;
  std::size_t end;
};

// Pointers are those of the first row. Row r is r * pitch cells, or r * words of masks, on.
template <class Cell>
struct CellRows {
  Cell* rows = nullptr;  // the result
  std::size_t pitch = 0;
  std::span<const CellStretch> stretches;  // by row
  std::span<const CellSource<Cell>> sources;
  std::size_t together = cell_lanes;    // the least distance of an option in the same row, or more
  std::size_t words = 0;                // of a row of bits
  const std::uint64_t* lost = nullptr;  // where play is over: P and N; null: nowhere
  const std::uint64_t* won = nullptr;   // null if and only if `lost` is
};

// O(cells * sources); with 15 sources and more once for every 16 values up to the largest mex.
// Requires at most most_nimber_sources of them.
void solve_nimber_rows(const CellRows<std::uint8_t>& task) noexcept;

// O(cells * sources). Cell is std::uint16_t or 32_t, and no cell reaches its largest number.
// `misere`: a position without options is won by the player to move.
template <class Cell>
void solve_remoteness_rows(const CellRows<Cell>& task, bool misere) noexcept;

}  // namespace grundy::kernels
