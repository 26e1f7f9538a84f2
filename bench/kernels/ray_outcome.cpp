// bench/kernels/ray_outcome.cpp: a strip of 64 rows, each free at its last position alone. Items
// are positions; that the rows are opened again counts too.
#include <algorithm>
#include <vector>

#include "kernels/ray/outcomes.hpp"
#include "on_target.hpp"

namespace grundy::bench {
namespace {

constexpr std::int64_t rows = 64;

void ray_outcome(benchmark::State& state, std::int64_t inner) {
  const std::int64_t stride = inner + 256;
  const std::int64_t of_direction = rows * stride;
  std::vector<std::uint8_t> bits(static_cast<std::size_t>(3 * of_direction / 8), 0xff);
  const std::vector<kernels::RayLine> aligned{{0, stride}, {of_direction, stride}};
  const std::vector<kernels::RayLine> shifted{{2 * of_direction + 29, stride}};
  kernels::RayRows strip{};
  strip.bits = bits;
  strip.aligned = aligned;
  strip.shifted = shifted;
  strip.last = rows;
  strip.inner = inner;
  std::vector<std::uint32_t> section(rows);
  // A solve skips rows with an entry, and marks what was free.
  const auto open_again = [&] {
    std::ranges::fill(section, 0U);
    for (const auto* lines : {&aligned, &shifted})
      for (const kernels::RayLine& line : *lines)
        for (std::int64_t y = 0; y < rows; ++y) {
          const std::int64_t at = line.start + y * stride + inner - 1;
          bits[static_cast<std::size_t>(at / 8)] &= static_cast<std::uint8_t>(~(1U << at % 8));
        }
  };
  for (auto _ : state) {
    open_again();
    kernels::solve_ray_rows(strip, std::span(section), {});
    benchmark::ClobberMemory();
  }
  const bool right = std::ranges::all_of(
      section, [&](std::uint32_t entry) { return entry == static_cast<std::uint32_t>(inner); });
  report(state, right, rows * inner);
}

const bool added = on_every_target("ray_outcome", {1 << 9, 1 << 13, 1 << 20}, ray_outcome);

}  // namespace
}  // namespace grundy::bench
