// ray/relay_state.hpp: what rank 0 of a relay (ray/relay.hpp) has: all cells, and how far they have
// come.
#pragma once
#include <cstddef>
#include <functional>

#include "ray/relay_ground.hpp"
#include "ray/settled.hpp"
#include "ray/sorted_cells.hpp"
#include "tiles/resumable.hpp"

namespace grundy::ray {

class RelayState {
 public:
  // All of them last as long.
  RelayState(const CellTask& task, const Batches& batches, SortedCells& cells,
             const tiles::Watch& watch);

  // Takes up what was saved, if anything was.
  Status take_up();

  const Settled& taken_up() const noexcept { return taken_up_; }
  SortedCells& cells() const noexcept { return cells_; }

  // Only the first batches have cells that were known.
  std::size_t known_batches() const noexcept { return known_batches_; }

  // Whether saving is due or the job is to be stopped. Any thread.
  bool awaited() noexcept { return sweep_.awaited(); }

  // Saves the cells if that is due: in some tiles all values are known, in others maybe some. If
  // the job is to be stopped, Errc::interrupted.
  Status reached(const std::function<bool(std::size_t tile)>& is_known);

 private:
  std::uint64_t slices() const noexcept { return task_.slices(); }

  const CellTask& task_;
  const Batches& batches_;
  SortedCells& cells_;
  Settled taken_up_;
  Settled now_;
  bool is_taken_up_ = false;
  std::size_t known_batches_ = 0;
  tiles::Resumable sweep_;
};

}  // namespace grundy::ray
