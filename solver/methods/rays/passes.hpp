// methods/rays/passes.hpp: nimbers of rays in several passes, where the sets of all values do not
// fit.
//
// A pass is a stage of kernels/ray/nimbers.hpp. It has the sets of some slices of values, visits
// all tiles, and gives values to those open positions that find one there. The next pass continues
// with the slices that follow and the same memory. Cells are in a file, tile by tile. Tiles without
// open positions are skipped.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/error.hpp"
#include "base/executor.hpp"
#include "methods/rays/cell_task.hpp"
#include "methods/rays/sorted_cells.hpp"
#include "tiles/watch.hpp"

namespace grundy::ray {

// The task in as few passes as `bytes` of memory for solving allow. A pass has at least one slice.
CellTask in_passes_within(const CellTask& task, std::uint64_t bytes,
                          const std::filesystem::path& scratch);

// The task in an estimated number of `count` passes.
CellTask in_passes_by_count(const CellTask& task, std::uint64_t count,
                            const std::filesystem::path& scratch);

// The estimated number of passes with open positions.
std::uint64_t estimated_passes(const CellTask& task);

// The values of task.closure. Requires task.passes. Errors: see methods/family.hpp; Errc::io for
// the file, Errc::unsupported for too many tiles (check_listed).
Result<SortedCells> solve_in_passes(const CellTask& task, parallel::Executor& executor,
                                    const tiles::Watch& watch);

// The progress of stages in a box, as it is saved. Passes and ranks (methods/rays/relay.hpp) save
// the same, so each can resume what the other has saved, with any number of passes or ranks. No
// sets are saved: they follow from the cells (kernels::mark_ray_stage).
//
// All values of slices before `first_slice` are known, and in tiles that are done those of the next
// `slices` slices too. All other cells are open, or known. While first_slice is 0, the cells of a
// tile that is not done mean nothing.
struct Settled {
  std::uint64_t first_slice = 0;
  std::uint64_t slices = 0;
  std::vector<std::uint8_t> done;  // by tile

  std::uint64_t end() const noexcept { return first_slice + slices; }
  bool has_cells(std::size_t tile) const noexcept { return first_slice > 0 || done[tile] != 0; }
  // Whether all values of a stage that ends with slice `last` are known in a tile.
  bool knows(std::size_t tile, std::uint64_t last_slice) const noexcept {
    return done[tile] != 0 && last_slice < end();
  }
};

// What a sweep of stages saves.
tiles::Resumable::State state_of(Settled& settled, std::span<std::byte> cells);
tiles::Resumable::State state_of(Settled& settled, tiles::StreamedPart cells);

// Loads the state that was saved, if there is one, into `settled`, whose lists have their sizes,
// and into the cells, through the state that `sweep` was made with. Errc::corrupt if it does not
// fit a box of `slices` slices.
Status load_settled(tiles::Resumable& sweep, std::uint64_t slices, Settled& settled);

// How many numbers a saved state of stages has, and one with the sets of all values
// (tiles/ordered_tiles.hpp). The last number is how many positions are solved.
inline constexpr std::size_t numbers_of_stages = 4;
inline constexpr std::size_t numbers_of_all_sets = 2;

}  // namespace grundy::ray
