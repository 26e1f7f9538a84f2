// bench/kernels/steps.cpp: heaps from which members of a set are taken. Items are heaps, and of the
// long steps options.
#include "kernels/step/steps.hpp"

#include <bit>
#include <vector>

#include "on_target.hpp"

namespace grundy::bench {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t slack = 64;  // bytes that kernels read behind those in use

// Heaps 0, 1, .. of take 1, 3 or 4, whose nimbers repeat after 7.
void short_steps(benchmark::State& state, std::int64_t size) {
  const std::vector<std::int64_t> steps{1, 3, 4};
  const auto heaps = static_cast<std::size_t>(size);
  Bytes values(heaps + slack);
  Bytes masks(heaps + slack);
  std::size_t solved = 0;
  for (auto _ : state) {
    masks.assign(masks.size(), 0);
    solved = kernels::finish_steps(values, steps, 1, kernels::StepRule::nimber, 0,
                                   std::span(masks).first(heaps));
    benchmark::ClobberMemory();
  }
  constexpr std::uint8_t period[] = {0, 1, 0, 1, 2, 3, 2};
  bool right = solved == heaps;
  for (std::size_t n = 0; n < heaps; ++n) right = right && values[n] == period[n % 7];
  report(state, right, size);
}

// 16 steps into heaps of any values below 32.
void long_steps(benchmark::State& state, std::int64_t size) {
  constexpr std::size_t planes = 4;
  const auto heaps = static_cast<std::size_t>(size);
  Bytes values = random_words<std::uint8_t>(2 * heaps, 32);
  values.resize(3 * heaps + slack);
  std::vector<std::int64_t> steps;
  for (std::int64_t i = 0; i < 16; ++i) steps.push_back(size + 37 * i);
  Bytes masks(heaps * planes + slack);
  const std::span used = std::span(masks).first(heaps * planes);
  for (auto _ : state) {
    kernels::mark_steps(values, steps, planes, 2 * heaps, used);
    benchmark::ClobberMemory();
  }
  bool right = true;
  for (std::size_t i = 0; i < heaps; ++i) {
    std::uint32_t expected = 0;
    for (const std::int64_t step : steps)
      expected |= std::uint32_t{1} << values[2 * heaps + i - static_cast<std::size_t>(step)];
    for (std::size_t q = 0; q < planes; ++q)
      right = right && masks[(i / 64 * planes + q) * 64 + i % 64] == (expected >> 8 * q & 0xff);
  }
  report(state, right, size * static_cast<std::int64_t>(steps.size()));
}

const bool added = on_every_target("steps_short", {1 << 12, 1 << 16, 1 << 24}, short_steps) &&
                   on_every_target("steps_long", {1 << 12, 1 << 16, 1 << 23}, long_steps);

}  // namespace
}  // namespace grundy::bench
