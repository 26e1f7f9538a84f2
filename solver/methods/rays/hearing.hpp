// methods/rays/hearing.hpp: rank 0 of a relay (methods/rays/relay.hpp) hears which tiles have all
// their values at their owners.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "methods/rays/relay_ground.hpp"
#include "tiles/watch.hpp"

namespace grundy::ray {

class Hearing {
 public:
  // What *watch.solved tells was solved before, unless the sweep begins anew. It grows to the
  // volume of the box.
  Hearing(const Ground& ground, const tiles::Watch& watch, bool anew);

  // An owner has all values of its tiles in a lane's part of a batch. False if it has none there,
  // or has told so. Any thread.
  bool settled(std::size_t owner, std::size_t batch, std::size_t lane);

  bool has_all() const noexcept { return left_.load(std::memory_order_acquire) == 0; }
  // Whether all values of a tile are there.
  bool has(std::size_t tile) const noexcept;

 private:
  const Ground& ground_;
  const tiles::Watch& watch_;
  std::uint64_t volume_;
  std::uint64_t before_;  // positions, of the volume
  std::atomic<std::uint64_t> images_{0};
  mutable std::vector<std::uint8_t> has_;  // by tile, by way of atomic_ref
  std::atomic<std::uint64_t> left_;        // tiles
};

}  // namespace grundy::ray
