// bench/kernels/digest.cpp: values of 4 bytes. Items are values.
#include "kernels/digest.hpp"

#include "core/digest.hpp"
#include "on_target.hpp"

namespace grundy::bench {
namespace {

void digest(benchmark::State& state, std::int64_t size) {
  const auto values = random_words<std::uint32_t>(static_cast<std::size_t>(size), 100);
  Digest expected;
  for (std::size_t i = 0; i < values.size(); ++i) expected.add(i, values[i]);
  kernels::DigestSum sum;
  for (auto _ : state) benchmark::DoNotOptimize(sum = kernels::digest_of_values(0, values));
  report(state, Digest{sum.high, sum.low} == expected, size);
}

const bool added = on_every_target("digest", {1 << 12, 1 << 16, 1 << 24}, digest);

}  // namespace
}  // namespace grundy::bench
