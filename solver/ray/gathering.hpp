// ray/gathering.hpp: rank 0 of a relay (ray/relay.hpp) puts the values of all ranks where they
// belong.
#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "cluster/transport.hpp"
#include "ray/relay_ground.hpp"
#include "ray/relay_state.hpp"
#include "tiles/watch.hpp"

namespace grundy::ray {

class Gathering {
 public:
  // Tells watch.solved of positions that are settled, those that were known before too.
  Gathering(const Ground& ground, const RelayState& state, const tiles::Watch& watch);

  // What a stage found in a batch (StageWork::take_values). False if it does not fit. Different
  // batches and stages may come at once.
  bool receive(std::size_t batch, const cluster::Bytes& bytes);

  // Whether all values of so many batches are here, where no stage has gone further.
  bool has(std::size_t batches) const noexcept {
    return received_.load(std::memory_order_acquire) == batches * ground_.relay.stages.size();
  }

 private:
  bool put(std::size_t tile, const std::uint8_t* found, const std::byte*& value,
           const std::byte* end);
  std::uint64_t settled_images(std::size_t tile, std::uint64_t open);

  const Ground& ground_;
  SortedCells& cells_;
  const tiles::Watch& watch_;
  std::vector<std::uint32_t> open_;  // sorted positions of each tile
  std::vector<std::uint32_t> open_at_first_;
  std::array<std::mutex, 64> writing_;  // to a tile: vectors write what is between values too
  std::atomic<std::size_t> received_{0};
};

}  // namespace grundy::ray
