#include "methods/rays/hearing.hpp"

#include <algorithm>

namespace grundy::ray {

Hearing::Hearing(const Ground& ground, const tiles::Watch& watch, bool anew)
    : ground_(ground),
      watch_(watch),
      volume_(*ground.task.closure.volume()),
      before_(watch.solved && !anew ? std::min(watch.solved->load(), volume_) : 0),
      has_(ground.grid.tiles()),
      left_(ground.grid.tiles()) {
  if (watch.solved) *watch.solved = before_;
}

bool Hearing::has(std::size_t tile) const noexcept {
  return std::atomic_ref(has_[tile]).load(std::memory_order_acquire) != 0;
}

bool Hearing::settled(std::size_t owner, std::size_t batch, std::size_t lane) {
  if (batch >= ground_.batches.count() || lane >= ground_.relay.slabs.lanes) return false;
  const auto tiles = ground_.tiles_of_owner(batch, lane, owner);
  std::uint64_t images = 0;
  for (const std::uint32_t tile : tiles) {
    if (std::atomic_ref(has_[tile]).exchange(1, std::memory_order_acq_rel) != 0) return false;
    images += ground_.grid.images(tile);
  }
  images += images_.fetch_add(images);
  // What was solved before counts from the start, and what is settled for its part of the rest.
  __extension__ using Wide = unsigned __int128;
  const auto rest = static_cast<std::uint64_t>(Wide{images} * (volume_ - before_) / volume_);
  if (watch_.solved) {
    std::uint64_t told = watch_.solved->load(std::memory_order_relaxed);
    while (told < before_ + rest && !watch_.solved->compare_exchange_weak(told, before_ + rest)) {
    }
  }
  left_.fetch_sub(tiles.size(), std::memory_order_acq_rel);
  return !tiles.empty();
}

}  // namespace grundy::ray
