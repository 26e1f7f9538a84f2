// methods/rays/settled.hpp: how far stages have come in a box, as it is saved. Passes
// (methods/rays/passes.hpp) and ranks (methods/rays/relay.hpp) save the same, so each goes on from
// what the other has saved, with any number of passes or ranks.
//
// No sets are saved: they follow from the cells (kernels::mark_ray_stage).
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "tiles/watch.hpp"

namespace grundy::ray {

// All values of slices before `first_slice` are known, and in tiles that are done those of so many
// slices from there on too. All other cells are open, or known. Before slice 0 is gone through a
// tile that is not done has no open cells yet: what its cells are means nothing.
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
tiles::Resumable::State state_of(Settled& settled, tiles::Elsewhere cells);

// Takes up the state that was saved, if there is one: into `settled`, whose lists have their sizes,
// and the cells, by way of the state that `sweep` was made with. Errc::corrupt if it does not fit
// a box of so many slices.
Status take_up(tiles::Resumable& sweep, std::uint64_t slices, Settled& settled);

// The numbers of a saved state with those of state_of, and of one with the sets of all values
// (tiles/ordered_tiles.hpp). The last one tells how many positions are solved.
inline constexpr std::size_t numbers_of_stages = 4;
inline constexpr std::size_t numbers_of_all_sets = 2;

}  // namespace grundy::ray
