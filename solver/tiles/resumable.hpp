// tiles/resumable.hpp: what every kernel does to be stopped and to go on.
//
//   Resumable sweep(kernel, watch, [&] { return State{{wave}, {cells.bytes()}}; });
//   const auto begin = sweep.begin({waves});   // numbers to go on from, or zeros
//   wave = begin->front();
//   if (const Status loaded = sweep.load(); !loaded) ..
//   while (wave < waves) {
//     ..                                       // tasks, which may end early when stopped
//     if (sweep.stopped()) return sweep.interrupted();
//     ++wave;
//     if (const Status s = sweep.reached(); !s) return s.error();
//   }
//
// Without a keeper only the wish to stop is looked at. Not thread-safe, but for stopped()
// and awaited().
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/error.hpp"
#include "tiles/watch.hpp"

namespace grundy::tiles {

class Resumable {
 public:
  using Numbers = std::vector<std::uint64_t>;
  struct State {
    Numbers numbers;
    std::vector<std::span<std::byte>> parts = {};
    std::optional<Elsewhere> elsewhere = {};
  };

  // `state` tells the present state, whose parts stay where they are. It is asked by load(), when
  // the kernel has made the numbers its own, and whenever a state is saved.
  Resumable(Kernel kernel, const Watch& watch, std::function<State()> state);

  // The numbers that were saved; zeros if the sweep is to begin. Errc::corrupt if there are more or
  // fewer than `limits`, or one exceeds its limit.
  Result<Numbers> begin(const Numbers& limits);

  // Fills the parts with what was saved, if anything was.
  Status load();

  bool stopped() const noexcept {
    return watch_.stop && watch_.stop->load(std::memory_order_relaxed);
  }

  // Whether tasks are to come to an end, so that reached() can be called: the sweep is stopped or
  // to be saved. Any task may ask.
  bool awaited() noexcept {
    if (stopped() || due_.load(std::memory_order_relaxed)) return true;
    if (!watch_.keeper || !watch_.keeper->due()) return false;
    due_.store(true, std::memory_order_relaxed);
    return true;
  }

  // To be called whenever the state could be gone on from: saves it if that is due or the sweep is
  // stopped. Then the result is Errc::interrupted.
  Status reached();

  // The same for a sweep that is to end, whoever stopped it.
  Error ended();

  // For a sweep stopped on the way: saves a state that is as good as the one last reached, unless
  // that is the beginning.
  Error interrupted();

 private:
  Status save();
  std::uint64_t solved() const noexcept { return watch_.solved ? watch_.solved->load() : 0; }

  Kernel kernel_;
  const Watch& watch_;
  std::function<State()> state_;
  std::uint64_t solved_;  // positions, in the state last reached
  std::atomic<bool> due_{false};
};

}  // namespace grundy::tiles
