// methods/rays/relay_state.hpp: how far the tiles of a relay (methods/rays/relay.hpp) have come, as
// rank 0 saves it and goes on from it. Their cells are those of their owners.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "methods/rays/relay_ground.hpp"
#include "methods/rays/settled.hpp"
#include "methods/rays/tile_exchange.hpp"
#include "tiles/watch.hpp"

namespace grundy::ray {

class RelayState {
 public:
  // Sends bytes of a saved tile, from byte `first` of all cells on, to its owner.
  using Send = std::function<Status(std::size_t owner, std::uint64_t first,
                                    std::span<const std::byte> bytes)>;

  // All of them last as long.
  RelayState(const Ground& ground, const TileExchange& exchange, const tiles::Watch& watch,
             Send send);

  // Takes up what was saved, if anything was: sends the cells to their owners.
  Status take_up();

  // Only the first batches have cells that were known.
  std::size_t known_batches() const noexcept { return known_batches_; }

  // Whether saving is due or the job is to be stopped. Any thread.
  bool awaited() noexcept { return sweep_.awaited(); }

  // Saves the cells if that is due: in some tiles all values are known, in others maybe some. If
  // the job is to be stopped, Errc::interrupted.
  Status reached(const std::function<bool(std::size_t tile)>& is_known);

 private:
  struct Piece {  // of a tile, in a stretch of all cells
    std::uint32_t tile;
    std::uint64_t first;
    std::size_t bytes;
  };

  std::uint64_t slices() const noexcept { return ground_.task.slices(); }
  Settled& settled() noexcept { return is_taken_up_ ? now_ : taken_up_; }
  std::vector<Piece> pieces_of(std::uint64_t first, std::uint64_t size);
  Status read(std::uint64_t first, std::span<std::byte> into);
  Status write(std::uint64_t first, std::span<const std::byte> bytes);

  const Ground& ground_;
  const TileExchange& exchange_;
  Send send_;
  Settled taken_up_;
  Settled now_;
  bool is_taken_up_ = false;
  std::size_t known_batches_ = 0;
  tiles::Resumable sweep_;
};

}  // namespace grundy::ray
