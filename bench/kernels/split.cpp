// bench/kernels/split.cpp: 64 pairs of rows for each of 16 rows; and splits within a row. Items are
// options.
#include "kernels/split/split.hpp"

#include <algorithm>
#include <vector>

#include "on_target.hpp"

namespace grundy::bench {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::int64_t rows = 16;
constexpr std::int64_t count = 64;
constexpr std::int64_t lanes = kernels::split_lanes;

std::uint8_t at(const Bytes& bytes, std::int64_t place) {
  return bytes[static_cast<std::size_t>(place)];
}

// Rows lie `stride` bytes apart.
void row_pairs(benchmark::State& state, std::int64_t stride) {
  const Bytes cells = random_words<std::uint8_t>(
      static_cast<std::size_t>((2 * count + rows) * stride + 2 * lanes), 16);
  const kernels::RowPairs pairs{lanes, lanes + (2 * count - 1) * stride, stride, count};
  Bytes masks(static_cast<std::size_t>(rows * lanes));
  for (auto _ : state) {
    kernels::exclude_row_pairs(cells, pairs, false, {masks, 0, rows, lanes});
    benchmark::ClobberMemory();
  }
  Bytes expected(masks.size());
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t k = 0; k < count; ++k)
      for (std::int64_t lane = 0; lane < lanes; ++lane) {
        const unsigned sum = at(cells, pairs.lower + k * stride + lane) ^
                             unsigned { at(cells, pairs.upper + (r - k) * stride + lane) };
        if (sum < 8)
          expected[static_cast<std::size_t>(r * lanes + lane)] |=
              static_cast<std::uint8_t>(1U << sum);
      }
  report(state, masks == expected, rows * count * lanes);
}

// One heap, up to size - 1, block by block: take 1 or 2, or split in two.
void row_splits(benchmark::State& state, std::int64_t size) {
  Bytes cells(static_cast<std::size_t>(size + 2 * lanes), kernels::no_position);
  const std::vector<kernels::RowSplit> splits{{0, 1, false}};
  const std::vector<std::int64_t> steps{1, 2};
  const Bytes masks(static_cast<std::size_t>(lanes));
  for (auto _ : state)
    for (std::int64_t first = 0; first < size; first += lanes)
      benchmark::DoNotOptimize(kernels::solve_split_block(
          cells, {lanes, first, lanes, masks, {}, {}, splits, steps}, false));
  bool right = true;
  std::int64_t options = 0;
  for (std::int64_t lane = 0; lane < size; ++lane) {
    std::vector<bool> met(256);
    for (const std::int64_t step : steps)
      if (step <= lane) met[at(cells, lanes + lane - step)] = true;
    for (std::int64_t i = 1; 2 * i <= lane; ++i, ++options)
      met[at(cells, lanes + i) ^ at(cells, lanes + lane - i)] = true;
    const auto mex = std::ranges::find(met, false) - met.begin();
    right = right && at(cells, lanes + lane) == mex;
  }
  report(state, right, options);
}

const bool added = on_every_target("split_row_pairs", {384, (1 << 16) + 128}, row_pairs) &&
                   on_every_target("split_row_splits", {1 << 10, 1 << 13}, row_splits);

}  // namespace
}  // namespace grundy::bench
