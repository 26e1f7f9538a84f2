// base/tasks.hpp: tasks that wait for a few others each, and jobs that wait for a disk.
//
//   OrderedTasks tasks(order);
//   tasks.run(executor, go_on,
//             [&](std::size_t task) { return tasks.is_done(..) && ..; },
//             [&](std::size_t task, std::size_t worker) { ..; return true; });
//
// Workers take tasks in the given order, in which each comes after all that it waits for, as soon
// as the first one not yet taken is ready. Waves of tasks with a barrier after each would leave
// threads idle, or asleep, at the end of every wave; these workers go on with the next wave.
//
// No worker waits for ever, whatever the threads and the order in which an executor runs them:
// everything that the first task not yet taken waits for has been taken, and so is being done.
#pragma once
#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <numeric>
#include <span>
#include <thread>
#include <vector>

#include "base/executor.hpp"

namespace grundy::parallel {

class OrderedTasks {
 public:
  // `order` has the numbers below its size, each once.
  explicit OrderedTasks(std::vector<std::uint32_t> order);

  // By task: 1 for those that are done. Between two runs it may be saved and restored.
  std::span<std::uint8_t> done() noexcept { return done_; }
  bool all_done() const noexcept;

  // Whether a task is done. If so, everything written by it and by those that it waited for is
  // visible. Any thread may call it.
  bool is_done(std::size_t task) const noexcept;

  // Runs the tasks that are not done, while go_on(), which workers call before they take a task, is
  // true. `is_ready` returns whether all that a task waits for is done. `body` runs a task and
  // returns whether it is done. If it is not, it is left for another run. Then the tasks that wait
  // for it must stay unready or unfinished, too, or go_on() must be false from then on. `aside`
  // does a piece of other work and returns whether there was any. Workers call it after a task, and
  // with `idle` instead of waiting. None of these functions may throw.
  void run(
      Executor& executor, const std::function<bool()>& go_on,
      const std::function<bool(std::size_t task)>& is_ready,
      const std::function<bool(std::size_t task, std::size_t worker)>& body,
      const std::function<bool(bool idle)>& aside = [](bool) { return false; });

 private:
  std::vector<std::uint32_t> order_;
  mutable std::vector<std::uint8_t> done_;  // accessed by atomic_ref while tasks run
};

// Jobs that mostly wait, for a disk, done while others compute. They have a few threads of their
// own, apart from any executor, so that no thread that could compute waits for a disk.
class Background {
 public:
  using Job = std::function<void()>;

  // Uses at most `threads` threads, started when there are jobs for them.
  explicit Background(std::size_t threads) : threads_(threads) {}
  // Waits until all jobs are done.
  ~Background();

  // Queues a job, which must not throw. If the system cannot start a thread, the caller runs it.
  // Any thread may call these functions.
  void add(Job job);
  bool idle() const;  // whether no job is queued or running
  void wait();        // until idle()

 private:
  void start();
  void run();

  const std::size_t threads_;
  mutable std::mutex guard_;
  std::condition_variable changed_;
  std::deque<Job> waiting_;
  std::size_t running_ = 0;
  bool ends_ = false;
  std::vector<std::jthread> started_;
};

}  // namespace grundy::parallel

namespace grundy {

// 0, 1, .. keys.size() - 1 by ascending keys[number]; those of equal keys ascend. O(n log n).
inline std::vector<std::uint32_t> order_by(const std::vector<std::int64_t>& keys) {
  std::vector<std::uint32_t> numbers(keys.size());
  std::iota(numbers.begin(), numbers.end(), 0U);
  std::stable_sort(numbers.begin(), numbers.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
  return numbers;
}

}  // namespace grundy
