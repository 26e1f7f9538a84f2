// base/ordered_tasks.hpp: tasks that wait for a few others each, without barriers.
//
//   OrderedTasks tasks(order);
//   tasks.run(executor, go_on,
//             [&](std::size_t task) { return tasks.is_done(..) && ..; },
//             [&](std::size_t task, std::size_t worker) { ..; return true; });
//
// Workers take tasks in the given order, in which a task comes behind all that it waits for, as
// soon as the first one that nobody has taken is ready. Waves of tasks with a barrier behind each
// leave threads idle, or asleep, at the end of every wave; these go on with the next.
//
// No worker waits for ever, whatever the threads and the order in which an executor runs them: what
// the first task waits for that nobody has taken has been taken, and so is being done.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/executor.hpp"

namespace grundy::parallel {

class OrderedTasks {
 public:
  // `order` has the numbers below its size, each once.
  explicit OrderedTasks(std::vector<std::uint32_t> order);

  // By task, 1 for those that are done. Between two runs it may be saved, and filled with what was
  // saved.
  std::span<std::uint8_t> done() noexcept { return done_; }
  bool all_done() const noexcept;

  // Whether a task is done. If so, what it wrote is seen, and what was written by those that it
  // waited for. Any thread may ask.
  bool is_done(std::size_t task) const noexcept;

  // Runs the tasks that are not done until go_on(), which any worker asks before it takes one, is
  // false. `is_ready` says whether all that a task waits for is done. `body` says whether its task
  // is done now. One that is not is left for another run, and all that waits for it is to be left
  // too, or go_on() must be false from then on. `aside` is other work, a piece
  // at a time: asked for by workers that have done a task, and, with `idle`, by those that would
  // wait for one; it says whether there was any. None of them may throw.
  void run(
      Executor& executor, const std::function<bool()>& go_on,
      const std::function<bool(std::size_t task)>& is_ready,
      const std::function<bool(std::size_t task, std::size_t worker)>& body,
      const std::function<bool(bool idle)>& aside = [](bool) { return false; });

 private:
  std::vector<std::uint32_t> order_;
  mutable std::vector<std::uint8_t> done_;  // by way of atomic_ref
};

}  // namespace grundy::parallel
