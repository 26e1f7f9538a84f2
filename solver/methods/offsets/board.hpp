// methods/offsets/board.hpp: the cells of a closure in rows (kernels/offset/cell_rows.hpp).
//
// Between the rows are cells that are no position, as many as options reach along a row and vectors
// beyond its end. So no thread reads cells of a row that another one may be writing.
//
// The sweep needs two tiles along the first axis: the one at hand and the one before it. So where
// there are more, the board is a window of so many, used again and again; values that are wanted
// are copied out of each tile (methods/offsets/kept_cells.hpp).
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/block.hpp"
#include "base/error.hpp"
#include "methods/offsets/cell_rows.hpp"

namespace grundy::offset {

class Board {
 public:
  // All cells are 0. Errc::memory.
  static Result<Board> make(const CellRows& cells);
  // What make() allocates.
  static std::uint64_t bytes(const CellRows& cells);

  template <class Cell>
  std::span<Cell> cells() noexcept {
    return block_.as<Cell>();
  }
  std::span<std::byte> bytes() noexcept { return block_.as<std::byte>(); }

  std::size_t pitch() const noexcept { return layout_.pitch; }
  // Indices along the first axis.
  std::int64_t window() const noexcept { return layout_.window; }
  // Where the cell of the index stands.
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

}  // namespace grundy::offset
