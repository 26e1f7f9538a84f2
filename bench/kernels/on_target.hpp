// bench/kernels/on_target.hpp: a kernel by itself, on every SIMD target of this CPU.
//
// A benchmark is called KERNEL/TARGET/SIZE. It makes its input and the answer by plain code, runs
// the kernel, and only counts if the kernel's answer is the same.
#pragma once
#include <benchmark/benchmark.h>

#include <cstdint>
#include <initializer_list>
#include <random>
#include <string_view>
#include <vector>

namespace grundy::bench {

using Run = void (*)(benchmark::State& state, std::int64_t size);

// Registers the benchmark for every target and size. Returns true, to initialise a constant with.
bool on_every_target(std::string_view kernel, std::initializer_list<std::int64_t> sizes, Run run);

// Counts `items` an iteration, or fails where the answer was wrong.
void report(benchmark::State& state, bool right, std::int64_t items);

template <class Word>
std::vector<Word> random_words(std::size_t count, std::uint64_t below = 0) {
  std::mt19937_64 random(/*seed=*/1901);
  std::vector<Word> words(count);
  for (Word& word : words) word = static_cast<Word>(below == 0 ? random() : random() % below);
  return words;
}

}  // namespace grundy::bench
