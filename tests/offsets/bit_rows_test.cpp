// Outcomes by rows of bits against the oracle and the generic kernel.
#include <gtest/gtest.h>

#include "methods/offsets/family.hpp"
#include "methods/offsets/row_layout.hpp"
#include "offsets/random_games.hpp"
#include "oracle/oracle.hpp"
#include "support/targets.hpp"
#include "support/works.hpp"

namespace grundy::offset {
namespace {

using namespace sweep;

using Outcomes = std::vector<std::uint32_t>;

Outcomes outcomes_in(const Bits& bits, const Box& box) {
  Outcomes outcomes;
  for (std::uint64_t rank = 0; rank < *box.volume(); ++rank)
    outcomes.push_back(bits.is_p(box.position(rank)) ? 0 : 1);
  return outcomes;
}

Outcomes by_oracle(const rules::Rules& rules, const Box& box, Convention convention) {
  oracle::Oracle oracle(rules, convention);
  Outcomes outcomes;
  for (std::uint64_t rank = 0; rank < *box.volume(); ++rank) {
    const auto outcome = oracle.outcome(box.position(rank));
    outcomes.push_back(outcome ? static_cast<std::uint32_t>(*outcome) : 2);
  }
  return outcomes;
}

Outcomes by_rows(const BitRows& rows, const Box& box, Convention convention,
                 parallel::Executor& executor) {
  std::atomic<std::uint64_t> solved{0};
  tiles::Watch watch;
  watch.solved = &solved;
  const auto bits = solve(rows, convention, executor, watch);
  if (!bits) return {};
  std::uint64_t positions = 1;
  for (const RowAxis& axis : rows.axes.axes) positions *= static_cast<std::uint64_t>(axis.extent);
  EXPECT_EQ(solved, positions);  // of the closure, whatever is kept
  return outcomes_in(*bits, box);
}

constexpr std::size_t games = 150;

TEST(BitRows, AgreeWithTheOracleInEveryLayout) {
  const std::vector<std::int64_t> sides{1, 2, 63, 64, 65, 66, 127, 128, 129};
  std::size_t skewed = 0;
  std::size_t mirrored = 0;
  std::size_t chains = 0;
  std::size_t along = 0;
  for_random_offsets(
      100, games, sides, 400, [&](const Game& game, const Box& box, Numbers& numbers) {
        for (const Convention convention : {Convention::normal, Convention::misere}) {
          const Outcomes expected = by_oracle(game.rules, box, convention);
          for (int turn = 0; turn < 4; ++turn) {
            const RowAxes& axes = game.layouts[turn == 0 ? 0 : numbers.below(game.layouts.size())];
            const auto rows = bit_rows(game.rules, game.offsets, axes);
            ASSERT_TRUE(rows) << rows.error().message;
            const auto serial = executor("serial", 1);
            ASSERT_EQ(by_rows(*rows, box, convention, *serial), expected)
                << "layout " << (axes.skewed ? "skewed " : "") << axes.axes.back().coordinate;
            skewed += axes.skewed;
            mirrored += axes.axes.back().mirrored;
            chains += !rows->chain.empty();
            along += std::ranges::any_of(rows->moves,
                                         [](const BitMove& m) { return m.along.has_value(); });
          }
        }
      });
  EXPECT_GT(skewed, games / 2);
  EXPECT_GT(mirrored, games / 2);
  EXPECT_GT(chains, games / 2);
  EXPECT_GT(along, games / 2);
}

// Its first five hundred values lead out of the closure from everywhere.
TEST(BitRows, KnowAllValuesOfALongBinder) {
  const auto parsed = rules::parse(
      "game g(a in 0 .. 40, b)\n(a, b) -> (a + 600 - i, b - 1) for i in 0 .. 1000", "test");
  ASSERT_TRUE(parsed);
  const Box box{{0, 0}, {40, 9}};
  const auto game = understand(parsed->front(), box);
  ASSERT_TRUE(game);
  const auto rows = bit_rows(game->rules, game->offsets, game->layouts.front());
  ASSERT_TRUE(rows) << rows.error().message;
  const auto serial = executor("serial", 1);
  EXPECT_EQ(by_rows(*rows, box, Convention::normal, *serial),
            by_oracle(game->rules, box, Convention::normal));
}

Result<memory::Cells> by_generic_kernel(const rules::Rules& rules, const Box& box,
                                        Convention convention, parallel::Executor& executor) {
  plan::Request request;
  request.rules = rules;
  request.high = box.high;
  request.quantity = Quantity::outcome;
  request.convention = convention;
  request.kernel = "generic";
  const auto plan = plan::make_plan(request);
  if (!plan) return plan.error();
  auto solution = sweep::solve(*plan, executor);
  if (!solution) return solution.error();
  return std::get<memory::Cells>(std::move(solution->values));
}

TEST(BitRows, AgreeWithTheGenericKernelOnEveryTargetAndExecutor) {
  const std::vector<std::int64_t> sides{300, 511, 512, 513, 1100};
  for_random_offsets(
      9000, 40, sides, 60000, [&](const Game& game, const Box& box, Numbers& numbers) {
        const auto two = executor("openmp", 2);
        const Convention convention =
            numbers.below(2) == 0 ? Convention::normal : Convention::misere;
        const auto cells = by_generic_kernel(game.rules, box, convention, *two);
        ASSERT_TRUE(cells) << cells.error().message;
        Outcomes expected;
        for (std::uint64_t rank = 0; rank < cells->count(); ++rank)
          expected.push_back((*cells)[rank]);
        const auto rows =
            bit_rows(game.rules, game.offsets, game.layouts[numbers.below(game.layouts.size())]);
        ASSERT_TRUE(rows) << rows.error().message;
        test::on_every_target(
            [&] { ASSERT_EQ(by_rows(*rows, game.closure, convention, *two), expected); });
        for (const std::string_view name : {"serial", "openmp", "tbb"})
          for (const std::size_t threads : {1u, 2u, 3u}) {
            if (name == "serial" && threads > 1) continue;
            const auto any = executor(name, threads);
            ASSERT_EQ(by_rows(*rows, game.closure, convention, *any), expected)
                << name << " with " << threads << " threads";
          }
      });
}

rules::Rules parsed(std::string_view text) {
  auto found = rules::parse(text, "test");
  if (found) return found->front();
  ADD_FAILURE() << found.error().message;
  return {};
}

Box cube(const rules::Rules& rules, std::int64_t high) {
  Box box;
  for (const rules::Coordinate& coordinate : rules.coordinates) {
    box.low.push_back(coordinate.low);
    box.high.push_back(high);
  }
  return box;
}

std::string why_not(std::string_view text) {
  const rules::Rules rules = parsed(text);
  const auto rows = recognise_bit_rows(rules, relation::differences(rules), cube(rules, 20));
  return rows ? "recognised" : rows.error().message;
}

TEST(BitRows, OtherRulesAreRefusedWithAReason) {
  EXPECT_EQ(why_not("game g(a)\n(a) -> (a - 1)"), "there is one coordinate only");
  EXPECT_EQ(why_not("game g(a, b)\n(a, b) -> (a - 1, b)"), "recognised");
  EXPECT_EQ(why_not("game g(a, b)\n(a, b) -> (i, b) + (a - 1 - i, b) for i in 0 .. a - 1"),
            "line 2: its options are sums");
  EXPECT_EQ(why_not("game g(a, b)\n(a, b) -> (floor(a / 2), b) when a >= 1"),
            "line 2: the change of a depends on the position");
  EXPECT_EQ(why_not("game g(a, b)\n(a, b) -> (a - k, b) for k in 1 .. b"),
            "line 2: the values of k depend on the position");
  EXPECT_EQ(why_not("game g(a, b)\n(a, b) -> (a - 1, b) when a * b > 3"),
            "line 2: the condition is not linear");
  EXPECT_EQ(why_not("game g(a, b)\n(a, b) -> (a - 1, b)\nlost when a mod 3 = 1"),
            "line 3: the condition is not linear");
}

// What a binder may be stands far from what it must be for an option to stay in the box.
TEST(BitRows, BindersOfManyValuesLoseNoOption) {
  for (const std::string binder : {"-2000 .. 3", "-600 .. 1", "-9000 .. 9000"}) {
    const rules::Rules rules = parsed("game g(a, b)\n(a, b) -> (a - k, b) for k in " + binder +
                                      " when k >= 1\n(a, b) -> (a, b - 2)\n");
    const Box box = cube(rules, 12);
    const Question question{Quantity::outcome, Convention::normal};
    const auto plan = plan_for(rules, box, question);
    ASSERT_TRUE(plan) << plan.error().message;
    EXPECT_EQ(plan->kernel(), kernel) << binder;
    expect_equal(carry_out(*plan, Setting{"serial", 1, 100}), *ask_oracle(rules, box, question));
  }
}

// Large enough for many tiles, blocks and waves.
TEST(BitRows, ManyTilesAgreeWithTheGenericKernel) {
  const rules::Rules rules = parsed(
      "game g(a, b, c in 2..)\n"
      "(a, b, c) -> (a - 1, b, c) when a + 2 * b >= c\n"
      "(a, b, c) -> (a, b - 2, c)\n"
      "(a, b, c) -> (a - k, b - k, c - k) for k >= 1\n"
      "(a, b, c) -> (a - 2, b - 1, c - k) for k in {1, 4}");
  const Box box = cube(rules, 160);
  const auto two = executor("openmp", 2);
  const auto cells = by_generic_kernel(rules, box, Convention::normal, *two);
  ASSERT_TRUE(cells) << cells.error().message;
  const auto rows = recognise_bit_rows(rules, relation::differences(rules), box);
  ASSERT_TRUE(rows) << rows.error().message;
  ASSERT_GT(rows->schedule().waves(), 3u);
  const Outcomes got = by_rows(*rows, box, Convention::normal, *two);
  ASSERT_EQ(got.size(), cells->count());
  for (std::uint64_t rank = 0; rank < cells->count(); ++rank)
    ASSERT_EQ(got[rank], (*cells)[rank]) << grundy::to_string(box.position(rank));
}

// A part of `closure` with the same low corner.
Box random_part(const Box& closure, Numbers& numbers) {
  Box part = closure;
  for (std::size_t axis = 0; axis < part.dimensions(); ++axis)
    part.high[axis] -= static_cast<std::int64_t>(
        numbers.below(static_cast<std::size_t>((closure.extent(axis) + 1) / 2)));
  return part;
}

// Tiles are made so small that few planes are at hand at a time.
TEST(BitRows, AWindowKeepsWhatIsWanted) {
  const std::vector<std::int64_t> sides{12, 24, 63, 64, 65, 130, 200};
  std::size_t windows = 0;
  std::size_t with_rays = 0;
  std::size_t mirrored = 0;
  std::size_t with_lost = 0;
  for_random_offsets(20000, 500, sides, 4000, [&](const Game& game, const Box&, Numbers& numbers) {
    const Box part = random_part(game.closure, numbers);
    for (int turn = 0; turn < 3; ++turn) {
      auto rows =
          bit_rows(game.rules, game.offsets, game.layouts[numbers.below(game.layouts.size())]);
      ASSERT_TRUE(rows) << rows.error().message;
      const Convention convention = numbers.below(2) == 0 ? Convention::normal : Convention::misere;
      const auto serial = executor("serial", 1);
      const Outcomes expected = by_rows(*rows, part, convention, *serial);
      rows->tile_positions = 1 + numbers.below(300);
      keep_only(*rows, part);
      if (!rows->kept) continue;
      SCOPED_TRACE("kept up to " + grundy::to_string(part.high));
      ASSERT_EQ(by_rows(*rows, part, convention, *serial), expected);
      ASSERT_EQ(by_rows(*rows, part, convention, *executor("tbb", 3)), expected);
      ++windows;
      with_rays += rows->rays() > 0;
      mirrored += rows->axes.axes.back().mirrored;
      with_lost += !rows->endings.empty();
    }
  });
  EXPECT_GT(windows, 100u);
  EXPECT_GT(with_rays, 40u);
  EXPECT_GT(mirrored, 20u);
  EXPECT_GT(with_lost, 20u);
}

TEST(BitRows, AWindowIsChosenWhereItSparesMemory) {
  const rules::Rules rules = parsed(
      "game g(a, b, c)\n"
      "(a, b, c) -> (a - 1, b, c)\n"
      "(a, b, c) -> (a, b - 2, c + 1)");
  const auto kept = [&](const Box& box) {
    const Box closure = std::get<Box>(rules::closure(rules, box));
    auto rows = recognise_bit_rows(rules, relation::differences(rules), closure);
    EXPECT_TRUE(rows) << rows.error().message;
    const std::uint64_t all = memory_bytes(*rows, 2);
    keep_only(*rows, box);
    EXPECT_EQ(memory_bytes(*rows, 2) < all, rows->kept.has_value());
    return rows->kept.has_value();
  };
  EXPECT_TRUE(kept({{0, 0, 0}, {400, 400, 20}}));
  EXPECT_FALSE(kept({{0, 0, 0}, {1000, 2, 200}}));  // c rises by 1 only
  EXPECT_FALSE(kept({{0, 0, 0}, {10, 20, 10}}));    // one tile
}

TEST(BitRows, TheWorksHaveOneWithAWindow) {
  for (const Work& work : works()) {
    if (work.kernel != kernel || work.quantity != Quantity::outcome) continue;
    const auto plan = plan_of(work);
    ASSERT_TRUE(plan) << plan.error().message;
    const auto& rows = std::get<BitRows>(std::get<Family::Task>(plan->method.task));
    EXPECT_EQ(rows.kept.has_value(), work.name == "offset_window");
  }
}

TEST(Bits, RowsGiveThePPositionsOfAnyPart) {
  const rules::Rules rules = parsed(
      "game g(a, b, c in 1..)\n(a, b, c) -> (a - 1, b, c)\n"
      "(a, b, c) -> (a, b - 1, c)\n(a, b, c) -> (a, b, c - k) for k in {1, 2}");
  const auto game = understand(rules, {{0, 0, 1}, {9, 20, 70}});
  ASSERT_TRUE(game);
  const Box part{{2, 3, 5}, {8, 19, 66}};
  for (const RowAxes& axes : game->layouts) {
    const auto rows = bit_rows(rules, game->offsets, axes);
    ASSERT_TRUE(rows);
    const auto bits = solve(*rows, Convention::normal, *executor("serial", 1));
    ASSERT_TRUE(bits);
    Outcomes got(*part.volume(), 1);
    const std::vector<std::int64_t> strides = part.strides();
    for (std::uint64_t number = 0; number < bits->parts(); ++number)
      bits->visit_p_rows(
          part, number, [&](std::uint64_t start, const auto& moving, const auto& for_each) {
            std::int64_t step = 0;
            for (const family::Moving& along : moving) step += along.slope * strides[along.axis];
            for_each([&](std::int64_t i) {
              --got[static_cast<std::uint64_t>(static_cast<std::int64_t>(start) + step * i)];
            });
          });
    EXPECT_EQ(got, outcomes_in(*bits, part));
    Outcomes line(60);
    bits->read({4, 4, 6}, line);
    EXPECT_EQ(line, outcomes_in(*bits, {{4, 4, 6}, {4, 4, 65}}));
  }
}

TEST(BitRows, StopEndsTheSweep) {
  const rules::Rules rules = parsed("game g(a, b)\n(a, b) -> (a - 1, b)\n(a, b) -> (a, b - 1)");
  const auto rows = recognise_bit_rows(rules, relation::differences(rules), cube(rules, 500));
  ASSERT_TRUE(rows);
  const std::atomic<bool> stop{true};
  tiles::Watch watch;
  watch.stop = &stop;
  const auto bits = solve(*rows, Convention::normal, *executor("serial", 1), watch);
  ASSERT_FALSE(bits);
  EXPECT_EQ(bits.error().code, Errc::interrupted);
}

}  // namespace
}  // namespace grundy::offset
