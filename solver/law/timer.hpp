// law/timer.hpp: a flag that becomes true after some time, or soon after another one does.
#pragma once
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace grundy::law {

class Timer {
 public:
  // `stop` may be null.
  Timer(double seconds, const std::atomic<bool>* stop);
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
