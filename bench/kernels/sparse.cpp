// bench/kernels/sparse.cpp: the splits of 64 heaps with 750 partners, up to `size` heaps away.
// Items are options.
#include <vector>

#include "kernels/sparse/find.hpp"
#include "kernels/sparse/marks.hpp"
#include "on_target.hpp"

namespace grundy::bench {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t planes = 8;
constexpr std::size_t partner_count = 750;
constexpr unsigned indices = 8 * planes;

void marks(benchmark::State& state, std::int64_t size) {
  const auto heaps = static_cast<std::size_t>(size);
  const Bytes index = random_words<std::uint8_t>(heaps + kernels::heaps_in_block, indices);
  std::vector<kernels::Partner> partners;
  for (const std::uint32_t random : random_words<std::uint32_t>(partner_count))
    partners.push_back({static_cast<std::uint32_t>(64 + random % (heaps - 63)),
                        static_cast<std::uint8_t>(random >> 16 & (indices - 1))});
  Bytes found(64 * planes);
  for (auto _ : state) {
    kernels::mark_splits(&index[heaps], partners, planes, found);
    benchmark::ClobberMemory();
  }
  Bytes expected(found.size());
  for (const kernels::Partner& partner : partners)
    for (std::size_t l = 0; l < 64; ++l) {
      const unsigned x = index[heaps + l - partner.distance] ^ unsigned { partner.index };
      expected[64 * (x / 8) + l] |= static_cast<std::uint8_t>(1U << x % 8);
    }
  report(state, found == expected, static_cast<std::int64_t>(64 * partners.size()));
}

// A split that there is not: all are looked at.
void find(benchmark::State& state, std::int64_t size) {
  const auto rest = static_cast<std::uint64_t>(size);
  const Bytes index = random_words<std::uint8_t>(rest + 1, 64);
  std::uint64_t found = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(
        found = kernels::find_split(index.data(), index.data() + rest, 1, rest / 2, 64));
  report(state, found == rest / 2 + 1, size / 2);
}

const bool added = on_every_target("sparse_marks", {1 << 12, 1 << 18, 1 << 25}, marks) &&
                   on_every_target("sparse_find", {1 << 12, 1 << 18, 1 << 25}, find);

}  // namespace
}  // namespace grundy::bench
