// bench/kernels/open_cells.cpp: the open cells of a tile, of which one in SIZE is solved: its value
// is taken, or put where it belongs. Items are cells.
#include "kernels/ray/open_cells.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "kernels/ray/nimbers.hpp"
#include "on_target.hpp"

namespace grundy::bench {
namespace {

constexpr std::size_t count = 24 * 24 * 24;
constexpr std::uint16_t open = kernels::open_cell<std::uint16_t>;

// A tile that was open before, and what is solved of it.
struct Tile {
  std::vector<std::uint8_t> was_open = std::vector<std::uint8_t>(kernels::mask_bytes(count));
  std::vector<std::uint8_t> still_open = was_open;
  std::vector<std::uint16_t> cells = std::vector<std::uint16_t>(count, open);
  std::vector<std::uint16_t> values;
};

Tile tile(std::int64_t one_in) {
  Tile made;
  kernels::mark_open(made.cells, made.was_open.data());
  const auto random = random_words<std::uint16_t>(count, static_cast<std::uint64_t>(one_in));
  for (std::size_t i = 0; i < count; ++i)
    if (random[i] == 0) {
      made.cells[i] = static_cast<std::uint16_t>(i % 521);
      made.values.push_back(made.cells[i]);
    }
  kernels::mark_open(made.cells, made.still_open.data());
  return made;
}

void take_solved(benchmark::State& state, std::int64_t one_in) {
  const Tile solved = tile(one_in);
  std::vector<std::uint8_t> mask;
  std::vector<std::uint16_t> values(count);
  std::size_t taken = 0;
  for (auto _ : state) {
    mask = solved.was_open;
    taken = kernels::take_solved(mask.data(), solved.cells, values.data());
    benchmark::ClobberMemory();
  }
  values.resize(taken);
  report(state, values == solved.values && mask == solved.still_open, count);
}

void put_values(benchmark::State& state, std::int64_t one_in) {
  const Tile solved = tile(one_in);
  std::vector<std::uint8_t> found = solved.was_open;
  for (std::size_t i = 0; i < found.size(); ++i)
    found[i] = static_cast<std::uint8_t>(found[i] ^ solved.still_open[i]);
  std::vector<std::uint16_t> cells(count, open);
  std::optional<std::size_t> put;
  for (auto _ : state) {
    put = kernels::put_values(found.data(), std::as_bytes(std::span(solved.values)), cells);
    benchmark::ClobberMemory();
  }
  report(state, put == solved.values.size() && cells == solved.cells, count);
}

const bool taken = on_every_target("take_solved", {1, 2, 20}, take_solved);
const bool put = on_every_target("put_values", {1, 2, 20}, put_values);

}  // namespace
}  // namespace grundy::bench
