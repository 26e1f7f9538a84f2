#include "ray/stage_work.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "kernels/ray/open_cells.hpp"

namespace grundy::ray {

StageWork::StageWork(const Ground& ground, std::size_t number, memory::Block sets,
                     const RelayState* state)
    : ground_(ground),
      stage_(ground.relay.stages[number]),
      number_(number),
      sets_(std::move(sets)),
      state_(number == 0 ? state : nullptr),
      batches_(std::make_unique<Batch[]>(ground.batches.count())) {}

bool StageWork::receive(std::size_t batch, cluster::Bytes bytes, bool as_cells) {
  if (is_first() || batch >= ground_.batches.count() || bytes.size() != bytes_of(batch, as_cells) ||
      batches_[batch].arrived.load(std::memory_order_relaxed))
    return false;
  batches_[batch].bytes = std::move(bytes);
  batches_[batch].is_cells = as_cells;
  batches_[batch].arrived.store(true, std::memory_order_release);
  return true;
}

bool StageWork::taken(std::size_t batch) {
  return batch < ground_.batches.count() &&
         !batches_[batch].taken.exchange(true, std::memory_order_release);
}

bool StageWork::may_begin(std::size_t batch) const {
  if (!is_first() && !batches_[batch].arrived.load(std::memory_order_acquire)) return false;
  return is_last() || batch < most_ahead ||
         batches_[batch - most_ahead].taken.load(std::memory_order_acquire);
}

bool StageWork::solve(std::size_t tile, std::span<RelayCell> cells, std::span<RelayCell> values) {
  const std::size_t number = ground_.batches.batch_of(tile);
  Batch& batch = batches_[number];
  std::call_once(batch.begun, [&] { begin(number); });
  const std::size_t place = ground_.batches.place_in_batch(tile);
  std::uint8_t* const found = mask_in(batch.found, place);
  std::vector<std::uint8_t> own;
  std::uint8_t* mask = nullptr;
  if (batch.is_cells) {
    own.resize(ground_.relay.mask_bytes);
    mask = own.data();
  } else {
    mask = mask_in(batch.bytes, place);
  }
  begin_tile(batch, tile, place, cells, mask);
  std::memcpy(found, mask, ground_.relay.mask_bytes);
  ground_.tiles.solve(tile, cells.data(), sets());
  const std::size_t count = kernels::take_solved(mask, cells, values.data());
  for (std::size_t i = 0; i < ground_.relay.mask_bytes; ++i)
    found[i] = static_cast<std::uint8_t>(found[i] ^ mask[i]);
  batch.values[place].assign(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count));
  if (batch.is_cells) std::memcpy(cells_in(batch.bytes, place), cells.data(), cells.size_bytes());
  return batch.left.fetch_sub(1, std::memory_order_acq_rel) == 1;
}

// Fills the cells and the mask with what is open, and with values that are known.
void StageWork::begin_tile(Batch& batch, std::size_t tile, std::size_t place,
                           std::span<RelayCell> cells, std::uint8_t* mask) {
  if (is_first())
    begin_first(tile, cells);
  else if (batch.is_cells)
    std::memcpy(cells.data(), cells_in(batch.bytes, place), cells.size_bytes());
  else
    return kernels::open_cells(mask, cells);
  kernels::mark_open(cells, mask);
  if (batch.is_cells) ground_.tiles.mark(tile, cells.data(), sets());
}

void StageWork::begin_first(std::size_t tile, std::span<RelayCell> cells) const {
  if (is_known(ground_.batches.batch_of(tile)) && state_->taken_up().has_cells(tile)) {
    std::memcpy(cells.data(), state_->cells().tile(tile), cells.size_bytes());
    return;
  }
  std::ranges::fill(cells, RelayCell{0});
  ground_.tiles.open(tile, cells.data());
}

cluster::Bytes StageWork::take_batch(std::size_t batch) {
  return std::exchange(batches_[batch].bytes, {});
}

cluster::Bytes StageWork::take_values(std::size_t batch) {
  cluster::Bytes bytes = std::exchange(batches_[batch].found, {});
  for (const std::vector<RelayCell>& values : batches_[batch].values) {
    const auto* const begin = reinterpret_cast<const std::byte*>(values.data());
    bytes.insert(bytes.end(), begin, begin + values.size() * sizeof(RelayCell));
  }
  batches_[batch].values = {};
  return bytes;
}

void StageWork::begin(std::size_t number) {
  Batch& batch = batches_[number];
  const std::size_t tiles = ground_.batches.tiles(number).size();
  if (is_first()) {
    batch.is_cells = is_known(number);
    batch.bytes.resize(bytes_of(number, batch.is_cells));
  }
  batch.found.resize(bytes_of(number, /*as_cells=*/false));
  batch.values.resize(tiles);
  batch.left = tiles;
}

std::size_t StageWork::bytes_of(std::size_t batch, bool as_cells) const {
  return ground_.batches.tiles(batch).size() *
         (as_cells ? ground_.tile_cells * sizeof(RelayCell) : ground_.relay.mask_bytes);
}

std::uint8_t* StageWork::mask_in(cluster::Bytes& masks, std::size_t place) const {
  return reinterpret_cast<std::uint8_t*>(masks.data()) + place * ground_.relay.mask_bytes;
}

std::byte* StageWork::cells_in(cluster::Bytes& cells, std::size_t place) const {
  return cells.data() + place * ground_.tile_cells * sizeof(RelayCell);
}

StageSets StageWork::sets() {
  const std::size_t stride = ground_.field.lines.count * kernels::slice_words;
  return {{sets_.as<std::uint64_t>().data(), stride, stage_.slices * stride},
          static_cast<std::uint32_t>(stage_.first_slice * kernels::slice_values)};
}

}  // namespace grundy::ray
