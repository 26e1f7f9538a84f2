// tiles/ordered_tiles.hpp: tiles solved as soon as those are that they wait for
// (base/ordered_tasks.hpp), and a sweep of them that can be stopped and gone on with.
//
// Which tiles are done is part of the state that is saved: none of these is solved again.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/error.hpp"
#include "base/executor.hpp"
#include "ranks/transport.hpp"
#include "tiles/watch.hpp"

namespace grundy::tiles {

struct OrderedTiles {
  Kernel kernel;
  // Their numbers, none before those that it waits for.
  std::vector<std::uint32_t> order;
  // Whether `holds` is true for some tiles that this one waits for: if they are done, and those
  // that they waited for, it may be solved.
  std::function<bool(std::size_t tile, const std::function<bool(std::size_t)>& holds)> all_before;
  // Solves a tile and tells how many positions that makes, but for those that it has added to
  // *watch.solved. An error ends the sweep; it is to be Errc::interrupted where the tile was given
  // up since *watch.stop is true.
  std::function<Result<std::uint64_t>(std::size_t tile, std::size_t worker)> solve;
  // All that tiles write and read. Parts stay where they are.
  std::vector<std::span<std::byte>> parts;
  // Where values can be had as they become final, and by which tile they are: for watch.receiver.
  // Null if they do not stand there before the end.
  const CellSource* values = nullptr;
  Receiver::LastStep last_tile = {};
  // For several ranks: what `solve` has set, as bytes; and setting it from them, with the result of
  // `solve`. Errc::corrupt for bytes that do not fit.
  std::function<cluster::Bytes(std::size_t tile, std::size_t worker)> pack = {};
  std::function<Result<std::uint64_t>(std::size_t tile, std::span<const std::byte> bytes,
                                      std::size_t worker)>
      set = {};
};

// Solves all tiles, on all threads. With a transport its ranks share them out
// (tiles/shared_tiles.hpp): all are to call this with the same tiles, only rank 0 with a keeper or
// a receiver, and whose call ends with an error is to tell the transport.
// Errors: those of `solve`, of the keeper, Errc::interrupted, Errc::corrupt for a saved state that
// does not fit, and those of any rank.
Status solve_tiles(OrderedTiles tiles, parallel::Executor& executor, const Watch& watch,
                   cluster::Transport* transport = nullptr);

}  // namespace grundy::tiles
