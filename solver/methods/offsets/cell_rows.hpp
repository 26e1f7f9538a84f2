// methods/offsets/cell_rows.hpp: rules for which nimbers or remoteness can be solved by rows of
// cells, and these cells.
//
// Offsets as in methods/offsets/bit_rows.hpp, without rays. Positions have cells instead of bits
// (kernels/offset/cell_rows.hpp), so a row takes longer and another layout may be best.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/block.hpp"
#include "base/box.hpp"
#include "base/cells.hpp"
#include "base/error.hpp"
#include "base/value.hpp"
#include "methods/offsets/bit_rows.hpp"
#include "rules/proofs/termination.hpp"
#include "rules/rules.hpp"

namespace grundy::offset {

struct CellRows {
  BitRows rows;
  Quantity quantity;  // nimber or remoteness
  unsigned width;     // bytes of a cell
  Box box;            // whose values are kept

  // Chooses a window for the tiles of `rows`, if there are enough of them. cell_rows() does so.
  void use_window();
};

// The rules in one layout; family::does_not_apply() for other rules.
Result<CellRows> cell_rows(const rules::Rules& rules, const std::vector<Offset>& offsets,
                           const RowAxes& axes, Quantity quantity, const Box& closure,
                           const rules::Descent& descent, const Box& box);

// The rules in the layout with the least estimated time.
Result<CellRows> recognise_cell_rows(const rules::Rules& rules,
                                     const relation::Differences& differences, Quantity quantity,
                                     const Box& closure, const rules::Descent& descent,
                                     const Box& box);

// The cells of a closure in rows (kernels/offset/cell_rows.hpp).
//
// Between the rows are cells that are no position, as many as options reach along a row and vectors
// beyond its end. So no thread reads cells of a row that another one may be writing.
//
// The sweep needs two tiles along the first axis: the one at hand and the one before it. So where
// there are more, the board is a window of two tiles, which is used again and again. Requested
// values are copied out of each tile (KeptCells).
class Board {
 public:
  // All cells are 0. Errc::memory.
  static Result<Board> make(const CellRows& cells);
  // Bytes that make() allocates.
  static std::uint64_t bytes(const CellRows& cells);

  template <class Cell>
  std::span<Cell> cells() noexcept {
    return block_.as<Cell>();
  }
  std::span<std::byte> bytes() noexcept { return block_.as<std::byte>(); }

  std::size_t pitch() const noexcept { return layout_.pitch; }
  // Indices along the first axis.
  std::int64_t window() const noexcept { return layout_.window; }
  // The number of the index's cell.
  std::size_t at(const Index& index) const noexcept;

 private:
  struct Layout {
    std::size_t pitch;                 // cells from row to row
    std::size_t front;                 // cells before the first row
    std::int64_t window;               // indices along the first axis
    std::vector<std::size_t> strides;  // cells, by axis
    std::size_t total;
  };
  static Layout layout(const CellRows& cells);

  Board(Layout layout, memory::Block block)
      : layout_(std::move(layout)), block_(std::move(block)) {}

  Layout layout_;
  memory::Block block_;
};

// Copies the requested values of tiles from a board.
class KeptCells {
 public:
  // `axes` and `board` must outlive this. `values` are of a part of the closure.
  KeptCells(const RowAxes& axes, const Board& board, memory::Cells& values);

  // Copies the values of a tile, given in indices, that are kept. Along the first axis it is at
  // most one tile of the schedule. Any number of threads may copy different tiles. O(cells) time.
  template <class Cell>
  void copy(const Box& tile, const Cell* board, Cell* values) const;

 private:
  // Places first .. last of an axis.
  struct Range {
    std::int64_t first;
    std::int64_t last;
  };

  template <class Cell>
  void copy_plane(Range rows, const Cell* board, Cell* values, std::int64_t to) const;

  const RowAxes& axes_;
  const Board& board_;
  std::vector<Range> kept_;          // indices by axis, before the plane is skewed
  std::vector<std::int64_t> steps_;  // between neighbouring values, by axis
  std::int64_t origin_ = 0;          // where the value of index 0 would be
};

}  // namespace grundy::offset
