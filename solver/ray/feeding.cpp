#include "ray/feeding.hpp"

#include <algorithm>
#include <utility>

namespace grundy::ray {
namespace {

// Batches of a lane on their way.
constexpr std::uint64_t most_fed_ahead = 16;

}  // namespace

Feeding::Feeding(const Ground& ground, const RelayState& state, Send send)
    : ground_(ground), state_(state), send_(std::move(send)), lanes_(ground.relay.slabs.lanes) {}

void Feeding::begin() {
  for (std::size_t lane = 1; lane < lanes_.size(); ++lane)
    send_(lane, state_.known_batches(), /*is_cells=*/false, {});
}

bool Feeding::is_due(std::size_t lane) const {
  const Lane& own = lanes_[lane];
  return lane > 0 && own.next < state_.known_batches() &&
         own.sent - own.taken.load(std::memory_order_acquire) < most_fed_ahead;
}

bool Feeding::is_due() const {
  for (std::size_t lane = 1; lane < lanes_.size(); ++lane)
    if (is_due(lane)) return true;
  return false;
}

void Feeding::go_on() {
  for (std::size_t lane = 1; lane < lanes_.size(); ++lane)
    while (is_due(lane)) {
      const std::size_t batch = lanes_[lane].next++;
      if (ground_.batches.tiles(batch, lane).empty()) continue;
      ++lanes_[lane].sent;
      send_(lane, batch, /*is_cells=*/true, cells_of(batch, lane));
    }
}

bool Feeding::taken(std::size_t lane) {
  return lane < lanes_.size() &&
         lanes_[lane].taken.fetch_add(1, std::memory_order_release) < lanes_[lane].sent;
}

cluster::Bytes Feeding::cells_of(std::size_t batch, std::size_t lane) const {
  const auto tiles = ground_.batches.tiles(batch, lane);
  std::vector<RelayCell> cells(tiles.size() * ground_.tile_cells);
  for (std::size_t i = 0; i < tiles.size(); ++i)
    begin_cells(ground_, &state_, tiles[i],
                std::span(cells).subspan(i * ground_.tile_cells, ground_.tile_cells));
  const auto bytes = std::as_bytes(std::span(cells));
  return {bytes.begin(), bytes.end()};
}

void begin_cells(const Ground& ground, const RelayState* state, std::size_t tile,
                 std::span<RelayCell> cells) {
  if (state && state->taken_up().has_cells(tile)) {
    const std::span known = ground.cells_of(state->cells(), tile);
    if (known.data() != cells.data()) std::ranges::copy(known, cells.begin());
    return;
  }
  std::ranges::fill(cells, RelayCell{0});
  ground.tiles.open(tile, cells.data());
}

}  // namespace grundy::ray
