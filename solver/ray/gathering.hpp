// ray/gathering.hpp: rank 0 of a relay (ray/relay.hpp) puts the values of all ranks where they
// belong.
#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <shared_mutex>
#include <vector>

#include "cluster/transport.hpp"
#include "core/error.hpp"
#include "ray/relay_ground.hpp"
#include "ray/relay_state.hpp"
#include "tiles/watch.hpp"

namespace grundy::ray {

class Gathering {
 public:
  // Tells watch.solved of positions that are settled, those that were known before too.
  Gathering(const Ground& ground, const RelayState& state, const tiles::Watch& watch);

  // What a stage found in a lane's part of a batch (StageWork::take_values), or what the only stage
  // has (take_batch). False if it does not fit, or came before. Different ones may come at once.
  // Never waits.
  bool receive(std::size_t stage, std::size_t lane, std::uint64_t batch, cluster::Bytes bytes);

  // This rank's part of a batch was solved here. Any thread.
  void solved_here(std::uint64_t batch);

  // Whether all values are here.
  bool has_all() const noexcept { return left_.load(std::memory_order_acquire) == 0; }

  // Calls use() while what comes is kept aside, and cells stay as they are. One thread.
  template <class Use>
  Status undisturbed(const Use& use) {
    const std::unique_lock<std::shared_mutex> lock(cells_guard_);
    return use();
  }
  // Whether something was kept aside; and puts it where it belongs. False if it does not fit.
  bool has_aside() const noexcept { return has_aside_.load(std::memory_order_acquire); }
  bool put_aside();

  // Whether all values of a tile are here.
  bool has(std::size_t tile) const noexcept { return open_[tile] == 0; }

 private:
  struct Part {
    std::size_t batch;
    std::size_t lane;
    cluster::Bytes bytes;
  };
  bool put_part(const Part& part);
  bool put_cells(const Part& part);
  bool put_values(const Part& part);
  void settled(std::size_t tile);
  bool put(std::size_t tile, const std::uint8_t* found, const std::byte*& value,
           const std::byte* end);
  std::uint64_t settled_images(std::size_t tile, std::uint64_t open);

  const Ground& ground_;
  SortedCells& cells_;
  const tiles::Watch& watch_;
  std::vector<std::uint32_t> open_;  // sorted positions of each tile
  std::vector<std::uint32_t> open_at_first_;
  std::atomic<std::uint64_t> left_;          // parts
  std::vector<std::atomic<bool>> has_come_;  // by stage, lane and batch
  std::shared_mutex cells_guard_;
  std::mutex aside_guard_;
  std::vector<Part> aside_;
  std::atomic<bool> has_aside_{false};
  std::array<std::mutex, 64> writing_;  // to a tile: vectors write what is between values too
};

}  // namespace grundy::ray
