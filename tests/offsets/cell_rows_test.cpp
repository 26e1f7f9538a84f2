// Nimbers and remoteness by rows of cells against the oracle and the generic kernel.
#include "methods/offsets/cell_rows.hpp"

#include <gtest/gtest.h>

#include "methods/offsets/family.hpp"
#include "offsets/random_games.hpp"
#include "oracle/oracle.hpp"
#include "support/targets.hpp"
#include "support/works.hpp"

namespace grundy::offset {
namespace {

using sweep::Question;

using Read = std::vector<std::uint32_t>;

const std::vector<Question> questions{{Quantity::nimber, Convention::normal},
                                      {Quantity::remoteness, Convention::normal},
                                      {Quantity::remoteness, Convention::misere}};

// Cells as memory::Cells has them; none where the oracle has no answer.
std::optional<Read> by_oracle(const rules::Rules& rules, const Box& box, Question question) {
  oracle::Oracle oracle(rules, question.convention);
  Read cells;
  for (std::uint64_t rank = 0; rank < *box.volume(); ++rank) {
    const Position at = box.position(rank);
    const auto value =
        question.quantity == Quantity::nimber ? oracle.nimber(at) : oracle.remoteness(at);
    const auto outcome = oracle.outcome(at);
    if (!value || !outcome) return std::nullopt;
    cells.push_back(question.quantity == Quantity::nimber
                        ? *value
                        : 2 * *value + static_cast<std::uint32_t>(*outcome));
  }
  return cells;
}

Read all_of(const memory::Cells& cells) {
  Read all(cells.count());
  for (std::uint64_t rank = 0; rank < cells.count(); ++rank) all[rank] = cells[rank];
  return all;
}

Result<CellRows> cells_of(const Game& game, const RowAxes& axes, Quantity quantity,
                          const Box& box) {
  const auto descent = rules::descent(game.rules, game.closure);
  return cell_rows(game.rules, game.offsets, axes, quantity, game.closure,
                   std::get<rules::Descent>(descent), box);
}

Read by_rows(const CellRows& cells, Convention convention, parallel::Executor& executor) {
  std::atomic<std::uint64_t> solved{0};
  tiles::Watch watch;
  watch.solved = &solved;
  const auto values = solve(cells, convention, executor, watch);
  if (!values) return {};
  std::uint64_t positions = 1;
  for (const RowAxis& axis : cells.rows.axes.axes)
    positions *= static_cast<std::uint64_t>(axis.extent);
  EXPECT_EQ(solved, positions);  // of the closure, whatever is wanted
  EXPECT_EQ(values->box(), cells.box);
  return all_of(*values);
}

bool has_rays(const Game& game) {
  return std::ranges::any_of(game.offsets, [](const Offset& offset) { return offset.ray; });
}

TEST(CellRows, AgreeWithTheOracleInEveryLayout) {
  const std::vector<std::int64_t> sides{1, 2, 31, 32, 33, 63, 64, 65, 66, 127, 128, 129};
  std::size_t skewed = 0;
  std::size_t mirrored = 0;
  std::size_t chains = 0;
  std::size_t vector_chains = 0;  // whose steps are longer than vectors
  std::size_t endings = 0;
  std::size_t tiles = 0;
  std::size_t windows = 0;
  std::size_t skewed_windows = 0;
  for_random_offsets(
      40000, 600, sides, 400, [&](const Game& game, const Box& box, Numbers& numbers) {
        if (has_rays(game)) return;
        for (const Question question : questions) {
          const auto expected = by_oracle(game.rules, box, question);
          if (!expected) continue;
          for (int turn = 0; turn < 4; ++turn) {
            const RowAxes& axes = game.layouts[turn == 0 ? 0 : numbers.below(game.layouts.size())];
            auto cells = cells_of(game, axes, question.quantity, box);
            ASSERT_TRUE(cells);
            cells->rows.tile_positions = turn % 2 == 0 ? 1 + numbers.below(300) : 1 << 18;
            cells->use_window();
            const auto any = executor(turn % 2 == 0 ? "tbb" : "serial", turn % 2 == 0 ? 3 : 1);
            ASSERT_EQ(by_rows(*cells, question.convention, *any), *expected)
                << to_string(question) << ", layout " << (axes.skewed ? "skewed " : "")
                << axes.axes.back().coordinate;
            skewed += axes.skewed;
            mirrored += axes.axes.back().mirrored;
            chains += !cells->rows.chain.empty();
            vector_chains +=
                !cells->rows.chain.empty() && cells->rows.chain.front().change.back() < -32;
            endings += !cells->rows.endings.empty();
            windows += cells->rows.kept.has_value();
            skewed_windows += axes.skewed && cells->rows.kept;
            tiles += cells->rows.schedule().tiles() > 1;
          }
        }
      });
  EXPECT_GT(skewed, 100u);
  EXPECT_GT(mirrored, 100u);
  EXPECT_GT(chains, 100u);
  EXPECT_GT(vector_chains, 2u);
  EXPECT_GT(endings, 100u);
  EXPECT_GT(tiles, 100u);
  EXPECT_GT(windows, 100u);
  EXPECT_GT(skewed_windows, 100u);
}

rules::Rules parsed(std::string_view text) {
  auto found = rules::parse(text, "test");
  if (found) return found->front();
  ADD_FAILURE() << found.error().message;
  return {};
}

Read by_kernel(const rules::Rules& rules, const Box& box, Question question,
               const std::string& kernel, parallel::Executor& executor) {
  const auto plan = sweep::plan_for(rules, box, question, plan::default_tile_positions, kernel);
  if (!plan) {
    ADD_FAILURE() << plan.error().message;
    return {};
  }
  const auto solution = sweep::solve(*plan, executor);
  if (!solution) {
    ADD_FAILURE() << solution.error().message;
    return {};
  }
  Read cells(*box.volume());
  for (std::uint64_t rank = 0; rank < cells.size(); ++rank)
    cells[rank] = sweep::value_at(*plan, *solution, question.quantity, box.position(rank));
  return cells;
}

struct Large {
  std::string text;
  Box box;
};

// Many tiles, vectors and groups of rows; few options, up to 14, and many; with a chain and
// without.
std::vector<Large> large_games() {
  return {
      {"game king(a, b)\n (a, b) -> (a - 1, b)\n (a, b) -> (a, b - 1)\n (a, b) -> (a - 1, b - 1)",
       {{0, 0}, {1100, 900}}},
      {"game knight(a, b)\n (a, b) -> (a - 2, b + 1)\n (a, b) -> (a - 2, b - 1)\n"
       " (a, b) -> (a + 1, b - 2)\n (a, b) -> (a - 1, b - 2)",
       {{0, 0}, {300, 260}}},
      {"game diagonals(a, b)\n (a, b) -> (a - k, b + k - 3) for k in 1 .. 9\n"
       " (a, b) -> (a, b - 40) when a != b",
       {{0, 0}, {150, 300}}},
      {"game many(a, b)\n (a, b) -> (a - k, b) for k in 1 .. 40\n (a, b) -> (a - 1, b - k) for k "
       "in "
       "1 .. 70 when a + b != 60",
       {{0, 0}, {60, 200}}},
      {"game long(a, b)\n (a, b) -> (a - k, b) for k in 1 .. 250", {{0, 0}, {300, 70}}},
      {"game chain(a, b in 0..300)\n (a, b) -> (a, b - k) for k in 1 .. 80\n (a, b) -> (a - 1, b + "
       "7)\n"
       " (a, b) -> (a - 1, b - 6) when 2 * a < b",
       {{0, 0}, {20, 200}}},
      {"game three(a, b, c)\n (a, b, c) -> (a - 1, b, c)\n (a, b, c) -> (a, b - k, c) for k in "
       "{1, 3}\n (a, b, c) -> (a, b, c - 2)\n (a, b, c) -> (a + 1, b, c - 3)",
       {{0, 0, 0}, {20, 50, 70}}}};
}

TEST(CellRows, AgreeWithTheGenericKernelOnEveryTargetAndExecutor) {
  for (const Large& game : large_games()) {
    SCOPED_TRACE(game.text);
    const rules::Rules rules = parsed(game.text);
    const auto two = executor("openmp", 2);
    for (const Question question : questions) {
      SCOPED_TRACE(to_string(question));
      const Read expected = by_kernel(rules, game.box, question, "generic", *two);
      test::on_every_target([&] {
        ASSERT_EQ(by_kernel(rules, game.box, question, "offset", *two) == expected, true);
      });
      for (const std::string_view name : {"serial", "openmp", "tbb"})
        for (const std::size_t threads : {1u, 3u}) {
          if (name == "serial" && threads > 1) continue;
          const auto any = executor(name, threads);
          ASSERT_EQ(by_kernel(rules, game.box, question, "offset", *any) == expected, true)
              << name << " with " << threads << " threads";
        }
    }
  }
}

TEST(CellRows, LongPlayTakesWiderCells) {
  const auto width = [](std::int64_t side) {
    const rules::Rules rules = parsed("game g(a, b)\n(a, b) -> (a - 1, b)\n(a, b) -> (a, b - 1)");
    const Box box{{0, 0}, {side, 1}};
    const auto cells =
        recognise_cell_rows(rules, relation::differences(rules), Quantity::remoteness, box,
                            std::get<rules::Descent>(rules::descent(rules, box)), box);
    return cells ? cells->width : 0;
  };
  EXPECT_EQ(width(32'763), 2u);
  EXPECT_EQ(width(32'764), 4u);
  const rules::Rules line = parsed("game g(a, b)\n(a, b) -> (a - 1, b)\n(a, b) -> (a, b - 1)");
  const Box box{{0, 0}, {40'000, 2}};
  const auto two = executor("tbb", 2);
  for (const Question question : questions)
    EXPECT_EQ(by_kernel(line, box, question, "offset", *two),
              by_kernel(line, box, question, "generic", *two));
}

TEST(CellRows, OtherRulesAreRefusedWithAReason) {
  const auto why_not = [](std::string_view text, Quantity quantity) {
    const rules::Rules rules = parsed(text);
    const Box box{Position(rules.dimensions(), 0), Position(rules.dimensions(), 300)};
    const auto cells =
        recognise_cell_rows(rules, relation::differences(rules), quantity, box,
                            std::get<rules::Descent>(rules::descent(rules, box)), box);
    return cells ? "recognised" : cells.error().message;
  };
  EXPECT_EQ(why_not("game g(a)\n(a) -> (a - 1)", Quantity::nimber), "there is one coordinate only");
  EXPECT_EQ(why_not("game g(a, b)\n(a, b) -> (a - 1, b)\n(a, b) -> (a, b - k) for k >= 1",
                    Quantity::nimber),
            "it finds only outcomes where there are rays");
  const std::string many = "game g(a, b)\n(a, b) -> (a - k, b) for k in 1 .. ";
  EXPECT_EQ(why_not(many + "254", Quantity::nimber), "recognised");
  EXPECT_EQ(why_not(many + "255", Quantity::nimber), "more than 254 offsets");
  EXPECT_EQ(why_not(many + "255", Quantity::remoteness), "recognised");
}

TEST(CellRows, StopEndsTheSweep) {
  const rules::Rules rules = parsed("game g(a, b)\n(a, b) -> (a - 1, b)\n(a, b) -> (a, b - 1)");
  const auto game = understand(rules, {{0, 0}, {500, 500}}, Quantity::nimber);
  ASSERT_TRUE(game);
  const auto cells = cells_of(*game, game->layouts.front(), Quantity::nimber, game->closure);
  ASSERT_TRUE(cells);
  const std::atomic<bool> stop{true};
  tiles::Watch watch;
  watch.stop = &stop;
  const auto values = solve(*cells, Convention::normal, *executor("serial", 1), watch);
  ASSERT_FALSE(values);
  EXPECT_EQ(values.error().code, Errc::interrupted);
}

}  // namespace
}  // namespace grundy::offset
