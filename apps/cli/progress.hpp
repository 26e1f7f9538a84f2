// cli/progress.hpp: how far a solve has come, on stderr.
#pragma once
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

namespace grundy::cli {

// A thread of its own that looks at a counter until the object goes.
//   auto  a line that redraws itself, on a terminal only, after the first second
//   json  one object a second: {"progress","positions","of","positions_per_second","seconds_left"}
//   none  nothing
// What is counted may be something other than positions; the keys are called after it. A total of 0
// is one that nobody knows.
class Progress {
 public:
  Progress(const std::string& mode, std::string what, std::uint64_t total,
           std::string unit = "positions");
  // The same of a counter that is there before and stays.
  Progress(const std::string& mode, std::string what, std::atomic<std::uint64_t>& counter);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  std::atomic<std::uint64_t>& solved() noexcept { return solved_; }
  // What is done now, where that is not to count; empty: counting. For "json" the key `stage`.
  void set_stage(std::string stage);
  // Those that an earlier run had solved: they do not count as speed.
  std::atomic<std::uint64_t>& solved_before() noexcept { return solved_before_; }

 private:
  void begin(const std::string& mode);
  void watch(bool json);
  double per_second(double seconds) const;
  double seconds_left(double seconds) const;
  void draw(double seconds) const;
  void report(double seconds) const;

  std::string what_;
  std::string stage_;
  std::uint64_t total_;
  std::string unit_;
  std::atomic<std::uint64_t> own_{0};
  std::atomic<std::uint64_t>& solved_ = own_;
  std::atomic<std::uint64_t> solved_before_{0};
  std::mutex guard_;
  std::condition_variable changed_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace grundy::cli
