// tiles/watch.hpp: how callers follow a sweep, stop it, save its state and receive its values, and
// how kernels comply (Resumable).
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/box.hpp"
#include "base/cell_window.hpp"
#include "base/error.hpp"
#include "base/value.hpp"
#include "ranks/transport.hpp"

namespace grundy::tiles {

// A part of a state that is not in this memory as a whole, but is read and written in stretches.
struct StreamedPart {
  std::uint64_t bytes = 0;
  std::function<Status(std::uint64_t first, std::span<std::byte> into)> read = {};
  std::function<Status(std::uint64_t first, std::span<const std::byte> bytes)> write = {};
};

// The bytes of a state: the kernel's own memory, and after that perhaps a part elsewhere. Valid
// during a call.
struct Parts {
  std::vector<std::span<std::byte>> here = {};
  std::optional<StreamedPart> elsewhere = {};
};

// The state of a sweep as plain data, from which it can resume, also in another process of the same
// program with the same plan. Kernels define the numbers (of waves, heaps) and the bytes (cells,
// bits); neither contains pointers. All numbers are 0 at the beginning. Nothing depends on the
// executor or its threads.
struct Frontier {
  Kernel kernel;  // whose state it is
  std::vector<std::uint64_t> numbers;
  Parts parts;
};

// Keeps frontiers. Sweeps call it on the thread that called them, while no task runs. Only due()
// may be called by tasks, on any thread.
class Keeper {
 public:
  virtual ~Keeper() = default;

  // Whether it is time to save. Called many times a second.
  virtual bool due() const = 0;

  // An error ends the sweep.
  virtual Status save(const Frontier& frontier) = 0;

  // The kernel and the numbers of the frontier to resume from, without its parts; null if the sweep
  // starts from the beginning.
  virtual const Frontier* saved() const = 0;

  // Fills the parts with those of saved(), in order, a part elsewhere by consecutive stretches. The
  // parts are in their initial state before. Errc::corrupt unless their count and sizes are equal.
  virtual Status load(const Parts& parts) = 0;
};

// Receives values as they become final, during the sweep. A sweep consists of steps: tiles, or
// waves of them. It announces where the values will be before it begins, and each step that is
// done. Threads without a step to solve call work().
class Receiver {
 public:
  // Gives the step after which a part of the box is final. All steps that it waits for are done
  // then.
  using LastStep = std::function<std::size_t(const Box& part)>;

  virtual ~Receiver() = default;

  // Called on the thread of the sweep's caller, before any step is done. The values stay in place
  // until the sweep ends.
  virtual void begin(const CellSource& values, std::size_t steps, const LastStep& last_step) = 0;

  // Reports that a step is done. Any thread.
  virtual void done(std::size_t step) = 0;

  // Does a piece of work on final values, which takes a fraction of a millisecond; false if there
  // is none. `idle` means that the thread has nothing else to do; otherwise only urgent work is
  // done. Any thread.
  virtual bool work(bool idle) = 0;

  // Whether some work has failed. The sweep then ends soon, with status(). Any thread.
  virtual bool failed() const noexcept = 0;

  // The first error of any work. Called while no thread works.
  virtual Status status() const = 0;
};

// Each may be null.
struct Watch {
  const std::atomic<bool>* stop = nullptr;       // becomes true: Errc::interrupted soon
  std::atomic<std::uint64_t>* solved = nullptr;  // the count of positions so far, with images
  Keeper* keeper = nullptr;                      // has the state to resume from and saves states
  Receiver* receiver = nullptr;                  // receives values as they become final
  cluster::Transport* as_rank = nullptr;         // of this rank, if several solve together
};

// How every kernel stops, saves its state and resumes.
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
class Resumable {
 public:
  using Numbers = std::vector<std::uint64_t>;
  struct State {
    Numbers numbers;
    std::vector<std::span<std::byte>> parts = {};
    std::optional<StreamedPart> elsewhere = {};
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
