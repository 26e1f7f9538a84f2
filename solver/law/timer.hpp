// law/timer.hpp: time limits: the time that a process worked, and a flag that becomes true when a
// time is over.
//
// Limits that the user did not set are measured in work, so that laws do not depend on how busy the
// machine is.
#pragma once
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <ctime>
#include <mutex>
#include <thread>

#include "base/machine.hpp"

namespace grundy::law {

// The lesser of the time on the clock and processor time, which counts all threads. On an idle
// machine that is the clock's; other processes add nothing to it.
class WorkTime {
 public:
  double seconds() const {
    const double worked = static_cast<double>(std::clock() - start_) / CLOCKS_PER_SEC;
    return std::min(watch_.seconds(), worked);
  }

 private:
  Stopwatch watch_;
  std::clock_t start_ = std::clock();
};

enum class Seconds : std::uint8_t { of_the_clock, of_work };  // of_work: WorkTime

// Sets a flag after some seconds, or soon after `stop`, which may be null, becomes true. Runs a
// thread.
class Timer {
 public:
  Timer(double seconds, Seconds kind, const std::atomic<bool>* stop);
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;
  ~Timer();

  const std::atomic<bool>* flag() const noexcept { return &flag_; }

 private:
  std::atomic<bool> flag_{false};
  bool done_ = false;
  std::mutex guard_;
  std::condition_variable wake_;
  std::thread thread_;
};

}  // namespace grundy::law
