// Rows of cells behind cells of any values: by the definition, on every target.
#include "kernels/offset/cell_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "support/targets.hpp"

namespace grundy::kernels {
namespace {

// Rows and what stands before them, in which all sources lie.
template <class Cell>
struct Work {
  struct Source {
    std::size_t distance;  // cells back
    std::vector<std::uint64_t> mask;
  };
  std::size_t pitch;
  std::size_t front;  // the first row
  std::vector<CellStretch> stretches;
  std::size_t words;
  std::vector<Source> sources;
  std::size_t together;
  std::vector<std::uint64_t> lost;
  std::vector<std::uint64_t> won;
  std::vector<Cell> cells;

  CellRows<Cell> task(std::vector<CellSource<Cell>>& room) {
    room.clear();
    Cell* const rows = cells.data() + front;
    for (const Source& source : sources)
      room.push_back({rows - source.distance, source.mask.empty() ? nullptr : source.mask.data()});
    return {rows,
            pitch,
            stretches,
            room,
            together,
            words,
            lost.empty() ? nullptr : lost.data(),
            won.empty() ? nullptr : won.data()};
  }
};

class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : engine_(seed) {}
  std::size_t below(std::size_t end) { return static_cast<std::size_t>(engine_() % end); }
  std::vector<std::uint64_t> bits(std::size_t words) {
    std::vector<std::uint64_t> bits(words);
    for (std::uint64_t& word : bits) word = engine_() | (below(2) == 0 ? 0 : engine_());
    return bits;
  }

 private:
  std::mt19937_64 engine_;
};

// Sources lie before the row, where all cells are valid, or in it if `chain`.
template <class Cell>
Work<Cell> random_work(Numbers& numbers, std::size_t most_sources, std::size_t values) {
  Work<Cell> work;
  const std::size_t length = 1 + numbers.below(300);
  work.words = (length + 63) / 64;
  work.pitch = 64 * work.words + 64;
  const std::size_t rows = 1 + numbers.below(3);
  work.front = 8 * work.pitch;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t first = numbers.below(2) == 0 ? 0 : numbers.below(length);
    work.stretches.push_back({first, first + numbers.below(length - first + 1)});
  }
  work.together = cell_lanes;
  const bool chain = numbers.below(3) == 0;
  if (chain) work.together = 1 + numbers.below(70);
  for (std::size_t n = 1 + numbers.below(most_sources); n > 0; --n) {
    const bool inside = chain && numbers.below(2) == 0;
    const std::size_t distance =
        inside ? work.together + numbers.below(20) : 4 * work.pitch + numbers.below(2 * work.pitch);
    work.sources.push_back({distance, numbers.below(3) == 0 ? numbers.bits(rows * work.words)
                                                            : std::vector<std::uint64_t>()});
  }
  if (numbers.below(3) == 0) {
    work.lost = numbers.bits(rows * work.words);
    work.won = numbers.bits(rows * work.words);
    for (std::size_t i = 0; i < work.won.size(); ++i) work.won[i] &= ~work.lost[i];
  }
  work.cells.assign(work.front + (rows + 1) * work.pitch, 0);
  const std::size_t known = work.front - 64;
  for (std::size_t i = 0; i < known; ++i)
    work.cells[i] = static_cast<Cell>(numbers.below(4) == 0 ? 0 : 1 + numbers.below(values));
  return work;
}

template <class Cell, class Value>
std::vector<Cell> by_definition(Work<Cell> work, const Value& value) {
  const auto bit = [](const std::vector<std::uint64_t>& bits, std::size_t at) {
    return ((bits[at / 64] >> (at % 64)) & 1) != 0;
  };
  for (std::size_t row = 0; row < work.stretches.size(); ++row)
    for (std::size_t i = work.stretches[row].first; i < work.stretches[row].end; ++i) {
      const std::size_t at = work.front + row * work.pitch + i;
      const std::size_t of_row = 64 * row * work.words + i;
      std::set<Cell> options;
      for (const auto& source : work.sources)
        if (source.mask.empty() || bit(source.mask, of_row))
          options.insert(work.cells[at - source.distance]);
      options.erase(0);
      work.cells[at] = value(options);
      if (!work.lost.empty() && bit(work.lost, of_row)) work.cells[at] = 1;
      if (!work.won.empty() && bit(work.won, of_row)) work.cells[at] = 2;
    }
  return work.cells;
}

