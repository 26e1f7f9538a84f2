#include "ray/gathering.hpp"

#include "kernels/ray/open_cells.hpp"

namespace grundy::ray {

Gathering::Gathering(const Ground& ground, const RelayState& state, const tiles::Watch& watch)
    : ground_(ground), cells_(state.cells()), watch_(watch), open_(ground.grid.tiles()) {
  for (std::size_t tile = 0; tile < open_.size(); ++tile) {
    auto* const own = reinterpret_cast<RelayCell*>(cells_.tile(tile));
    open_[tile] = static_cast<std::uint32_t>(state.taken_up().has_cells(tile)
                                                 ? ground.tiles.open_in(tile, own)
                                                 : ground.tiles.sorted(tile, own));
  }
  if (watch_.solved) *watch_.solved = 0;  // what was counted may have to be solved again
  if (state.known_batches() == 0) return;
  open_at_first_ = open_;
  std::uint64_t solved = 0;
  for (std::size_t tile = 0; tile < open_.size(); ++tile)
    solved += settled_images(tile, open_[tile]);
  if (watch_.solved) *watch_.solved = solved;
}

bool Gathering::receive(std::size_t batch, const cluster::Bytes& bytes) {
  if (batch >= ground_.batches.count()) return false;
  const auto tiles = ground_.batches.tiles(batch);
  const std::size_t masks = tiles.size() * ground_.relay.mask_bytes;
  if (bytes.size() < masks) return false;
  const auto* const found = reinterpret_cast<const std::uint8_t*>(bytes.data());
  const std::byte* value = bytes.data() + masks;
  const std::byte* const end = bytes.data() + bytes.size();
  for (std::size_t i = 0; i < tiles.size(); ++i)
    if (!put(tiles[i], found + i * ground_.relay.mask_bytes, value, end)) return false;
  if (value != end) return false;
  received_.fetch_add(1, std::memory_order_acq_rel);
  return true;
}

bool Gathering::put(std::size_t tile, const std::uint8_t* found, const std::byte*& value,
                    const std::byte* end) {
  auto* const cells = reinterpret_cast<RelayCell*>(cells_.tile(tile));
  const auto put = [&] {
    const std::lock_guard lock(writing_[tile % writing_.size()]);
    return kernels::put_values(found, {value, end}, {cells, ground_.tile_cells});
  }();
  if (!put) return false;
  value += *put * sizeof(RelayCell);
  const auto count = static_cast<std::uint32_t>(*put);
  cells_.wrote_tile();
  if (count > 0 &&
      std::atomic_ref(open_[tile]).fetch_sub(count, std::memory_order_acq_rel) == count) {
    cells_.mirror(tile);
    const std::uint64_t before =
        open_at_first_.empty() ? 0 : settled_images(tile, open_at_first_[tile]);
    if (watch_.solved)
      watch_.solved->fetch_add(ground_.grid.images(tile) - before, std::memory_order_relaxed);
  }
  return true;
}

// Positions of the box, where an open one counts for its part of the tile's images.
std::uint64_t Gathering::settled_images(std::size_t tile, std::uint64_t open) {
  const std::uint64_t sorted =
      ground_.tiles.sorted(tile, reinterpret_cast<RelayCell*>(cells_.tile(tile)));
  return ground_.tiles.settled_images(tile, sorted, open);
}

}  // namespace grundy::ray
