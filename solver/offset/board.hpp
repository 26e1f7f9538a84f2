// offset/board.hpp: the cells of a closure in rows (kernels/offset/cell_rows.hpp).
//
// Between the rows are cells that are no position, as many as options reach along a row and vectors
// beyond its end. So no thread reads cells of a row that another one may be writing.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/box.hpp"
#include "core/error.hpp"
#include "memory/block.hpp"
#include "memory/cells.hpp"
#include "offset/cell_rows.hpp"
#include "parallel/executor.hpp"

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
  // Where the cell of the index stands.
  std::size_t at(const Index& index) const noexcept;

  // The values of a part of the closure in C order, each one less than its cell. Errc::memory.
  Result<memory::Cells> copy(const Box& part, parallel::Executor& executor) const;

 private:
  struct Layout {
    std::size_t pitch;                 // cells from row to row
    std::size_t front;                 // cells before the first row
    std::vector<std::size_t> strides;  // cells, by axis
    std::size_t total;
  };
  static Layout layout(const CellRows& cells);

  Board(const CellRows& cells, Layout layout, memory::Block block)
      : axes_(cells.rows.axes),
        width_(cells.width),
        layout_(std::move(layout)),
        block_(std::move(block)) {}

  RowAxes axes_;
  unsigned width_;
  Layout layout_;
  memory::Block block_;
};

}  // namespace grundy::offset
