// methods/offsets/cell_worker.hpp: what one thread does for methods/offsets/solve_cells.hpp.
#pragma once
#include <atomic>
#include <cstdint>
#include <vector>

#include "base/value.hpp"
#include "kernels/offset/cell_rows.hpp"
#include "methods/offsets/board.hpp"
#include "methods/offsets/kept_cells.hpp"
#include "methods/offsets/row_walk.hpp"

namespace grundy::offset {

// Rows that are solved together.
std::size_t rows_of_cell_group(const CellRows& cells) noexcept;
// What a worker keeps in memory.
std::uint64_t cell_worker_bytes(const CellRows& cells) noexcept;

template <class Cell>
class CellWorker {
 public:
  CellWorker(const CellRows& cells, Convention convention, Board& board, memory::Cells& values);

  // Solves a tile of cells.rows.schedule(), keeps its values and returns the number of its
  // positions. Returns early, with some number, once *stop is true.
  std::uint64_t solve_tile(const Box& tile, const std::atomic<bool>* stop);

 private:
  using Words = RowWalk::Words;

  void solve_group();
  void clear_before_stretches();
  void add_source(const BitMove& move, Words& mask);
  void end_play(kernels::CellRows<Cell>& task);

  const CellRows& cells_;
  const BitRows& rows_;
  Convention convention_;
  Board& board_;
  memory::Cells& values_;
  KeptCells kept_;
  RowWalk walk_;
  Index here_;  // scratch
  std::vector<kernels::CellStretch> stretches_;
  std::vector<kernels::CellSource<Cell>> sources_;
  std::vector<Words> move_masks_;
  std::vector<Words> chain_masks_;
  Words lost_;
  Words won_;
  Words condition_;
};

}  // namespace grundy::offset
