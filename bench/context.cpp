// bench/context.cpp: what compiled and what runs the benchmarks, beside Google Benchmark's own
// context in every result.
#include <benchmark/benchmark.h>

#include "view/measure/measure.hpp"

namespace grundy::bench {
namespace {

const bool added = [] {
  const measure::Machine machine = measure::this_machine();
  benchmark::AddCustomContext("compiler", machine.compiler);
  benchmark::AddCustomContext("isa", machine.isa);
  return true;
}();

}  // namespace
}  // namespace grundy::bench
