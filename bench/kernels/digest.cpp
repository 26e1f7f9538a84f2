// bench/kernels/digest.cpp: rows of values, by bytes of a value. Items are bytes.
#include "base/digest.hpp"

#include "on_target.hpp"

namespace grundy::bench {
namespace {

template <class Value>
void digest(benchmark::State& state, std::int64_t size) {
  const auto values = random_words<Value>(static_cast<std::size_t>(size) / sizeof(Value));
  const auto count = static_cast<std::int64_t>(values.size());
  const DigestKeys keys(Box{{0}, {count - 1}});
  Residues expected;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint64_t value = values[static_cast<std::size_t>(i)];
    expected = expected + digest_fine(0, i) * digest_coarse(0, i) * Residues{value, value};
  }
  Residues sum;
  for (auto _ : state)
    benchmark::DoNotOptimize(sum = keys.sum_along(0, 0, std::span<const Value>(values)));
  report(state, sum == expected, size);
}

constexpr std::initializer_list<std::int64_t> sizes = {1 << 10, 1 << 16, 1 << 24};
const bool added = on_every_target("digest_u8", sizes, digest<std::uint8_t>) &&
                   on_every_target("digest_u16", sizes, digest<std::uint16_t>) &&
                   on_every_target("digest_u32", sizes, digest<std::uint32_t>);

}  // namespace
}  // namespace grundy::bench
