#include "methods/rays/relay_state.hpp"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "methods/rays/kernel.hpp"

namespace grundy::ray {

RelayState::RelayState(const Ground& ground, const TileExchange& exchange,
                       const tiles::Watch& watch, Send send)
    : ground_(ground),
      exchange_(exchange),
      send_(std::move(send)),
      taken_up_{0, 0, std::vector<std::uint8_t>(ground.grid.tiles())},
      sweep_(kernel, watch, [this] {
        return state_of(settled(), {ground_.grid.tiles() * exchange_.tile_bytes(),
                                    [this](std::uint64_t first, std::span<std::byte> into) {
                                      return read(first, into);
                                    },
                                    [this](std::uint64_t first, std::span<const std::byte> bytes) {
                                      return write(first, bytes);
                                    }});
      }) {}

Status RelayState::take_up() {
  if (Status loaded = ray::take_up(sweep_, slices(), taken_up_); !loaded) return loaded;
  for (std::size_t tile = 0; tile < taken_up_.done.size(); ++tile)
    if (taken_up_.has_cells(tile))
      known_batches_ = std::max(known_batches_, ground_.batches.batch_of(tile) + 1);
  now_ = {taken_up_.first_slice, slices() - taken_up_.first_slice, taken_up_.done};
  is_taken_up_ = true;
  return {};
}

Status RelayState::reached(const std::function<bool(std::size_t)>& is_known) {
  for (std::size_t tile = 0; tile < now_.done.size(); ++tile)
    now_.done[tile] = is_known(tile) || taken_up_.knows(tile, slices() - 1);
  return sweep_.reached();
}

// Of tiles that have cells.
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

// What is left out means nothing.
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
    if (Status s = send_(ground_.owners[piece.tile], piece.first,
                         bytes.subspan(piece.first - first, piece.bytes));
        !s)
      return s;
  return {};
}

}  // namespace grundy::ray
