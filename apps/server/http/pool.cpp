#include "server/http/pool.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <utility>

namespace grundy::http {

Pool::Pool(std::size_t threads, std::size_t queue, int niceness) : room_(threads + queue) {
  for (std::size_t i = 0; i < threads; ++i)
    threads_.emplace_back([this, niceness] { work(niceness); });
}

Pool::~Pool() {
  {
    const std::lock_guard lock(guard_);
    ends_ = true;
    tasks_.clear();
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool Pool::submit(std::function<void()> task, const std::string& client) {
  {
    const std::lock_guard lock(guard_);
    if (tasks_.size() + busy_ >= room_) return false;
    if (!client.empty()) {
      std::size_t& held = of_client_[client];
      if (held >= std::max<std::size_t>(1, room_ / 2)) return false;
      ++held;
    }
    tasks_.push_back({std::move(task), client});
  }
  changed_.notify_one();
  return true;
}

void Pool::submit_more(std::function<void()> task) {
  {
    const std::lock_guard lock(guard_);
    tasks_.push_back({std::move(task), {}});
  }
  changed_.notify_one();
}

void Pool::work(int niceness) {
  // Linux: of the calling thread alone. Where the system refuses, all threads are equal.
  ::setpriority(PRIO_PROCESS, 0, ::getpriority(PRIO_PROCESS, 0) + niceness);
  std::unique_lock lock(guard_);
  while (true) {
    changed_.wait(lock, [this] { return ends_ || !tasks_.empty(); });
    if (ends_) return;
    Task task = std::move(tasks_.front());
    tasks_.pop_front();
    ++busy_;
    lock.unlock();
    task.work();
    task.work = nullptr;
    lock.lock();
    --busy_;
    if (!task.client.empty() && --of_client_.at(task.client) == 0) of_client_.erase(task.client);
  }
}

}  // namespace grundy::http
