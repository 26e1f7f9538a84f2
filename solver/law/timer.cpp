#include "law/timer.hpp"

#include <chrono>

namespace grundy::law {

Timer::Timer(double seconds, const std::atomic<bool>* stop) {
  thread_ = std::thread([this, seconds, stop] {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::milliseconds look_every{20};
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    std::unique_lock lock(guard_);
    while (!done_ && Clock::now() < end && (stop == nullptr || !*stop))
      wake_.wait_for(lock, look_every);
    flag_ = true;
  });
}

Timer::~Timer() {
  {
    const std::lock_guard lock(guard_);
    done_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

}  // namespace grundy::law
