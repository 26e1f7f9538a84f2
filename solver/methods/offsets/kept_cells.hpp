// methods/offsets/kept_cells.hpp: the values that are kept of tiles of cells.
#pragma once
#include <cstdint>
#include <vector>

#include "base/cells.hpp"
#include "methods/offsets/board.hpp"

namespace grundy::offset {

class KeptCells {
 public:
  // Both stay where they are. `values` are of a part of the closure.
  KeptCells(const RowAxes& axes, const Board& board, memory::Cells& values);

  // Copies what is kept of a tile in indices, along the first axis at most one tile of the
  // schedule. Any number of threads may copy different tiles. O(cells).
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
  std::vector<Range> kept_;          // indices by axis, of coordinates where the plane is skewed
  std::vector<std::int64_t> steps_;  // among the values, by axis
  std::int64_t origin_ = 0;          // where the value of index 0 would be
};

}  // namespace grundy::offset