std::uint8_t nimber_cell_of(const std::set<std::uint8_t>& options) {
  std::uint8_t mex = 0;
  while (options.count(static_cast<std::uint8_t>(mex + 1)) > 0) ++mex;
  return static_cast<std::uint8_t>(mex + 1);
}

template <class Cell>
auto remoteness_cell_of(bool misere) {
  return [misere](const std::set<Cell>& options) {
    if (options.empty()) return static_cast<Cell>(misere ? 2 : 1);
    for (const Cell cell : options)
      if ((cell - 1) % 2 == 0) return static_cast<Cell>(cell + 3);  // the least P-option
    return static_cast<Cell>(*options.rbegin() + 1);
  };
}

TEST(CellRows, NimbersAreMexesOnEveryTarget) {
  Numbers numbers(1956);
  const std::vector<std::pair<std::size_t, std::size_t>> kinds{
      {3, 4}, {8, 9}, {14, 15}, {20, 21}, {60, 50}, {254, 20}, {254, 255}};
  for (int turn = 0; turn < 400; ++turn) {
    const auto [sources, values] = kinds[numbers.below(kinds.size())];
    Work<std::uint8_t> work = random_work<std::uint8_t>(numbers, sources, values);
    // No value exceeds the number of options.
    for (std::uint8_t& cell : work.cells)
      cell = static_cast<std::uint8_t>(std::min<std::size_t>(cell, work.sources.size() + 1));
    const auto expected = by_definition(work, nimber_cell_of);
    test::on_every_target([&] {
      Work<std::uint8_t> copy = work;
      std::vector<CellSource<std::uint8_t>> room;
      solve_nimber_rows(copy.task(room));
      ASSERT_EQ(copy.cells, expected) << "turn " << turn;
    });
  }
}

// A run of values without a gap: up to the largest that a byte holds.
TEST(CellRows, NimbersGoUpToTheNumberOfOptions) {
  for (std::size_t count :
       {0u, 1u, 7u, 8u, 9u, 13u, 14u, 15u, 16u, 17u, 31u, 32u, 33u, 253u, 254u}) {
    Work<std::uint8_t> work;
    work.words = 2;
    work.pitch = 192;
    work.front = count * work.pitch + 64;
    work.stretches = {{0, 100}};
    work.together = cell_lanes;
    work.cells.assign(work.front + 2 * work.pitch, 0);
    for (std::size_t n = 1; n <= count; ++n) {
      work.sources.push_back({n * work.pitch, {}});
      std::fill_n(work.cells.data() + work.front - n * work.pitch, 100,
                  static_cast<std::uint8_t>(n));
    }
    test::on_every_target([&] {
      Work<std::uint8_t> copy = work;
      std::vector<CellSource<std::uint8_t>> room;
      solve_nimber_rows(copy.task(room));
      for (std::size_t i = 0; i < 100; ++i)
        ASSERT_EQ(copy.cells[copy.front + i], count + 1) << "position " << i;
    });
  }
}

template <class Cell>
void compare_remoteness(std::uint64_t seed, std::size_t values) {
  Numbers numbers(seed);
  for (int turn = 0; turn < 300; ++turn) {
    const Work<Cell> work = random_work<Cell>(numbers, 1 + numbers.below(20), values);
    const bool misere = numbers.below(2) == 0;
    const auto expected = by_definition(work, remoteness_cell_of<Cell>(misere));
    test::on_every_target([&] {
      Work<Cell> copy = work;
      std::vector<CellSource<Cell>> room;
      solve_remoteness_rows(copy.task(room), misere);
      ASSERT_EQ(copy.cells, expected) << "turn " << turn;
    });
  }
}

TEST(CellRows, RemotenessIsThatOfTheDefinitionOnEveryTarget) {
  compare_remoteness<std::uint16_t>(1, 5);
  compare_remoteness<std::uint16_t>(2, 60'000);
  compare_remoteness<std::uint32_t>(3, 5);
  compare_remoteness<std::uint32_t>(4, 4'000'000'000);
}

}  // namespace
}  // namespace grundy::kernels
