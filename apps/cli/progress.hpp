// cli/progress.hpp: how far a solve has come, on stderr.
#pragma once
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace grundy::cli {

// A thread of its own that looks at a counter until the object goes.
//   auto  a line that redraws itself, on a terminal only, after the first second
//   json  one object a second: {"progress","positions","of","positions_per_second","seconds_left"}
//   none  nothing
// What is counted may be something other than positions; the keys are called after it. A total of 0
// is one that nobody knows. When all is counted something else may follow.
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
  // What is counted once all positions are solved, such as "writing" of shards. A total of 0 is
  // one that is not known yet.
  void follow_with(std::string stage, std::string unit, const std::atomic<std::uint64_t>& counter,
                   const std::atomic<std::uint64_t>& total);
  // Those that an earlier run had solved: they do not count as speed.
  std::atomic<std::uint64_t>& solved_before() noexcept { return solved_before_; }

 private:
  struct Following {
    std::string stage;
    std::string unit;
    const std::atomic<std::uint64_t>* counter;
    const std::atomic<std::uint64_t>* total;
  };
  // What is counted now.
  struct Count {
    std::string stage;
    std::string unit;
    std::uint64_t done;
    std::uint64_t before;  // done before its time began
    std::uint64_t total;   // 0: nobody knows
    double seconds;        // of its time

    double per_second() const;
    double seconds_left() const;
  };

  void begin(const std::string& mode);
  void watch(bool json);
  Count count(double seconds);
  void draw(double seconds);
  void report(double seconds);

  std::string what_;
  std::string stage_;
  std::uint64_t total_;
  std::string unit_;
  std::optional<Following> following_;
  std::optional<std::pair<double, std::uint64_t>> follows_since_;  // seconds, and done before
  std::atomic<std::uint64_t> own_{0};
  std::atomic<std::uint64_t>& solved_ = own_;
  std::atomic<std::uint64_t> solved_before_{0};
  std::mutex guard_;
  std::condition_variable changed_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace grundy::cli
