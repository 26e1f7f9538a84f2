// differential/memory_keeper.hpp: a sweep that is killed after it saved, and gone on with.
#pragma once
#include <atomic>
#include <cstdint>

#include "support/kept_frontier.hpp"

namespace grundy::differential {

// Saves when asked for the `turn`th time, and stops the sweep then; what it saves later is lost.
class MemoryKeeper final : public KeptFrontier {
 public:
  MemoryKeeper(std::uint64_t turn, std::atomic<bool>& stop) : left_(turn), stop_(&stop) {}

  bool due() const override { return left_-- == 1; }
  Status save(const tiles::Frontier& frontier) override {
    if (dead_) return {};
    keep(frontier);
    dead_ = true;
    *stop_ = true;
    return {};
  }

 private:
  mutable std::atomic<std::uint64_t> left_;  // asked by any thread
  std::atomic<bool>* stop_;
  bool dead_ = false;
};

}  // namespace grundy::differential
