// oracle/patience.hpp: when an enumeration is given up that takes too long.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

#include "base/error.hpp"

namespace grundy::oracle {

// One for each thread. Ends for good at a moment, or soon after a flag is set.
class Patience {
 public:
  using Clock = std::chrono::steady_clock;

  Patience() = default;  // without end
  explicit Patience(Clock::time_point end, const std::atomic<bool>* stop = nullptr)
      : end_(end), stop_(stop) {}

  // Reading the clock takes as long as looking at an option.
  bool ended() noexcept {
    if (!ended_ && ++asked_ % asked_for_each_look == 0)
      ended_ = (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) ||
               (end_ != Clock::time_point::max() && Clock::now() > end_);
    return ended_;
  }

  // What the enumeration then says.
  static Error error() { return {Errc::interrupted, "given up"}; }

 private:
  static constexpr std::uint32_t asked_for_each_look = 32;

  Clock::time_point end_ = Clock::time_point::max();
  const std::atomic<bool>* stop_ = nullptr;
  std::uint32_t asked_ = 0;
  bool ended_ = false;
};

}  // namespace grundy::oracle
