// tiles/watch.hpp: how whoever asked for a sweep follows it, stops it and keeps its state.
#pragma once
#include <atomic>
#include <cstdint>

#include "ranks/transport.hpp"
#include "tiles/frontier.hpp"
#include "tiles/receiver.hpp"

namespace grundy::tiles {

// Each may be null.
struct Watch {
  const std::atomic<bool>* stop = nullptr;       // becomes true: Errc::interrupted soon
  std::atomic<std::uint64_t>* solved = nullptr;  // positions so far, images too
  Keeper* keeper = nullptr;                      // where to go on from, and where states are saved
  Receiver* receiver = nullptr;                  // who takes values as they become final
  cluster::Transport* as_rank = nullptr;         // of several that solve together
};

}  // namespace grundy::tiles
