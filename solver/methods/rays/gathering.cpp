#include "methods/rays/gathering.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "kernels/ray/open_cells.hpp"

namespace grundy::ray {

Gathering::Gathering(const Ground& ground, std::size_t rank, SortedCells& cells,
                     TileExchange& exchange)
    : ground_(ground),
      rank_(rank),
      cells_(cells),
      exchange_(exchange),
      open_(ground.grid.tiles()),
      saved_(ground.grid.tiles()),
      has_come_(ground.relay.stages.size() * ground.relay.slabs.lanes * ground.batches.count()),
      stages_(ground.relay.slabs.lanes * ground.batches.count()) {
  for (std::size_t tile = 0; tile < open_.size(); ++tile) {
    if (ground.owners[tile] != rank) continue;
    open_[tile] =
        static_cast<std::uint32_t>(ground.tiles.sorted(tile, ground.cells_of(cells_, tile).data()));
    stages_[place({ground.batches.batch_of(tile), ground.batches.lane_of(tile)})] =
        static_cast<std::uint32_t>(ground.relay.stages.size());
  }
}

bool Gathering::receive_saved(std::uint64_t first, const cluster::Bytes& bytes) {
  const std::size_t size = exchange_.tile_bytes();
  const std::size_t tile = first / size;
  if (bytes.empty() || tile >= open_.size() || ground_.owners[tile] != rank_ ||
      first % size + bytes.size() > size)
    return false;
  std::memcpy(cells_.tile(tile) + first % size, bytes.data(), bytes.size());
  saved_[tile] = 1;
  cells_.wrote_tile();
  return true;
}

// Who has not been saved begins with open cells. Those of later batches need not be told so: their
// stage knows.
void Gathering::take_up(std::size_t known_batches) {
  for (std::size_t tile = 0; tile < open_.size(); ++tile) {
    if (ground_.owners[tile] != rank_ || ground_.batches.batch_of(tile) >= known_batches) continue;
    RelayCell* const cells = ground_.cells_of(cells_, tile).data();
    if (saved_[tile] == 0)
      ground_.tiles.open(tile, cells);
    else
      open_[tile] = static_cast<std::uint32_t>(ground_.tiles.open_in(tile, cells));
    if (open_[tile] == 0) cells_.mirror(tile);
    cells_.wrote_tile();
  }
}

bool Gathering::receive(std::size_t stage, const Part& part, const cluster::Bytes& bytes) {
  const std::size_t lanes = ground_.relay.slabs.lanes;
  if (part.batch >= ground_.batches.count() || part.lane >= lanes ||
      stage >= ground_.relay.stages.size() ||
      has_come_[stage * stages_.size() + place(part)].exchange(true) || !put_part(part, bytes))
    return false;
  if (stages_[place(part)].fetch_sub(1, std::memory_order_acq_rel) != 1) return true;
  const std::lock_guard lock(guard_);
  settled_.push_back(part);
  return true;
}

std::vector<Gathering::Part> Gathering::take_settled() {
  const std::lock_guard lock(guard_);
  return std::exchange(settled_, {});
}

bool Gathering::put_part(const Part& part, const cluster::Bytes& bytes) {
  const std::vector<std::uint32_t> tiles = ground_.tiles_of_owner(part.batch, part.lane, rank_);
  if (tiles.empty()) return false;
  return ground_.relay.in_one_stage() ? put_cells(tiles, bytes) : put_values(tiles, bytes);
}

bool Gathering::put_cells(const std::vector<std::uint32_t>& tiles, const cluster::Bytes& bytes) {
  const std::size_t size = exchange_.tile_bytes();
  if (bytes.size() != tiles.size() * size) return false;
  const std::byte* from = bytes.data();
  for (const std::uint32_t tile : tiles) {
    const auto held = exchange_.lock(tile);
    std::memcpy(cells_.tile(tile), from, size);
    from += size;
    cells_.mirror(tile);
    cells_.wrote_tile();
  }
  return true;
}

bool Gathering::put_values(const std::vector<std::uint32_t>& tiles, const cluster::Bytes& bytes) {
  const std::size_t masks = tiles.size() * ground_.relay.mask_bytes;
  if (bytes.size() < masks) return false;
  const auto* const found = reinterpret_cast<const std::uint8_t*>(bytes.data());
  const std::byte* value = bytes.data() + masks;
  const std::byte* const end = bytes.data() + bytes.size();
  for (std::size_t i = 0; i < tiles.size(); ++i)
    if (!put(tiles[i], found + i * ground_.relay.mask_bytes, value, end)) return false;
  return value == end;
}

bool Gathering::put(std::size_t tile, const std::uint8_t* found, const std::byte*& value,
                    const std::byte* end) {
  const auto held = exchange_.lock(tile);
  const auto put = kernels::put_values(found, {value, end}, ground_.cells_of(cells_, tile));
  if (!put || *put > open_[tile]) return false;
  value += *put * sizeof(RelayCell);
  cells_.wrote_tile();
  open_[tile] -= static_cast<std::uint32_t>(*put);
  if (*put > 0 && open_[tile] == 0) cells_.mirror(tile);
  return true;
}

}  // namespace grundy::ray
