// law/work_time.hpp: seconds that a process was at work, however busy the machine is.
#pragma once
#include <algorithm>
#include <ctime>

#include "base/machine.hpp"

namespace grundy::law {

// The lesser of the time on the clock and that of the processor, which counts all threads. On an
// idle machine it is the clock's, and neighbours add nothing to it.
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

}  // namespace grundy::law
