// The runs of a batch and the outcomes of their options, against plain loops, on every target.
#include "kernels/generic/lane_runs.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <random>
#include <vector>

#include "support/targets.hpp"

namespace grundy::kernels {
namespace {

constexpr Register start_column = 0, step_column = 1, first_column = 2, last_column = 3;

// Columns of a batch whose options all lie within `cells`; columns and cells end where their
// memory does.
struct Batch {
  std::vector<std::int64_t> columns = std::vector<std::int64_t>(4 * lanes);
  std::vector<std::uint8_t> cells;
  LaneSet asked = 0;

  std::int64_t& at(Register reg, std::size_t lane) { return columns[reg * lanes + lane]; }
  std::int64_t at(Register reg, std::size_t lane) const { return columns[reg * lanes + lane]; }
};

// Rows of `row` lanes side by side, at most `most` options a lane. The last lane's options end with
// the cells.
Batch random_batch(std::uint64_t seed, std::size_t row, std::int64_t most) {
  std::mt19937_64 engine(seed);
  const auto below = [&](std::int64_t end) {
    return static_cast<std::int64_t>(engine() % static_cast<std::uint64_t>(end));
  };
  Batch batch;
  batch.asked = engine() | engine();
  std::int64_t start = 0, step = 0, count = 0;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    if (lane % row == 0) {
      start = below(5000);
      step = below(200);
      count = below(most + 1);
    }
    if (below(20) == 0) count = below(most + 1);
    batch.at(start_column, lane) = start++;
    batch.at(step_column, lane) = step;
    batch.at(first_column, lane) = below(3);
    batch.at(last_column, lane) = batch.at(first_column, lane) + count - 1 - 5 * (count == 0);
    const std::int64_t end = start + step * std::max<std::int64_t>(0, count - 1);
    if (batch.asked >> lane & 1)
      batch.cells.resize(std::max(batch.cells.size(), static_cast<std::size_t>(end)));
  }
  const std::int64_t p_in = 1 + below(60);
  for (std::uint8_t& cell : batch.cells)
    cell = below(p_in) == 0 ? 0 : static_cast<std::uint8_t>(below(8) == 0 ? unsolved : 1);
  batch.cells.shrink_to_fit();
  return batch;
}

constexpr Output output{start_column, step_column};

RuleProgram rule_with_run() {
  RuleProgram rule;
  rule.has_run = true;
  rule.run = {first_column, last_column};
  rule.summands = 1;
  rule.outputs = {&output, 1};
  return rule;
}

LaneSet bit(std::size_t lane, bool holds) {
  return LaneSet{holds} << lane;
}

TEST(LaneRuns, AreFoundAsTheyAreDefined) {
  test::on_every_target([] {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      SCOPED_TRACE(testing::Message() << "seed " << seed);
      const Batch batch = random_batch(seed, 1 + seed % 70, 9);
      LaneRuns runs;
      find_runs(rule_with_run(), batch.columns, batch.asked, runs);
      LaneSet with_options = 0, joined = 0;
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        const std::int64_t length = batch.at(last_column, lane) - batch.at(first_column, lane) + 1;
        const std::int64_t count = batch.asked >> lane & 1 ? std::max<std::int64_t>(0, length) : 0;
        EXPECT_EQ(runs.count[lane], count) << "lane " << lane;
        EXPECT_EQ(runs.start[lane], batch.at(start_column, lane));
        EXPECT_EQ(runs.step[lane], batch.at(step_column, lane));
        with_options |= bit(lane, count > 0);
        joined |= bit(lane, lane > 0 && runs.start[lane] == runs.start[lane - 1] + 1 &&
                                runs.step[lane] == runs.step[lane - 1]);
      }
      EXPECT_EQ(runs.with_options, with_options);
      EXPECT_EQ(runs.joined, joined);
    }
  });
}

TEST(LaneRuns, WithoutARunAreOneOption) {
  test::on_every_target([] {
    const Batch batch = random_batch(1, 64, 9);
    RuleProgram rule = rule_with_run();
    rule.has_run = false;
    rule.run = {};
    LaneRuns runs;
    find_runs(rule, batch.columns, batch.asked, runs);
    EXPECT_EQ(runs.with_options, batch.asked);
    for (std::size_t lane = 0; lane < lanes; ++lane)
      EXPECT_EQ(runs.count[lane], batch.asked >> lane & 1) << "lane " << lane;
  });
}

// Every lane by itself.
Met met_by_definition(const LaneRuns& runs, LaneSet asked, const std::vector<std::uint8_t>& cells) {
  Met met{0, 0};
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    bool p = false, open = false;
    for (std::int64_t i = 0; i < runs.count[lane]; ++i) {
      const std::uint8_t cell =
          cells[static_cast<std::size_t>(runs.start[lane] + runs.step[lane] * i)];
      p |= cell == 0;
      open |= cell == unsolved;
    }
    met.p |= bit(lane, p) & asked;
    met.unsolved |= bit(lane, open && !p) & asked;
  }
  return met;
}

TEST(LaneRuns, OptionsAreLookedAtUntilOneIsP) {
  test::on_every_target([] {
    for (const std::int64_t most : {1, 3, 7, 253, 254, 255, 256, 600})
      for (const std::size_t row : {1u, 5u, 8u, 9u, 17u, 33u, 63u, 64u})
        for (std::uint64_t seed = 0; seed < 6; ++seed) {
          SCOPED_TRACE(testing::Message() << "seed " << seed << ", rows of " << row << ", at most "
                                          << most << " options");
          const Batch batch = random_batch(seed, row, most);
          LaneRuns runs;
          find_runs(rule_with_run(), batch.columns, batch.asked, runs);
          const LaneSet asked = runs.with_options & ~(seed * 0x10204081);
          const Met expected = met_by_definition(runs, asked, batch.cells);
          const Met met = look_at_options(runs, asked, batch.cells);
          EXPECT_EQ(met.p, expected.p);
          EXPECT_EQ(met.unsolved, expected.unsolved);
        }
  });
}

TEST(LaneRuns, SetsOfLanes) {
  std::vector<std::int64_t> column(lanes);
  for (std::size_t lane = 0; lane < lanes; ++lane)
    column[lane] = lane % 7 == 0 ? 0 : static_cast<std::int64_t>(lane) - 10;
  const std::span<const std::int64_t, lanes> values(column);
  LaneSet not_zero = 0, rising = 0;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    not_zero |= bit(lane, column[lane] != 0);
    rising |= bit(lane, lane > 0 && column[lane] == column[lane - 1] + 1);
  }
  test::on_every_target([&] {
    EXPECT_EQ(lanes_not_zero(values, ~LaneSet{0}), not_zero);
    EXPECT_EQ(lanes_not_zero(values, 0xff00ff), not_zero & 0xff00ff);
    EXPECT_EQ(lanes_that_rise(values, 1), rising);
  });
}

TEST(LaneRuns, OutcomesAsBytes) {
  const LaneSet won = 0x8000'0001'00ff'1234;
  const LaneSet waiting = 0x4000'0002'ff00'0001;
  test::on_every_target([&] {
    std::vector<std::uint8_t> bytes(lanes);
    outcome_bytes(won, waiting, std::span<std::uint8_t, lanes>(bytes));
    for (std::size_t lane = 0; lane < lanes; ++lane)
      EXPECT_EQ(bytes[lane], (waiting >> lane & 1) ? unsolved : won >> lane & 1) << "lane " << lane;
  });
}

}  // namespace
}  // namespace grundy::kernels
