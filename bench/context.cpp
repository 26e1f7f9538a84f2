// bench/context.cpp: what compiled and what runs the benchmarks, beside Google Benchmark's own
// context in every result.
#include <benchmark/benchmark.h>

#include <string>

#include "kernels/isa.hpp"

namespace grundy::bench {
namespace {

#ifdef __clang__
constexpr const char* compiler = "clang " __clang_version__;
#else
constexpr const char* compiler = "g++ " __VERSION__;
#endif

const bool added = [] {
  benchmark::AddCustomContext("compiler", compiler);
  benchmark::AddCustomContext("isa", std::string(kernels::isa_name()));
  return true;
}();

}  // namespace
}  // namespace grundy::bench
