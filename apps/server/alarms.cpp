#include "server/alarms.hpp"

#include <pthread.h>

#include <algorithm>

namespace grundy::server {
namespace {

constexpr std::chrono::milliseconds tick{10};
constexpr int times_by_the_clock = 4;
constexpr std::chrono::milliseconds least_by_the_clock{250};  // on a busy machine

std::chrono::nanoseconds time_of(clockid_t clock) {
  timespec now{};
  ::clock_gettime(clock, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

}  // namespace

void Alarms::Entry::restart(std::chrono::milliseconds time) {
  *rings = false;
  end_by_processor = time_of(processor) + time;
  end = Clock::now() + std::max(times_by_the_clock * time, least_by_the_clock);
}

bool Alarms::Entry::is_over() const {
  return *also || Clock::now() >= end || time_of(processor) >= end_by_processor;
}

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
    for (const Entry& entry : entries_)
      if (entry.is_over()) *entry.rings = true;
    changed_.wait_for(lock, tick, [this] { return ends_; });
  }
}

Alarm::Alarm(Alarms& alarms, std::atomic<bool>& rings, const std::atomic<bool>& also,
             std::chrono::milliseconds time)
    : alarms_(alarms) {
  clockid_t processor{};
  ::pthread_getcpuclockid(::pthread_self(), &processor);
  const std::lock_guard lock(alarms_.guard_);
  entry_ = alarms_.entries_.insert(alarms_.entries_.end(), {&rings, &also, processor, {}, {}});
  entry_->restart(time);
  alarms_.changed_.notify_one();
}

Alarm::~Alarm() {
  const std::lock_guard lock(alarms_.guard_);
  alarms_.entries_.erase(entry_);
}

void Alarm::restart(std::chrono::milliseconds time) {
  const std::lock_guard lock(alarms_.guard_);
  entry_->restart(time);
}

}  // namespace grundy::server
