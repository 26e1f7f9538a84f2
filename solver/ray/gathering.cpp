#include "ray/gathering.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "kernels/ray/open_cells.hpp"

namespace grundy::ray {

Gathering::Gathering(const Ground& ground, const RelayState& state, const tiles::Watch& watch)
    : ground_(ground),
      cells_(state.cells()),
      watch_(watch),
      open_(ground.grid.tiles()),
      left_(ground.batches.parts() * ground.relay.stages.size()),
      has_come_(ground.relay.stages.size() * ground.relay.slabs.lanes * ground.batches.count()) {
  for (std::size_t tile = 0; tile < open_.size(); ++tile) {
    RelayCell* const own = ground.cells_of(cells_, tile).data();
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

bool Gathering::receive(std::size_t stage, std::size_t lane, std::uint64_t batch,
                        cluster::Bytes bytes) {
  const std::size_t lanes = ground_.relay.slabs.lanes;
  if (batch >= ground_.batches.count() || lane >= lanes || stage >= ground_.relay.stages.size() ||
      has_come_[(stage * lanes + lane) * ground_.batches.count() + batch].exchange(true))
    return false;
  Part part{batch, lane, std::move(bytes)};
  const std::shared_lock lock(cells_guard_, std::try_to_lock);
  if (lock) return put_part(part);
  const std::lock_guard aside(aside_guard_);
  aside_.push_back(std::move(part));
  has_aside_.store(true, std::memory_order_release);
  return true;
}

bool Gathering::put_aside() {
  std::vector<Part> parts;
  {
    const std::lock_guard aside(aside_guard_);
    parts.swap(aside_);
    has_aside_.store(false, std::memory_order_release);
  }
  return std::ranges::all_of(parts, [&](const Part& part) { return put_part(part); });
}

void Gathering::solved_here(std::uint64_t batch) {
  for (const std::uint32_t tile : ground_.batches.tiles(batch, 0)) {
    cells_.wrote_tile();
    settled(tile);
  }
  left_.fetch_sub(1, std::memory_order_acq_rel);
}

bool Gathering::put_part(const Part& part) {
  if (!(ground_.relay.in_one_stage() ? put_cells(part) : put_values(part))) return false;
  left_.fetch_sub(1, std::memory_order_acq_rel);
  return true;
}

bool Gathering::put_cells(const Part& part) {
  const auto tiles = ground_.batches.tiles(part.batch, part.lane);
  const std::size_t bytes = ground_.tile_cells * sizeof(RelayCell);
  if (tiles.empty() || part.bytes.size() != tiles.size() * bytes) return false;
  const std::byte* from = part.bytes.data();
  for (const std::uint32_t tile : tiles) {
    std::memcpy(cells_.tile(tile), from, bytes);
    from += bytes;
    cells_.wrote_tile();
    settled(tile);
  }
  return true;
}

bool Gathering::put_values(const Part& part) {
  const auto tiles = ground_.batches.tiles(part.batch, part.lane);
  const std::size_t masks = tiles.size() * ground_.relay.mask_bytes;
  if (tiles.empty() || part.bytes.size() < masks) return false;
  const auto* const found = reinterpret_cast<const std::uint8_t*>(part.bytes.data());
  const std::byte* value = part.bytes.data() + masks;
  const std::byte* const end = part.bytes.data() + part.bytes.size();
  for (std::size_t i = 0; i < tiles.size(); ++i)
    if (!put(tiles[i], found + i * ground_.relay.mask_bytes, value, end)) return false;
  return value == end;
}

bool Gathering::put(std::size_t tile, const std::uint8_t* found, const std::byte*& value,
                    const std::byte* end) {
  const auto put = [&] {
    const std::lock_guard lock(writing_[tile % writing_.size()]);
    return kernels::put_values(found, {value, end}, ground_.cells_of(cells_, tile));
  }();
  if (!put) return false;
  value += *put * sizeof(RelayCell);
  const auto count = static_cast<std::uint32_t>(*put);
  cells_.wrote_tile();
  const std::uint32_t open =
      std::atomic_ref(open_[tile]).fetch_sub(count, std::memory_order_acq_rel);
  if (count > 0 && open == count) settled(tile);
  return count <= open;
}

// All values of a tile are here.
void Gathering::settled(std::size_t tile) {
  cells_.mirror(tile);
  const std::uint64_t before =
      open_at_first_.empty() ? 0 : settled_images(tile, open_at_first_[tile]);
  if (watch_.solved)
    watch_.solved->fetch_add(ground_.grid.images(tile) - before, std::memory_order_relaxed);
  std::atomic_ref(open_[tile]).store(0, std::memory_order_release);
}

// Positions of the box, where an open one counts for its part of the tile's images.
std::uint64_t Gathering::settled_images(std::size_t tile, std::uint64_t open) {
  const std::uint64_t sorted = ground_.tiles.sorted(tile, ground_.cells_of(cells_, tile).data());
  return ground_.tiles.settled_images(tile, sorted, open);
}

}  // namespace grundy::ray
