#include "law/timer.hpp"

#include <chrono>

namespace grundy::law {

Timer::Timer(double seconds, Seconds kind, const std::atomic<bool>* stop) {
  thread_ = std::thread([this, seconds, kind, stop] {
    constexpr std::chrono::milliseconds check_every{20};
    const Stopwatch watch;
    const WorkTime work;
    const auto passed = [&] { return kind == Seconds::of_work ? work.seconds() : watch.seconds(); };
    std::unique_lock lock(guard_);
    while (!done_ && passed() < seconds && (stop == nullptr || !*stop))
      wake_.wait_for(lock, check_every);
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
