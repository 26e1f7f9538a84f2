// server/alarms.hpp: flags that are set when a time is over, or when another flag is.
//
// Times are those of the processor that the thread of the alarm takes, so that a busy machine costs
// no one his answer; and at most four times as much by the clock, or a quarter of a second, for
// work of other threads.
#pragma once
#include <time.h>

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
    clockid_t processor;  // of the thread
    std::chrono::nanoseconds end_by_processor;
    Clock::time_point end;

    void restart(std::chrono::milliseconds time);
    bool is_over() const;
  };

  void run();

  std::mutex guard_;
  std::condition_variable changed_;
  std::list<Entry> entries_;
  bool ends_ = false;
  std::thread thread_;
};

// Sets `rings` soon after the thread that made it has worked for `time`, or `also` was set. That
// thread must outlive it.
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
