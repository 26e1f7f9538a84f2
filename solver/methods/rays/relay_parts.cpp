#include "methods/rays/relay_parts.hpp"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "kernels/ray/open_cells.hpp"
#include "methods/rays/rays.hpp"

namespace grundy::ray {

RelayState::RelayState(const RelayContext& context, const TileExchange& exchange,
                       const tiles::Watch& watch, Send send)
    : context_(context),
      exchange_(exchange),
      send_(std::move(send)),
      resumed_{0, 0, std::vector<std::uint8_t>(context.grid.tiles())},
      sweep_(kernel, watch, [this] {
        return state_of(settled(), {context_.grid.tiles() * exchange_.tile_bytes(),
                                    [this](std::uint64_t first, std::span<std::byte> into) {
                                      return read(first, into);
                                    },
                                    [this](std::uint64_t first, std::span<const std::byte> bytes) {
                                      return write(first, bytes);
                                    }});
      }) {}

Status RelayState::resume() {
  if (Status loaded = load_settled(sweep_, slices(), resumed_); !loaded) return loaded;
  for (std::size_t tile = 0; tile < resumed_.done.size(); ++tile)
    if (resumed_.has_cells(tile))
      known_batches_ = std::max(known_batches_, context_.batches.batch_of(tile) + 1);
  now_ = {resumed_.first_slice, slices() - resumed_.first_slice, resumed_.done};
  has_resumed_ = true;
  return {};
}

Status RelayState::reached(const std::function<bool(std::size_t)>& is_known) {
  for (std::size_t tile = 0; tile < now_.done.size(); ++tile)
    now_.done[tile] = is_known(tile) || resumed_.knows(tile, slices() - 1);
  return sweep_.reached();
}

// The pieces of a stretch of cells, of tiles that have cells.
std::vector<RelayState::Piece> RelayState::pieces_of(std::uint64_t first, std::uint64_t size) {
  const std::uint64_t of_tile = exchange_.tile_bytes();
  std::vector<Piece> pieces;
  for (std::uint64_t at = first; at < first + size;) {
    const auto tile = static_cast<std::uint32_t>(at / of_tile);
    const std::uint64_t end = std::min((tile + std::uint64_t{1}) * of_tile, first + size);
    if (settled().has_cells(tile)) pieces.push_back({tile, at, end - at});
    at = end;
  }
  return pieces;
}

// Other cells mean nothing, so they are zeros.
Status RelayState::read(std::uint64_t first, std::span<std::byte> into) {
  std::ranges::fill(into, std::byte{});
  const std::vector<Piece> pieces = pieces_of(first, into.size());
  std::vector<std::uint32_t> wanted;
  for (const Piece& piece : pieces) wanted.push_back(piece.tile);
  const std::size_t of_tile = exchange_.tile_bytes();
  cluster::Bytes cells(wanted.size() * of_tile);
  if (Status s = exchange_.fetch(wanted, cells.data()); !s) return s;
  for (std::size_t i = 0; i < pieces.size(); ++i)
    std::memcpy(into.data() + (pieces[i].first - first),
                cells.data() + i * of_tile + pieces[i].first % of_tile, pieces[i].bytes);
  return {};
}

Status RelayState::write(std::uint64_t first, std::span<const std::byte> bytes) {
  for (const Piece& piece : pieces_of(first, bytes.size()))
    if (Status s = send_(context_.owners[piece.tile], piece.first,
                         bytes.subspan(piece.first - first, piece.bytes));
        !s)
      return s;
  return {};
}

TileGatherer::TileGatherer(const RelayContext& context, std::size_t rank, SortedCells& cells,
                           TileExchange& exchange)
    : context_(context),
      rank_(rank),
      cells_(cells),
      exchange_(exchange),
      open_(context.grid.tiles()),
      saved_(context.grid.tiles()),
      has_come_(context.relay.stages.size() * context.relay.slabs.lanes * context.batches.count()),
      stages_(context.relay.slabs.lanes * context.batches.count()) {
  for (std::size_t tile = 0; tile < open_.size(); ++tile) {
    if (context.owners[tile] != rank) continue;
    open_[tile] = static_cast<std::uint32_t>(
        context.tiles.sorted(tile, context.cells_of(cells_, tile).data()));
    stages_[place({context.batches.batch_of(tile), context.batches.lane_of(tile)})] =
        static_cast<std::uint32_t>(context.relay.stages.size());
  }
}

bool TileGatherer::receive_saved(std::uint64_t first, const cluster::Bytes& bytes) {
  const std::size_t size = exchange_.tile_bytes();
  const std::size_t tile = first / size;
  if (bytes.empty() || tile >= open_.size() || context_.owners[tile] != rank_ ||
      first % size + bytes.size() > size)
    return false;
  std::memcpy(cells_.tile(tile) + first % size, bytes.data(), bytes.size());
  saved_[tile] = 1;
  cells_.wrote_tile();
  return true;
}

// Tiles that were not saved begin with open cells. Those of later batches are opened by their
// stage.
void TileGatherer::begin(std::size_t known_batches) {
  for (std::size_t tile = 0; tile < open_.size(); ++tile) {
    if (context_.owners[tile] != rank_ || context_.batches.batch_of(tile) >= known_batches)
      continue;
    RelayCell* const cells = context_.cells_of(cells_, tile).data();
    if (saved_[tile] == 0)
      context_.tiles.open(tile, cells);
    else
      open_[tile] = static_cast<std::uint32_t>(context_.tiles.open_in(tile, cells));
    if (open_[tile] == 0) cells_.mirror(tile);
    cells_.wrote_tile();
  }
}

bool TileGatherer::receive(std::size_t stage, const Part& part, const cluster::Bytes& bytes) {
  const std::size_t lanes = context_.relay.slabs.lanes;
  if (part.batch >= context_.batches.count() || part.lane >= lanes ||
      stage >= context_.relay.stages.size() ||
      has_come_[stage * stages_.size() + place(part)].exchange(true) || !put_part(part, bytes))
    return false;
  if (stages_[place(part)].fetch_sub(1, std::memory_order_acq_rel) != 1) return true;
  const std::lock_guard lock(guard_);
  settled_.push_back(part);
  return true;
}

std::vector<TileGatherer::Part> TileGatherer::take_settled() {
  const std::lock_guard lock(guard_);
  return std::exchange(settled_, {});
}

bool TileGatherer::put_part(const Part& part, const cluster::Bytes& bytes) {
  const std::vector<std::uint32_t> tiles = context_.tiles_of_owner(part.batch, part.lane, rank_);
  if (tiles.empty()) return false;
  return context_.relay.in_one_stage() ? put_cells(tiles, bytes) : put_values(tiles, bytes);
}

bool TileGatherer::put_cells(const std::vector<std::uint32_t>& tiles, const cluster::Bytes& bytes) {
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

bool TileGatherer::put_values(const std::vector<std::uint32_t>& tiles,
                              const cluster::Bytes& bytes) {
  const std::size_t masks = tiles.size() * context_.relay.mask_bytes;
  if (bytes.size() < masks) return false;
  const auto* const found = reinterpret_cast<const std::uint8_t*>(bytes.data());
  const std::byte* value = bytes.data() + masks;
  const std::byte* const end = bytes.data() + bytes.size();
  for (std::size_t i = 0; i < tiles.size(); ++i)
    if (!put(tiles[i], found + i * context_.relay.mask_bytes, value, end)) return false;
  return value == end;
}

bool TileGatherer::put(std::size_t tile, const std::uint8_t* found, const std::byte*& value,
                       const std::byte* end) {
  const auto held = exchange_.lock(tile);
  const auto put = kernels::put_values(found, {value, end}, context_.cells_of(cells_, tile));
  if (!put || *put > open_[tile]) return false;
  value += *put * sizeof(RelayCell);
  cells_.wrote_tile();
  open_[tile] -= static_cast<std::uint32_t>(*put);
  if (*put > 0 && open_[tile] == 0) cells_.mirror(tile);
  return true;
}

ProgressTracker::ProgressTracker(const RelayContext& context, const tiles::Watch& watch,
                                 bool from_beginning)
    : context_(context),
      watch_(watch),
      volume_(*context.task.closure.volume()),
      before_(watch.solved && !from_beginning ? std::min(watch.solved->load(), volume_) : 0),
      has_(context.grid.tiles()),
      left_(context.grid.tiles()) {
  if (watch.solved) *watch.solved = before_;
}

bool ProgressTracker::has(std::size_t tile) const noexcept {
  return std::atomic_ref(has_[tile]).load(std::memory_order_acquire) != 0;
}

bool ProgressTracker::settled(std::size_t owner, std::size_t batch, std::size_t lane) {
  if (batch >= context_.batches.count() || lane >= context_.relay.slabs.lanes) return false;
  const auto tiles = context_.tiles_of_owner(batch, lane, owner);
  std::uint64_t images = 0;
  for (const std::uint32_t tile : tiles) {
    if (std::atomic_ref(has_[tile]).exchange(1, std::memory_order_acq_rel) != 0) return false;
    images += context_.grid.images(tile);
  }
  images += images_.fetch_add(images);
  // Positions solved before count from the start. Settled ones count in proportion to the rest.
  __extension__ using Wide = unsigned __int128;
  const auto rest = static_cast<std::uint64_t>(Wide{images} * (volume_ - before_) / volume_);
  if (watch_.solved) {
    std::uint64_t reported = watch_.solved->load(std::memory_order_relaxed);
    while (reported < before_ + rest &&
           !watch_.solved->compare_exchange_weak(reported, before_ + rest)) {
    }
  }
  left_.fetch_sub(tiles.size(), std::memory_order_acq_rel);
  return !tiles.empty();
}

namespace {

// Batches of a lane that are asked for at a time.
constexpr std::size_t most_fed_ahead = 16;

}  // namespace

Feeder::Feeder(const RelayContext& context, StageWork& work, const TileExchange& exchange,
               std::function<void()> failed)
    : context_(context), work_(work), exchange_(exchange), failed_(std::move(failed)) {}

void Feeder::begin(std::size_t known_batches) {
  known_batches_ = known_batches;
  work_.set_known_batches(known_batches);
  for (std::size_t i = 0; i < most_fed_ahead; ++i) ask_next();
}

void Feeder::ask_next() {
  std::size_t batch = next_++;
  while (batch < known_batches_ && context_.batches.tiles(batch, work_.lane()).empty())
    batch = next_++;
  if (batch < known_batches_) ask(batch);
}

void Feeder::ask(std::size_t batch) {
  const std::vector<TilesOfOwner> all = context_.by_owner(batch, work_.lane());
  work_.expect(batch, all.size());
  const auto tiles = context_.batches.tiles(batch, work_.lane());
  for (const TilesOfOwner& of_owner : all) {
    std::vector<std::uint32_t> wanted;
    for (const std::size_t place : of_owner.places) wanted.push_back(tiles[place]);
    exchange_.ask(of_owner.owner, std::move(wanted),
                  [this, batch, places = of_owner.places](const cluster::Bytes& cells) {
                    if (!work_.receive_known(batch, places, cells)) failed_();
                  });
  }
}

}  // namespace grundy::ray
