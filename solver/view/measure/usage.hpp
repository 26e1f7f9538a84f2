// view/measure/usage.hpp: what the machine gave to this process for a while.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>

namespace grundy::measure {

struct Usage {
  double seconds = 0;                // by the clock
  double processor = 0;              // seconds of all threads on processors
  double stolen = 0;                 // seconds that the host took from the cores of this process
  std::uint64_t switches = 0;        // involuntary ones, of all threads
  std::optional<double> waited = 0;  // seconds of threads that were ready to run and did not;
                                     // none where Linux does not tell

  Usage& operator+=(const Usage& other);
  double processors() const { return processor / seconds; }
  // How much of the time of its threads a run of that many waited. For one thread it is all time
  // off the processor, as it waits for no other thread.
  double share_waited(std::size_t threads) const;
  double share_stolen(std::size_t threads) const;
  double switches_per_second(std::size_t threads) const;
};

// Counts from its construction on.
class UsageWatch {
 public:
  UsageWatch();
  Usage used() const;

 private:
  Usage start_;
};

}  // namespace grundy::measure
