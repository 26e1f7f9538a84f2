// methods/splits/tile.hpp: one tile of a box under rules of splits and steps.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/box.hpp"
#include "kernels/split/split.hpp"
#include "methods/splits/board.hpp"
#include "methods/splits/splits.hpp"
#include "methods/splits/symmetry.hpp"
#include "ranks/transport.hpp"

namespace grundy::split {

// Rules, measured in places of the board. Immutable; read by all threads.
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
  std::vector<Across> across;             // splits along all axes but the last
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

  // The values that solve has set but for images, and setting them and their images on another
  // rank. False if there are more or fewer.
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
