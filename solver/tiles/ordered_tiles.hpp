// tiles/ordered_tiles.hpp: a sweep of tiles, each solved as soon as those that it waits for are
// done (base/tasks.hpp), by one rank or several. It can be stopped and resumed.
//
// The set of tiles done is part of the saved state, so none of them is solved again.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/error.hpp"
#include "base/executor.hpp"
#include "ranks/transport.hpp"
#include "tiles/watch.hpp"

namespace grundy::tiles {

struct OrderedTiles {
  Kernel kernel;
  // The numbers of the tiles, each after those that it waits for.
  std::vector<std::uint32_t> order;
  // Whether `holds` is true for certain tiles that this one waits for. If they are done, and so are
  // those that they waited for, it may be solved.
  std::function<bool(std::size_t tile, const std::function<bool(std::size_t)>& holds)> all_before;
  // Solves a tile and returns its count of positions, less those already added to *watch.solved. An
  // error ends the sweep. It must be Errc::interrupted if the tile was given up because *watch.stop
  // is true.
  std::function<Result<std::uint64_t>(std::size_t tile, std::size_t worker)> solve;
  // The memory that tiles write and read. Parts stay in place.
  std::vector<std::span<std::byte>> parts;
  // For watch.receiver: where values are as they become final, and after which tile. Null if they
  // are not there before the end.
  const CellSource* values = nullptr;
  Receiver::LastStep last_tile = {};
  // For several ranks: pack gives the results of `solve` as bytes, and set applies them and returns
  // the same as `solve`. Errc::corrupt for bytes that do not fit.
  std::function<cluster::Bytes(std::size_t tile, std::size_t worker)> pack = {};
  std::function<Result<std::uint64_t>(std::size_t tile, std::span<const std::byte> bytes,
                                      std::size_t worker)>
      set = {};
};

// Solves all tiles, on all threads. With a transport, its ranks share the tiles (SharedTiles). All
// must call this with the same tiles, only rank 0 with a keeper or a receiver. A rank whose call
// returns an error must report it by fail().
// Errors: those of `solve`, of the keeper and of the receiver, Errc::interrupted, Errc::corrupt for
// a saved state that does not fit, and those of any rank.
Status solve_tiles(OrderedTiles tiles, parallel::Executor& executor, const Watch& watch,
                   cluster::Transport* transport = nullptr);

// Distributes tiles to ranks that all hold the values of all tiles.
//
// Each tile is solved by one rank, which sends the results to all others. So ranks save time, not
// memory. The level of a tile is one above the highest level that it waits for, so tiles of a level
// may be solved at the same time. They are dealt to the ranks level by level.
class SharedTiles {
 public:
  // As OrderedTiles::pack, for any worker.
  using Pack = std::function<cluster::Bytes(std::size_t tile)>;

  using AllBefore = std::function<bool(std::size_t, const std::function<bool(std::size_t)>&)>;

  // Listens for messages from now on. `order` and `all_before` are those of OrderedTiles, the same
  // on all ranks. The transport must outlive the object.
  SharedTiles(cluster::Transport& transport, std::span<const std::uint32_t> order,
              const AllBefore& all_before);
  ~SharedTiles();
  SharedTiles(const SharedTiles&) = delete;
  SharedTiles& operator=(const SharedTiles&) = delete;

  // The order of tiles for this rank: its own ones of a level before those of others, for which it
  // may have to wait.
  std::vector<std::uint32_t> order() const;

  // To be called before any tile is solved. Rank 0, which may resume from a saved state, sends the
  // tiles that are done there; the others wait for the list of these. Errors: those of any rank,
  // and Errc::interrupted once *stop is true.
  Status begin(std::span<const std::uint8_t> done, const Pack& pack, const std::atomic<bool>* stop);

  // Whether this rank must solve a tile.
  bool is_mine(std::size_t tile) const noexcept { return mine_[tile] != 0; }
  // Whether few enough bytes are in flight to solve and send another tile.
  bool may_send() const noexcept;
  void send(std::size_t tile, const cluster::Bytes& bytes);

  // Whether the bytes of a tile of another rank have arrived. They can be taken once.
  bool has(std::size_t tile) const noexcept;
  cluster::Bytes take(std::size_t tile) { return std::move(inbox_[tile]); }

  std::optional<Error> failure() const { return transport_.failure(); }

 private:
  void receive(cluster::Message message);
  bool keep(cluster::Message& message);
  Status wait_for_done(const std::atomic<bool>* stop) const;

  cluster::Transport& transport_;
  std::vector<std::int64_t> levels_;       // by tile
  std::vector<std::uint8_t> mine_;         // by tile
  std::vector<cluster::Bytes> inbox_;      // by tile
  mutable std::vector<std::uint8_t> has_;  // by tile, by way of atomic_ref
  cluster::Bytes done_;                    // which tiles are done on rank 0, if it resumes
  std::atomic<bool> has_done_{false};      // whether done_ has arrived
};

// The messages and bytes sent by solving `tiles` tiles of `bytes` in all on `ranks` ranks.
cluster::Traffic traffic_of_shared(std::uint64_t tiles, std::uint64_t bytes, std::size_t ranks);

}  // namespace grundy::tiles
