// Rules of take-and-break games in every form that a person may write, among them those where the
// two heaps that are left must differ, against a definition that goes by their words.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <random>

#include "methods/heap/sparse.hpp"
#include "rules/language/parser.hpp"
#include "support/targets.hpp"

namespace grundy::sparse {
namespace {

using Nimbers = std::vector<std::uint32_t>;

// (n) -> (i) + (n - taken - i) for i in low .. high, where high is of the form named.
struct Move {
  std::int64_t taken;
  std::int64_t low;  // 0 or 1
  enum High { rest, before_rest, half, before_half, nothing } high;

  std::int64_t end(std::int64_t left) const {
    switch (high) {
      case rest:
      case nothing:
        return left;
      case before_rest:
        return left - 1;
      case half:
        return left / 2;
      default:
        return left > 0 ? (left - 1) / 2 : -1;
    }
  }

  std::string text() const {
    if (high == nothing) return fmt::format("(n) -> (i) + (n - {} - i) for i >= {}", taken, low);
    const std::string left = fmt::format("n - {}", taken);
    const std::string last = high == rest          ? left
                             : high == before_rest ? left + " - 1"
                             : high == half        ? fmt::format("floor(({}) / 2)", left)
                                                   : fmt::format("floor(({} - 1) / 2)", left);
    return fmt::format("(n) -> (i) + ({} - i) for i in {} .. {}", left, low, last);
  }
};

std::string text_of(const std::vector<Move>& moves) {
  std::string text = "game heaps(n)\n";
  for (const Move& move : moves) text += "  " + move.text() + "\n";
  return text;
}

Nimbers define(const std::vector<Move>& moves, std::int64_t heaps) {
  Nimbers g;
  std::vector<std::int64_t> met(1 << 16, -1);
  for (std::int64_t n = 0; n < heaps; ++n) {
    for (const Move& move : moves)
      for (std::int64_t i = move.low; n >= move.taken && i <= move.end(n - move.taken); ++i)
        met[g[static_cast<std::size_t>(i)] ^ g[static_cast<std::size_t>(n - move.taken - i)]] = n;
    std::uint32_t mex = 0;
    while (met[mex] == n) ++mex;
    g.push_back(mex);
  }
  return g;
}

// A move must leave less than there was.
Move random_move(std::mt19937& random) {
  Move move{static_cast<std::int64_t>(random() % 4), static_cast<std::int64_t>(random() % 2),
            static_cast<Move::High>(random() % 5)};
  const bool whole = move.low == 0 || move.high == Move::rest || move.high == Move::nothing;
  if (whole) ++move.taken;
  return move;
}

Result<Solved> solve(const std::vector<Move>& moves, std::uint64_t heaps,
                     const std::string& executor, std::size_t threads) {
  const auto games = rules::parse(text_of(moves), "test");
  if (!games) return games.error();
  const auto game = recognise_heap_game(games->front());
  if (!game) return game.error();
  const auto runs = parallel::make_executor(executor, threads);
  return solve(*game, Box{{0}, {static_cast<std::int64_t>(heaps) - 1}}, **runs, {});
}

void expect_definition(const std::vector<Move>& moves, std::uint64_t heaps,
                       const std::string& executor, std::size_t threads) {
  SCOPED_TRACE(testing::Message() << text_of(moves) << heaps << " heaps, " << executor << ' '
                                  << threads);
  const auto solution = solve(moves, heaps, executor, threads);
  ASSERT_TRUE(solution) << solution.error().message;
  Nimbers nimbers;
  for (std::uint64_t heap = 0; heap < heaps; ++heap) nimbers.push_back(solution->cells[heap]);
  ASSERT_EQ(nimbers, define(moves, static_cast<std::int64_t>(heaps)));
}

constexpr unsigned seed = 1939;

TEST(TakeAndBreakForms, RandomRulesFollowTheirWords) {
  std::mt19937 random(seed);
  for (std::size_t game = 0; game < 300; ++game) {
    SCOPED_TRACE(testing::Message() << "seed " << seed << ", game " << game);
    std::vector<Move> moves(1 + random() % 3);
    for (Move& move : moves) move = random_move(random);
    expect_definition(moves, 1 + random() % 2600, game % 2 ? "tbb" : "serial", 1 + game % 3);
    if (HasFatalFailure()) return;
  }
}

const Move unequal{0, 1, Move::before_half};

TEST(TakeAndBreakForms, UnequalSplitsOnEveryTarget) {
  const Move with_a_take{2, 1, Move::before_half};
  const Move and_any{1, 1, Move::half};
  test::on_every_target([&] {
    expect_definition({unequal}, 6000, "serial", 1);
    expect_definition({with_a_take}, 3000, "serial", 1);
    expect_definition({unequal, and_any}, 3000, "serial", 1);
  });
}

TEST(TakeAndBreakForms, UnequalSplitsOfManyHeaps) {
  expect_definition({unequal}, 40'000, "tbb", 2);
}

// The rare heaps of Grundy's game: A. Flammenkamp,
// http://wwwhomes.uni-bielefeld.de/achim/grundy.html, where the mask is 1...10.
TEST(TakeAndBreakForms, GrundysGameHasThePublishedRareHeaps) {
  const std::vector<std::pair<std::size_t, std::uint32_t>> published{
      {0, 0},    {1, 0},   {2, 0},    {3, 1},    {4, 0},    {6, 1},    {7, 0},    {9, 1},
      {10, 0},   {12, 1},  {15, 1},   {20, 0},   {23, 0},   {26, 0},   {28, 1},   {31, 1},
      {34, 1},   {37, 1},  {40, 1},   {43, 1},   {46, 1},   {49, 1},   {50, 0},   {52, 1},
      {53, 0},   {55, 1},  {58, 1},   {61, 1},   {87, 7},   {90, 7},   {93, 7},   {146, 6},
      {149, 6},  {152, 6}, {158, 11}, {161, 11}, {164, 11}, {167, 11}, {176, 7},  {179, 7},
      {181, 12}, {182, 7}, {185, 7},  {188, 7},  {190, 12}, {193, 12}, {196, 10}, {231, 10}};
  const auto solution = solve({unequal}, 20'000, "serial", 1);
  ASSERT_TRUE(solution) << solution.error().message;
  std::vector<std::pair<std::size_t, std::uint32_t>> rares;
  for (std::size_t heap = 0; heap <= 231; ++heap)
    if (std::popcount(solution->cells[heap] & ~1u) % 2 == 0)
      rares.emplace_back(heap, solution->cells[heap]);
  EXPECT_EQ(rares, published);
}

// The theorem of Guy and Smith holds for splits into any two heaps; for others none is claimed.
TEST(TakeAndBreakForms, UnequalSplitsHaveNoProvedPeriod) {
  const auto solution = solve({{1, 1, Move::before_half}}, 8192, "serial", 1);
  ASSERT_TRUE(solution);
  EXPECT_FALSE(solution->period);
  EXPECT_EQ(solution->computed, 8192u);
}

}  // namespace
}  // namespace grundy::sparse
