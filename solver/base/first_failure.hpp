// base/first_failure.hpp: of tasks that may fail, the first failure seen.
#pragma once
#include <atomic>
#include <mutex>

#include "base/error.hpp"

namespace grundy::parallel {

class FirstFailure {
 public:
  // Keeps it if it is a failure and the first one. Any number of threads may call this and
  // failed().
  void keep(const Status& status) {
    if (status) return;
    const std::lock_guard lock(guard_);
    if (!failed_.exchange(true)) status_ = status;
  }

  bool failed() const noexcept { return failed_.load(std::memory_order_relaxed); }

  // When the tasks are done.
  const Status& status() const noexcept { return status_; }

 private:
  std::mutex guard_;
  std::atomic<bool> failed_{false};
  Status status_;
};

}  // namespace grundy::parallel
