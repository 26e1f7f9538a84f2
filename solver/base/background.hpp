// base/background.hpp: jobs that mostly wait, for a disk, done while others compute.
//
// They have a few threads of their own, which are no executor's: a thread that waits for a disk
// would be missed among those that compute.
#pragma once
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace grundy::parallel {

class Background {
 public:
  using Job = std::function<void()>;

  // At most so many threads; none is started before there is a job.
  explicit Background(std::size_t threads) : threads_(threads) {}
  // Waits until all jobs are done.
  ~Background();

  // Has the job done some time, by the caller where the system has no thread to give. It must not
  // throw. Any thread may call these.
  void add(Job job);
  bool idle() const;
  void wait();

 private:
  void start();
  void run();

  const std::size_t threads_;
  mutable std::mutex guard_;
  std::condition_variable changed_;
  std::deque<Job> waiting_;
  std::size_t at_work_ = 0;
  bool ends_ = false;
  std::vector<std::jthread> started_;
};

}  // namespace grundy::parallel
