#include "ray/relay_state.hpp"

#include <algorithm>

#include "ray/kernel.hpp"

namespace grundy::ray {

RelayState::RelayState(const CellTask& task, const Batches& batches, SortedCells& cells,
                       const tiles::Watch& watch)
    : task_(task),
      batches_(batches),
      cells_(cells),
      taken_up_{0, 0, std::vector<std::uint8_t>(cells.grid().tiles())},
      sweep_(kernel, watch,
             [this] { return state_of(is_taken_up_ ? now_ : taken_up_, cells_.bytes()); }) {}

Status RelayState::take_up() {
  if (Status loaded = ray::take_up(sweep_, slices(), taken_up_); !loaded) return loaded;
  for (std::size_t tile = 0; tile < taken_up_.done.size(); ++tile)
    if (taken_up_.has_cells(tile))
      known_batches_ = std::max(known_batches_, batches_.batch_of(tile) + 1);
  now_ = {taken_up_.first_slice, slices() - taken_up_.first_slice, taken_up_.done};
  is_taken_up_ = true;
  return {};
}

Status RelayState::reached(const std::function<bool(std::size_t)>& is_known) {
  for (std::size_t tile = 0; tile < now_.done.size(); ++tile)
    now_.done[tile] = is_known(tile) || taken_up_.knows(tile, slices() - 1);
  return sweep_.reached();
}

}  // namespace grundy::ray
