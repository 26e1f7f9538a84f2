// bench/kernels/ray_nimber.cpp: 64 rows of Wythoff's game from sets that are empty, which takes in
// their clearing. Items are positions.
#include <algorithm>
#include <memory>
#include <new>
#include <vector>

#include "kernels/ray/nimbers.hpp"
#include "on_target.hpp"

namespace grundy::bench {
namespace {

constexpr std::int64_t rows = 64;

// By the definition, one line of sets after the other.
std::vector<std::uint16_t> by_definition(const std::vector<kernels::PlaneLine>& lines,
                                         std::int64_t columns, std::size_t line_count) {
  std::vector<std::vector<bool>> sets(line_count, std::vector<bool>(2048));
  std::vector<std::uint16_t> values;
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t c = 0; c < columns; ++c) {
      const auto set = [&](const kernels::PlaneLine& line) -> std::vector<bool>& {
        return sets[static_cast<std::size_t>(line.first + r * line.row_step +
                                             c * line.column_step)];
      };
      std::size_t mex = 0;
      while (std::ranges::any_of(lines, [&](const auto& line) { return set(line)[mex]; })) ++mex;
      for (const auto& line : lines) set(line)[mex] = true;
      values.push_back(static_cast<std::uint16_t>(mex));
    }
  return values;
}

struct alignas(32) Slice {
  std::uint64_t words[kernels::slice_words] = {};
};

void ray_nimber(benchmark::State& state, std::int64_t columns) {
  const std::vector<kernels::PlaneLine> lines{
      {0, 1, 0}, {rows, 0, 1}, {rows + 2 * columns - 1, 1, -1}};
  const auto line_count = static_cast<std::size_t>(2 * rows + 2 * columns);
  const std::size_t slices = static_cast<std::size_t>(rows + columns) / 128 + 2;
  std::vector<Slice> sets(slices * line_count);
  std::vector<std::uint16_t> cells(static_cast<std::size_t>(rows * columns));
  const kernels::NimberPlane<std::uint16_t> plane{
      {lines, {}, {}, rows, columns, -rows, true, cells.data(), columns, 1},
      {sets[0].words, line_count * kernels::slice_words}};
  for (auto _ : state) {
    std::ranges::fill(sets, Slice{});
    kernels::solve_ray_nimbers(plane);
    benchmark::ClobberMemory();
  }
  report(state, cells == by_definition(lines, columns, line_count), rows * columns);
}

const bool added = on_every_target("ray_nimber", {64, 512}, ray_nimber);

}  // namespace
}  // namespace grundy::bench
