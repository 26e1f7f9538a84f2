#include "base/background.hpp"

#include <system_error>
#include <utility>

namespace grundy::parallel {

Background::~Background() {
  {
    const std::lock_guard lock(guard_);
    ends_ = true;
  }
  changed_.notify_all();
}

void Background::add(Job job) {
  {
    const std::lock_guard lock(guard_);
    if (started_.size() < threads_ && started_.size() <= at_work_ + waiting_.size()) start();
    if (!started_.empty()) waiting_.push_back(std::exchange(job, nullptr));
  }
  changed_.notify_all();
  if (job) job();
}

void Background::start() {
  try {
    started_.emplace_back([this] { run(); });
  } catch (const std::system_error&) {
    // Those that run already will do.
  }
}

bool Background::idle() const {
  const std::lock_guard lock(guard_);
  return waiting_.empty() && at_work_ == 0;
}

void Background::wait() {
  std::unique_lock lock(guard_);
  changed_.wait(lock, [&] { return waiting_.empty() && at_work_ == 0; });
}

void Background::run() {
  std::unique_lock lock(guard_);
  while (true) {
    changed_.wait(lock, [&] { return ends_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    {
      const Job job = std::move(waiting_.front());
      waiting_.pop_front();
      ++at_work_;
      lock.unlock();
      job();
    }
    lock.lock();
    --at_work_;
    changed_.notify_all();
  }
}

}  // namespace grundy::parallel
