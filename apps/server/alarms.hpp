// server/alarms.hpp: flags that are set when a time is over, or when another flag is.
#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <list>
#include <mutex>
#include <thread>

namespace grundy::server {

// A thread looks at all alarms a hundred times a second while there are any. Any number of threads
// may use it.
class Alarms {
 public:
  using Clock = std::chrono::steady_clock;

  Alarms();
  // Requires that no alarm is left.
  ~Alarms();
  Alarms(const Alarms&) = delete;
  Alarms& operator=(const Alarms&) = delete;

 private:
  friend class Alarm;
  struct Entry {
    std::atomic<bool>* rings;
    const std::atomic<bool>* also;
    Clock::time_point end;
  };

  void run();

  std::mutex guard_;
  std::condition_variable changed_;
  std::list<Entry> entries_;
  bool ends_ = false;
  std::thread thread_;
};

// Sets `rings` soon after `time` has passed or `also` was set.
class Alarm {
 public:
  Alarm(Alarms& alarms, std::atomic<bool>& rings, const std::atomic<bool>& also,
        std::chrono::milliseconds time);
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;
  ~Alarm();

  // Clears the flag; `time` begins now.
  void restart(std::chrono::milliseconds time);

 private:
  Alarms& alarms_;
  std::list<Alarms::Entry>::iterator entry_;
};

}  // namespace grundy::server
