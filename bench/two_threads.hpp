// bench/two_threads.hpp: what a second thread gives, and what it could give on this machine.
//
// Two virtual cores may be one core's two hardware threads, or share cores with strangers, from
// one second to the next. So each turn times three things one after the other: the work on one
// thread; two of the works at once, on one thread each, which share nothing; the work on two
// threads. Counters, medians over the turns:
//   speedup    time on one thread / time on two
//   machine    2 * time on one thread / time of two works at once: the most there is to gain
//   efficiency time of two works at once / (2 * time on two threads): 1 if nothing is lost by
//              waiting for each other; above 1 where two works are in each other's way
#pragma once
#include "grundy_path.hpp"
#include "work.hpp"

namespace grundy::bench {

void compare_two_threads(benchmark::State& state, const Work& work, const Asked& asked);

// Enough turns for medians.
inline void in_turns(benchmark::internal::Benchmark* work) {
  work->Apply(in_milliseconds)->MinTime(3.0);
}

}  // namespace grundy::bench
