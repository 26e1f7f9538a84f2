#include "methods/rays/stage_work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "kernels/ray/open_cells.hpp"
#include "methods/rays/faces.hpp"

namespace grundy::ray {

StageWork::StageWork(const RelayContext& context, std::size_t number, std::size_t lane,
                     memory::Block sets)
    : context_(context),
      stage_(context.relay.stages[number]),
      number_(number),
      lane_(lane),
      sets_(std::move(sets)),
      batches_(std::make_unique<Batch[]>(context.batches.count())) {
  for (std::size_t batch = 0; batch < context_.batches.count(); ++batch) {
    if (tiles_of(batch).empty()) batches_[batch].taken = true;
    for (const std::uint32_t tile : tiles_of(batch))
      if (context_.tile_below(tile)) from_below_.try_emplace(tile);
  }
}

bool StageWork::receive(std::size_t batch, cluster::Bytes bytes, bool as_cells) {
  if (is_first() || batch >= context_.batches.count() || tiles_of(batch).empty() ||
      bytes.size() != bytes_of(batch, as_cells) ||
      batches_[batch].arrived.load(std::memory_order_relaxed))
    return false;
  batches_[batch].bytes = std::move(bytes);
  batches_[batch].is_cells = as_cells;
  batches_[batch].arrived.store(true, std::memory_order_release);
  return true;
}

bool StageWork::taken(std::size_t batch) {
  return batch < context_.batches.count() &&
         !batches_[batch].taken.exchange(true, std::memory_order_release);
}

void StageWork::expect(std::size_t batch, std::size_t parts) {
  batches_[batch].bytes.resize(bytes_of(batch, /*as_cells=*/true));
  batches_[batch].is_cells = true;
  batches_[batch].parts.store(parts, std::memory_order_release);
}

bool StageWork::receive_known(std::size_t number, std::span<const std::size_t> places,
                              const cluster::Bytes& cells) {
  const std::size_t size = context_.tile_cells * sizeof(RelayCell);
  if (cells.size() != places.size() * size) return false;
  Batch& batch = batches_[number];
  for (std::size_t i = 0; i < places.size(); ++i)
    std::memcpy(batch.bytes.data() + places[i] * size, cells.data() + i * size, size);
  if (batch.parts.fetch_sub(1, std::memory_order_acq_rel) == 1)
    batch.arrived.store(true, std::memory_order_release);
  return true;
}

bool StageWork::receive_sets(std::size_t tile, cluster::Bytes bytes) {
  const auto found = from_below_.find(tile);
  if (found == from_below_.end() || found->second.arrived.load(std::memory_order_relaxed))
    return false;
  found->second.bytes = std::move(bytes);
  found->second.arrived.store(true, std::memory_order_release);
  return true;
}

bool StageWork::taken_sets(std::size_t tile) {
  const std::lock_guard lock(on_their_way_guard_);
  return tile < context_.grid.tiles() &&
         on_their_way_.erase({context_.batches.batch_of(tile), tile});
}

// No tile waits for ever: of the tiles that are left, the first in the order of all lanes has
// nothing before it that could be late.
bool StageWork::others_are_late(std::size_t batch) const {
  const std::lock_guard lock(on_their_way_guard_);
  std::uint64_t late = 0;
  for (const auto& [place, bytes] : on_their_way_) {
    if (place.first >= batch) break;
    late += bytes;
  }
  return late > context_.relay.late_bytes;
}

bool StageWork::may_begin(std::size_t tile) const {
  const std::size_t batch = context_.batches.batch_of(tile);
  const auto below = from_below_.find(tile);
  if (below != from_below_.end() && !below->second.arrived.load(std::memory_order_acquire))
    return false;
  const bool comes = !is_first() || batch < known_batches_;
  if (comes && !batches_[batch].arrived.load(std::memory_order_acquire)) return false;
  if (!is_last() && batch >= most_ahead &&
      !batches_[batch - most_ahead].taken.load(std::memory_order_acquire))
    return false;
  return !others_are_late(batch);
}

Status StageWork::add_sets_from_below(std::size_t tile, std::span<RelayCell> cells) {
  const auto found = from_below_.find(tile);
  if (found == from_below_.end()) return {};
  const cluster::Bytes bytes = std::exchange(found->second.bytes, {});
  const std::vector<LineRun> lines = context_.lines_above(*context_.tile_below(tile), cells.data());
  const auto used = add_sets(lines, bytes, sets().sets);
  if (!used)
    return Error{Errc::corrupt, fmt::format("{} bytes of sets do not fit the {} lines from below "
                                            "tile {}",
                                            bytes.size(), count_lines(lines), tile)};
  if (*used > 0) count_slice(*used - 1);
  return {};
}

cluster::Bytes StageWork::sets_above(std::size_t tile, std::size_t above,
                                     std::span<RelayCell> cells) {
  cluster::Bytes bytes =
      pack_sets(context_.lines_above(tile, cells.data()), sets().sets,
                slices_above(context_.relay, context_.task, context_.grid.tile(tile), number_),
                last_slice_.load(std::memory_order_relaxed) + 1);
  const std::lock_guard lock(on_their_way_guard_);
  on_their_way_[{context_.batches.batch_of(above), above}] = bytes.size();
  return bytes;
}

void StageWork::count_slices(const Batch& batch, std::span<const RelayCell> found) {
  if (batch.is_cells)
    count_slice(stage_.slices - 1);  // `found` has no cells that were known before
  else if (!found.empty())
    count_slice_of(*std::ranges::max_element(found));
}

void StageWork::count_slice_of(std::uint64_t value) {
  count_slice(value / kernels::slice_values - stage_.first_slice);
}

// Readers see what was counted for the tiles below, as they have seen that these are done.
void StageWork::count_slice(std::size_t slice) {
  std::size_t last = last_slice_.load(std::memory_order_relaxed);
  while (last < slice && !last_slice_.compare_exchange_weak(last, slice)) {
  }
}

Result<bool> StageWork::solve(std::size_t tile, std::span<RelayCell> cells,
                              std::span<RelayCell> values) {
  const std::size_t number = context_.batches.batch_of(tile);
  Batch& batch = batches_[number];
  std::call_once(batch.begun, [&] { begin(number); });
  const bool is_solved =
      is_only() ? solve_whole(batch, tile) : solve_open(batch, tile, cells, values);
  if (!is_solved)
    return Error{Errc::unsupported, fmt::format("some nimber exceeds {}, and ranks hold no more",
                                                context_.relay.slices * kernels::slice_values - 1)};
  return batch.left.fetch_sub(1, std::memory_order_acq_rel) == 1;
}

// Solves in the cells of the batch. Returns whether no position is left open.
bool StageWork::solve_whole(Batch& batch, std::size_t tile) {
  const std::span<RelayCell> cells = cells_in(batch.bytes, context_.batches.place_in_batch(tile));
  if (batch.is_cells) {
    context_.tiles.mark(tile, cells.data(), sets());
    context_.tiles.solve(tile, cells.data(), sets());
  } else if (!context_.relay.holds_all(context_.task)) {
    std::ranges::fill(cells, RelayCell{0});
    context_.tiles.open(tile, cells.data());
    context_.tiles.solve(tile, cells.data(), sets());
  } else {
    std::ranges::fill(cells, RelayCell{0});
    context_.tiles.solve_all(tile, cells.data(), sets().sets);
  }
  const RelayCell largest = std::ranges::max(cells);
  if (largest == kernels::open_cell<RelayCell>) return false;
  count_slice_of(largest);
  return true;
}

// Solves the open positions, with masks and values apart. Returns whether the later stages can
// solve what is left.
bool StageWork::solve_open(Batch& batch, std::size_t tile, std::span<RelayCell> cells,
                           std::span<RelayCell> values) {
  const std::size_t place = context_.batches.place_in_batch(tile);
  std::uint8_t* const found = mask_in(batch.found, place);
  std::vector<std::uint8_t> own;
  std::uint8_t* mask = nullptr;
  if (batch.is_cells) {
    own.resize(context_.relay.mask_bytes);
    mask = own.data();
  } else {
    mask = mask_in(batch.bytes, place);
  }
  begin_tile(batch, tile, place, cells, mask);
  std::memcpy(found, mask, context_.relay.mask_bytes);
  context_.tiles.solve(tile, cells.data(), sets());
  const std::size_t count = kernels::take_solved(mask, cells, values.data());
  if (context_.relay.slabs.lanes > 1) count_slices(batch, values.first(count));
  for (std::size_t i = 0; i < context_.relay.mask_bytes; ++i)
    found[i] = static_cast<std::uint8_t>(found[i] ^ mask[i]);
  batch.values[place].assign(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count));
  if (batch.is_cells) std::ranges::copy(cells, cells_in(batch.bytes, place).begin());
  const std::span left(mask, context_.relay.mask_bytes);
  return !is_last() || std::ranges::all_of(left, [](std::uint8_t bits) { return bits == 0; });
}

