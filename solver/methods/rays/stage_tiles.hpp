// methods/rays/stage_tiles.hpp: what stages do with a tile, in passes (methods/rays/passes.hpp) and
// on ranks (methods/rays/relay.hpp): its cells are values or open (kernels/ray/nimbers.hpp).
#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/ray/nimbers.hpp"
#include "methods/rays/faces.hpp"
#include "methods/rays/tile_solver.hpp"
#include "tiles/tile_grid.hpp"

namespace grundy::ray {

// The sets of a stage, and the first of its values.
struct StageSets {
  kernels::ValueSets sets;
  std::uint32_t first_value;
};

// Of a field and a grid, which last as long. `cells` are always those of the tile. Any number of
// threads, each with a tile of its own.
template <class Cell>
class StageTiles {
 public:
  StageTiles(const Field& field, const tiles::TileGrid& grid, std::vector<std::int64_t> strides)
      : field_(field), grid_(grid), strides_(std::move(strides)) {}

  // Makes the sorted positions open.
  void open(std::size_t tile, Cell* cells) const {
    for_each_position(tile, cells, [](Cell& cell) { cell = kernels::open_cell<Cell>; });
  }

  // How many sorted positions there are, and how many of them are open.
  std::uint64_t sorted(std::size_t tile, Cell* cells) const {
    std::uint64_t count = 0;
    for_each_plane(tile, cells,
                   [&](const kernels::Plane<Cell>& plane) { count += plane.positions(); });
    return count;
  }
  std::uint64_t open_in(std::size_t tile, Cell* cells) const {
    std::uint64_t count = 0;
    for_each_position(tile, cells, [&](Cell& cell) { count += cell == kernels::open_cell<Cell>; });
    return count;
  }

  // How many positions that solves.
  std::uint64_t solve(std::size_t tile, Cell* cells, const StageSets& stage) const {
    std::uint64_t solved = 0;
    for_each_plane(tile, cells, [&](const kernels::Plane<Cell>& plane) {
      solved += kernels::solve_ray_stage(
          kernels::NimberStage<Cell>{plane, stage.sets, stage.first_value});
    });
    return solved;
  }

  // The same, where the stage has all values and no cell is known. Cells need not be open.
  void solve_all(std::size_t tile, Cell* cells, const kernels::ValueSets& sets) const {
    for_each_plane(tile, cells, [&](const kernels::Plane<Cell>& plane) {
      kernels::solve_ray_nimbers(kernels::NimberPlane<Cell>{plane, sets});
    });
  }

  // Has the sets know what the cells do.
  void mark(std::size_t tile, Cell* cells, const StageSets& stage) const {
    for_each_plane(tile, cells, [&](const kernels::Plane<Cell>& plane) {
      kernels::mark_ray_stage(kernels::NimberStage<Cell>{plane, stage.sets, stage.first_value});
    });
  }

  // Lines through the last columns of the tile, rises[i] of them for those of direction i. Some may
  // come twice.
  std::vector<LineRun> lines_above(std::size_t tile, Cell* cells,
                                   std::span<const std::int64_t> rises) const {
    std::vector<LineRun> lines;
    for_each_plane(tile, cells, [&](const kernels::Plane<Cell>& plane) {
      for (std::size_t line = 0; line < plane.line_count(); ++line)
        for (std::int64_t column = std::max<std::int64_t>(0, plane.columns - rises[line]);
             column < plane.columns; ++column)
          add_run(plane, line, column, lines);
    });
    return lines;
  }

  // Positions of the box whose sorted image is in a tile, less the share of the open ones.
  std::uint64_t settled_images(std::size_t tile, std::uint64_t sorted, std::uint64_t open) const {
    return grid_.images(tile) * (sorted - open) / sorted;
  }

 private:
  // Those through a column.
  static void add_run(const kernels::Plane<Cell>& plane, std::size_t line, std::int64_t column,
                      std::vector<LineRun>& lines) {
    const std::int64_t rows = plane.rows_with(column);
    if (plane.bent.empty())
      lines.push_back({plane.number(line, 0, column), plane.lines[line].row_step, rows});
    else
      for (std::int64_t row = 0; row < rows; ++row)
        lines.push_back({plane.number(line, row, column), 0, 1});
  }

  template <class Use>
  void for_each_plane(std::size_t tile, Cell* cells, const Use& use) const {
    TileSolver(field_, grid_.tile(tile), TileCells<Cell>{cells, strides_}, use).solve();
  }
  template <class Use>
  void for_each_position(std::size_t tile, Cell* cells, const Use& use) const {
    for_each_plane(tile, cells, [&](const kernels::Plane<Cell>& plane) {
      for (std::int64_t row = 0; row < plane.rows; ++row) {
        Cell* cell = plane.cell(row, plane.first_column(row));
        for (Cell* const end = plane.cell(row, plane.columns); cell != end;
             cell += plane.column_step)
          use(*cell);
      }
    });
  }

  const Field& field_;
  const tiles::TileGrid& grid_;
  std::vector<std::int64_t> strides_;
};

}  // namespace grundy::ray
