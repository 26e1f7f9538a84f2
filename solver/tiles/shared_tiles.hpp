// tiles/shared_tiles.hpp: tiles shared out to ranks that all hold the values of all tiles.
//
// Each tile is solved by one rank, which sends what it has set to all others: memory is not shared
// out, time is. Tiles have levels: each is one above the highest that the tile waits for, so those
// of a level may be solved at once. They are dealt out to the ranks level by level.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/error.hpp"
#include "ranks/transport.hpp"

namespace grundy::tiles {

class SharedTiles {
 public:
  // As OrderedTiles::pack, for any worker.
  using Pack = std::function<cluster::Bytes(std::size_t tile)>;

  using AllBefore = std::function<bool(std::size_t, const std::function<bool(std::size_t)>&)>;

  // What is sent to this rank is kept from now on. The others are those of OrderedTiles, the same
  // on all ranks.
  SharedTiles(cluster::Transport& transport, std::span<const std::uint32_t> order,
              const AllBefore& all_before);
  ~SharedTiles();
  SharedTiles(const SharedTiles&) = delete;
  SharedTiles& operator=(const SharedTiles&) = delete;

  // That in which this rank is to take the tiles: its own ones of a level before those of others,
  // for which it may have to wait.
  std::vector<std::uint32_t> order() const;

  // Before any tile is solved. Rank 0, which may go on from a saved state, sends the tiles that are
  // done there; others wait until they know which ones these are. Errors: those of any rank,
  // Errc::corrupt, Errc::interrupted once *stop is true.
  Status begin(std::span<const std::uint8_t> done, const Pack& pack, const std::atomic<bool>* stop);

  // Whether this rank is to solve a tile.
  bool is_mine(std::size_t tile) const noexcept { return mine_[tile] != 0; }
  // Whether so little is on its way that a tile may be solved and sent.
  bool may_send() const noexcept;
  void send(std::size_t tile, const cluster::Bytes& bytes);

  // Of a tile that another rank solves: whether its bytes have come. Taken once.
  bool has(std::size_t tile) const noexcept;
  cluster::Bytes take(std::size_t tile) { return std::move(inbox_[tile]); }

  std::optional<Error> failure() const { return transport_.failure(); }

 private:
  void receive(cluster::Message message);
  bool keep(cluster::Message& message);
  Status wait_for_word(const std::atomic<bool>* stop) const;

  cluster::Transport& transport_;
  std::vector<std::int64_t> levels_;       // by tile
  std::vector<std::uint8_t> mine_;         // by tile
  std::vector<cluster::Bytes> inbox_;      // by tile
  mutable std::vector<std::uint8_t> has_;  // by tile, by way of atomic_ref
  cluster::Bytes done_;                    // on rank 0, which the others have been told of
  std::atomic<bool> told_{false};
};

// What solving on `ranks` ranks sends: `tiles` tiles of `bytes` in all.
cluster::Traffic traffic_of_shared(std::uint64_t tiles, std::uint64_t bytes, std::size_t ranks);

}  // namespace grundy::tiles
