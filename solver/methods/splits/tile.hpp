// methods/splits/tile.hpp: solves one tile of a box under rules of splits and steps.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/block.hpp"
#include "base/box.hpp"
#include "base/cells.hpp"
#include "base/error.hpp"
#include "base/executor.hpp"
#include "kernels/split/split.hpp"
#include "methods/splits/splits.hpp"
#include "ranks/transport.hpp"

namespace grundy::split {

// The cells of a box in rows that kernels/split/split.hpp can work on.
//
// There is one byte a position, in C order. But every row (line along the last coordinate) begins
// after bytes that are no position, and ends with room for a whole block. Rows lie an odd number of
// 64-byte lines apart, so that their columns spread over all sets of a cache. Positions are given
// by indices: coordinates minus the low end of the box.
class Board {
 public:
  // With at least `reach` bytes that are no position before each row. Errc::memory.
  static Result<Board> make(const Box& box, std::int64_t reach, parallel::Executor& executor);

  // Bytes that make() allocates.
  static std::uint64_t bytes(const Box& box, std::int64_t reach);

  std::span<std::uint8_t> cells() noexcept { return block_.as<std::uint8_t>(); }

  // Where the position of indices 0 is, and the distance of neighbours along each axis.
  std::int64_t origin() const noexcept { return layout_.front; }
  const std::vector<std::int64_t>& strides() const noexcept { return strides_; }

  // Where a row of zeros begins.
  std::int64_t zeros() const noexcept { return origin() + layout_.rows * layout_.stride; }

  // The cells of the box, one byte wide. Errc::memory.
  Result<memory::Cells> copy(parallel::Executor& executor) const;

 private:
  struct Layout {
    std::int64_t front;   // bytes before lane 0
    std::int64_t stride;  // of rows
    std::int64_t rows;    // without the one of zeros
    std::int64_t length;  // positions of a row
  };
  static Layout layout(const Box& box, std::int64_t reach);

  Box box_;
  Layout layout_{};
  std::vector<std::int64_t> strides_;
  memory::Block block_;
};

// The images of positions when coordinates change places.
//
// Positions are given by indices from the low end of the box. Only groups whose axes have equal
// length are used. A position is sorted if its indices ascend within each group. It stands for all
// others of its orbit.
class Symmetry {
 public:
  // `strides` are the distances of neighbours along each axis, which images() permutes.
  Symmetry(const Box& box, std::vector<std::vector<std::size_t>> groups,
           const std::vector<std::int64_t>& strides);

  // The place on the last axis of the first sorted position in the row that all indices except the
  // last determine. The extent of that axis if the row has none.
  std::int64_t first_sorted(std::span<const std::int64_t> indices) const noexcept;

  // The strides of each image of a position, by axis of the position.
  const std::vector<std::vector<std::int64_t>>& images() const noexcept { return images_; }

 private:
  std::int64_t length_;                                     // of the last axis
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;  // neighbours in a group
  std::vector<std::vector<std::int64_t>> images_;
};

// Rules in terms of places of the board. Immutable: any thread may read.
struct TileRules {
  TileRules(const Splits& splits, const Box& closure, const Board& board);

  // p + q = u - gap for indices p, q >= least of the two parts and u of the position.
  struct Across {
    std::size_t axis;
    kernels::RowSplit split;
  };
  struct StepOnBoard {
    std::vector<std::int64_t> fall;  // by axis
    std::int64_t distance;           // on the board
  };
  std::vector<Across> across;             // splits along all axes except the last
  std::vector<kernels::RowSplit> along;   // splits along the last
  std::vector<StepOnBoard> steps;         // that change the row
  std::vector<std::int64_t> steps_along;  // that do not
  Symmetry symmetry;
};

// The longest step along the last axis that has a place in the box.
std::int64_t reach(const Splits& splits, const Box& closure);

// Sides of tiles.
Position tile_sides(std::size_t dimensions);

// Solves tiles with scratch memory of its own: one for each thread.
class Tile {
 public:
  Tile(const TileRules& rules, Board& board);

  // `tile`: indices, one block of lanes wide. Everything below it is solved. Unless `wide`, no
  // value there exceeds kernels::largest_narrow_nimber. Returns the largest value found, or one
  // greater than kernels::largest_split_nimber if there is such a value.
  unsigned solve(const Box& tile, bool wide);

  // Packs the values that solve() has set, without images. Sets them and their images on another
  // rank: false if there are more or fewer values than positions.
  cluster::Bytes pack(const Box& tile);
  bool set(const Box& tile, std::span<const std::byte> values);

 private:
  struct Range {  // of the lesser parts of a split
    std::int64_t from;
    std::int64_t to;  // exclusive
  };

  bool has_sorted(const Position& at) const;
  bool line_has_sorted(Position at, std::size_t axis) const;
  bool next_row(Position& at) const;
  std::int64_t row_place(const Position& at) const;
  std::size_t mask_row(const Position& at) const;
  Range shared(const TileRules::Across& across) const;
  kernels::RowPairs pairs(const TileRules::Across& across, const Position& at, Range range) const;
  void exclude_lines(const TileRules::Across& across, bool wide);
  void list_pairs(const Position& at);
  unsigned solve_row(const Position& at, bool wide);
  void mirror(const Position& at);

  const TileRules& rules_;
  Board& board_;
  Box tile_;
  std::vector<std::int64_t> mask_strides_;  // by axis
  std::vector<std::uint8_t> masks_;
  std::vector<kernels::RowPairs> rest_;
  std::vector<kernels::RowPairs> all_;
};

}  // namespace grundy::split
