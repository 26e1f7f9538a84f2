// bench/kernels/offset.cpp: one row of bits with three offsets. Items are positions.
#include <array>
#include <vector>

#include "kernels/offset/bit_rows.hpp"
#include "on_target.hpp"

namespace grundy::bench {
namespace {

using Words = std::vector<std::uint64_t>;

std::uint64_t word_at(const std::uint64_t* words, std::size_t i, unsigned shift) {
  return shift == 0 ? words[i] : words[i] >> shift | words[i + 1] << (64 - shift);
}

void offset(benchmark::State& state, std::int64_t size) {
  const auto words = static_cast<std::size_t>(size);
  const Words source = random_words<std::uint64_t>(words + 9);
  const Words open(words, ~std::uint64_t{0});
  Words row(words);
  const std::array sources{kernels::BitSource{.words = source.data(), .shift = 0},
                           kernels::BitSource{.words = source.data() + 3, .shift = 17},
                           kernels::BitSource{.words = source.data() + 8, .shift = 63}};
  kernels::BitRows task{};
  task.rows = row.data();
  task.count = 1;
  task.words = words;
  task.open = open.data();
  task.sources = sources;
  for (auto _ : state) {
    kernels::solve_bit_rows(task);
    benchmark::ClobberMemory();
  }
  bool right = true;
  for (std::size_t i = 0; i < words; ++i) {
    std::uint64_t attacked = 0;
    for (const auto& from : sources) attacked |= word_at(from.words, i, from.shift);
    right = right && row[i] == ~attacked;
  }
  report(state, right, 64 * size);
}

const bool added = on_every_target("offset", {1 << 9, 1 << 13, 1 << 21}, offset);

}  // namespace
}  // namespace grundy::bench
