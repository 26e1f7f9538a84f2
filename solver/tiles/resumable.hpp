// tiles/resumable.hpp: how every kernel stops, saves its state and resumes.
//
//   Resumable sweep(kernel, watch, [&] { return State{{wave}, {cells.bytes()}}; });
//   const auto begin = sweep.begin({waves});   // numbers to resume from, or zeros
//   wave = begin->front();
//   if (const Status loaded = sweep.load(); !loaded) ..
//   while (wave < waves) {
//     ..                                       // tasks, which may end early when stopped
//     if (sweep.stopped()) return sweep.interrupted();
//     ++wave;
//     if (const Status s = sweep.reached(); !s) return s.error();
//   }
//
// Without a keeper the sweep can only be stopped. Not thread-safe, except for stopped() and
// awaited().
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

  // `state` gives the current state, whose parts stay in place. load() calls it, after the kernel
  // has adopted the numbers from begin(), and so does every save. `watch` must outlive the object.
  Resumable(Kernel kernel, const Watch& watch, std::function<State()> state);

  // The saved numbers; zeros if the sweep starts from the beginning. Errc::corrupt if their count
  // differs from that of `limits` or one exceeds its limit; Errc::usage for the state of another
  // kernel.
  Result<Numbers> begin(const Numbers& limits);

  // Fills the parts from the saved state, if there is one. Errors: those of Keeper::load.
  Status load();

  bool stopped() const noexcept {
    return watch_.stop && watch_.stop->load(std::memory_order_relaxed);
  }

  // Whether tasks should end, so that reached() can be called, because the sweep is stopped or a
  // save is due. Any task may call it.
  bool awaited() noexcept {
    if (stopped() || due_.load(std::memory_order_relaxed)) return true;
    if (!watch_.keeper || !watch_.keeper->due()) return false;
    due_.store(true, std::memory_order_relaxed);
    return true;
  }

  // To be called whenever the sweep could resume from its state: saves it if that is due or if the
  // sweep is stopped, and returns Errc::interrupted in the latter case. Errors: those of
  // Keeper::save.
  Status reached();

  // The same for a sweep that must end for any reason.
  Error ended();

  // For a sweep stopped between two states: saves a state equivalent to the one last reached,
  // unless that is the beginning.
  Error interrupted();

 private:
  Status save();
  std::uint64_t solved() const noexcept { return watch_.solved ? watch_.solved->load() : 0; }

  Kernel kernel_;
  const Watch& watch_;
  std::function<State()> state_;
  std::uint64_t solved_;  // count of positions in the state last reached
  std::atomic<bool> due_{false};
};

}  // namespace grundy::tiles