// Fills the cells with open positions and known values, and the mask with open positions.
void StageWork::begin_tile(Batch& batch, std::size_t tile, std::size_t place,
                           std::span<RelayCell> cells, std::uint8_t* mask) {
  if (batch.is_cells) {
    std::ranges::copy(cells_in(batch.bytes, place), cells.begin());
  } else if (is_first()) {
    std::ranges::fill(cells, RelayCell{0});
    context_.tiles.open(tile, cells.data());
  } else {
    return kernels::open_cells(mask, cells);
  }
  kernels::mark_open(cells, mask);
  if (batch.is_cells) context_.tiles.mark(tile, cells.data(), sets());
}

cluster::Bytes StageWork::found_in(std::size_t number, std::span<const std::size_t> places) {
  Batch& batch = batches_[number];
  const cluster::Bytes& all = is_only() ? batch.bytes : batch.found;
  const std::size_t of_tile =
      is_only() ? context_.tile_cells * sizeof(RelayCell) : context_.relay.mask_bytes;
  std::size_t size = places.size() * of_tile;
  if (!is_only())
    for (const std::size_t place : places) size += batch.values[place].size() * sizeof(RelayCell);
  cluster::Bytes bytes(size);
  std::byte* to = bytes.data();
  const auto put = [&](const void* from, std::size_t count) {
    if (count > 0) std::memcpy(to, from, count);
    to += count;
  };
  for (const std::size_t place : places) put(all.data() + place * of_tile, of_tile);
  if (is_only()) return bytes;
  for (const std::size_t place : places) {
    const std::vector<RelayCell> values = std::exchange(batch.values[place], {});
    put(values.data(), values.size() * sizeof(RelayCell));
  }
  return bytes;
}

