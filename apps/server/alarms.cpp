#include "server/alarms.hpp"

namespace grundy::server {
namespace {

constexpr std::chrono::milliseconds tick{10};

}  // namespace

Alarms::Alarms() : thread_([this] { run(); }) {}

Alarms::~Alarms() {
  {
    const std::lock_guard lock(guard_);
    ends_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Alarms::run() {
  std::unique_lock lock(guard_);
  while (!ends_) {
    changed_.wait(lock, [this] { return ends_ || !entries_.empty(); });
    const auto now = Clock::now();
    for (const Entry& entry : entries_)
      if (now >= entry.end || *entry.also) *entry.rings = true;
    changed_.wait_for(lock, tick, [this] { return ends_; });
  }
}

Alarm::Alarm(Alarms& alarms, std::atomic<bool>& rings, const std::atomic<bool>& also,
             std::chrono::milliseconds time)
    : alarms_(alarms) {
  const std::lock_guard lock(alarms_.guard_);
  rings = false;
  entry_ =
      alarms_.entries_.insert(alarms_.entries_.end(), {&rings, &also, Alarms::Clock::now() + time});
  alarms_.changed_.notify_one();
}

Alarm::~Alarm() {
  const std::lock_guard lock(alarms_.guard_);
  alarms_.entries_.erase(entry_);
}

void Alarm::restart(std::chrono::milliseconds time) {
  const std::lock_guard lock(alarms_.guard_);
  *entry_->rings = false;
  entry_->end = Alarms::Clock::now() + time;
}

}  // namespace grundy::server
