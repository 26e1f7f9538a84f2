// law/timer.hpp: a flag that becomes true after some time, or soon after another one does. What is
// bounded by nobody's wish is bounded by work: then laws do not depend on how busy a machine is.
#pragma once
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

namespace grundy::law {

enum class Seconds : std::uint8_t { of_the_clock, of_work };  // law/work_time.hpp

class Timer {
 public:
  // `stop` may be null.
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