cluster::Bytes StageWork::take_batch(std::size_t batch) {
  batches_[batch].found = {};
  batches_[batch].values = {};
  return std::exchange(batches_[batch].bytes, {});
}

void StageWork::begin(std::size_t number) {
  Batch& batch = batches_[number];
  const std::size_t tiles = tiles_of(number).size();
  batch.left = tiles;
  const bool begins_here = is_first() && number >= known_batches_;
  if (is_only()) {
    if (begins_here) batch.bytes.resize(bytes_of(number, /*as_cells=*/true));
    return;
  }
  if (begins_here) batch.bytes.assign(bytes_of(number, /*as_cells=*/false), std::byte{});
  batch.found.assign(bytes_of(number, /*as_cells=*/false), std::byte{});
  batch.values.resize(tiles);
}

std::size_t StageWork::bytes_of(std::size_t batch, bool as_cells) const {
  return tiles_of(batch).size() *
         (as_cells ? context_.tile_cells * sizeof(RelayCell) : context_.relay.mask_bytes);
}

std::uint8_t* StageWork::mask_in(cluster::Bytes& masks, std::size_t place) const {
  return reinterpret_cast<std::uint8_t*>(masks.data()) + place * context_.relay.mask_bytes;
}

std::span<RelayCell> StageWork::cells_in(cluster::Bytes& cells, std::size_t place) const {
  return {reinterpret_cast<RelayCell*>(cells.data()) + place * context_.tile_cells,
          context_.tile_cells};
}

StageSets StageWork::sets() {
  const std::size_t stride = context_.field.lines.count * kernels::slice_words;
  return {{sets_.as<std::uint64_t>().data(), stride, stage_.slices * stride},
          static_cast<std::uint32_t>(stage_.first_slice * kernels::slice_values)};
}

}  // namespace grundy::ray
