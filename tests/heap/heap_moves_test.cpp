// What rules of one heap come to, against the oracle's options; and that rules of other forms are
// left alone.
#include "methods/heap_moves.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <random>
#include <set>

#include "oracle/options.hpp"
#include "rules/parse.hpp"
#include "support/random_heap_rules.hpp"

namespace grundy::family {
namespace {

using Parts = std::vector<std::int64_t>;

std::optional<std::vector<HeapMove>> moves_of(const rules::Rules& rules) {
  auto moves = heap_moves(rules);
  if (moves) return *std::move(moves);
  EXPECT_NE(moves.error().message, "");
  return std::nullopt;
}

// Ascending parts that the move allows from `heap`, by its definition.
void add_options(const HeapMove& move, std::int64_t heap, Parts& chosen, std::set<Parts>& options) {
  if (chosen.size() == move.parts()) {
    std::int64_t sum = 0;
    for (const std::int64_t part : chosen) sum += part;
    const std::int64_t rest = heap - move.taken;
    const bool equal = std::ranges::adjacent_find(chosen) != chosen.end();
    const bool fits = chosen.empty()                           ? true
                      : move.total == HeapMove::Total::exact   ? sum == rest
                      : move.total == HeapMove::Total::at_most ? sum <= rest
                                                               : chosen.back() <= rest;
    if (fits && !(move.unlike && equal)) options.insert(chosen);
    return;
  }
  const std::int64_t least = move.least[chosen.size()];
  for (std::int64_t part = std::max(least, chosen.empty() ? 0 : chosen.back()); part < heap;
       ++part) {
    chosen.push_back(part);
    add_options(move, heap, chosen, options);
    chosen.pop_back();
  }
}

std::set<Parts> options_of(const std::vector<HeapMove>& moves, std::int64_t heap) {
  std::set<Parts> options;
  Parts chosen;
  for (const HeapMove& move : moves)
    if (move.holds(heap)) add_options(move, heap, chosen, options);
  return options;
}

std::set<Parts> oracle_options(const rules::Rules& rules, std::int64_t heap) {
  const std::int64_t low = rules.coordinates[0].low;
  std::set<Parts> options;
  const auto sums = oracle::options(rules, {heap + low});
  EXPECT_TRUE(sums);
  for (const oracle::Sum& sum : *sums) {
    Parts parts;
    for (const Position& position : sum) parts.push_back(position[0] - low);
    options.insert(parts);
  }
  return options;
}

TEST(HeapMoves, AreTheOptionsOfRandomRules) {
  support::RandomHeapRules random(1902);
  std::size_t recognised = 0;
  for (std::size_t game = 0; game < 600; ++game) {
    const rules::Rules rules = random.next();
    SCOPED_TRACE(testing::Message() << "game " << game << "\n" << rules.text);
    const auto moves = moves_of(rules);
    if (!moves) continue;
    ++recognised;
    for (std::int64_t heap = 0; heap < 10; ++heap)
      ASSERT_EQ(options_of(*moves, heap), oracle_options(rules, heap)) << "heap " << heap;
  }
  EXPECT_GT(recognised, 300U);
}

HeapMove exact(std::int64_t taken, Parts least) {
  return {HeapMove::Total::exact, taken, std::move(least), false, 0, std::nullopt};
}

TEST(HeapMoves, SayTheSameInOtherWords) {
  const auto moves = [](const std::string& rule) {
    return *moves_of(rules::parsed("game heaps(n)\n  " + rule + "\n"));
  };
  using testing::ElementsAre;
  const HeapMove split = exact(1, {0, 0});
  for (const std::string rule :
       {"(n) -> (i) + (n - 1 - i)  for i >= 0", "(n) -> (i) + (n - 1 - i)  for i in 0 .. n - 1",
        "(n) -> (n - 1 - i) + (i)  for i in 0 .. floor((n - 1) / 2)",
        "(n) -> (i) + (j)  for i >= 0, j in 0 .. n  when i + j = n - 1",
        "(n) -> (n - j) + (j - 1)  for j in 1 .. n"})
    EXPECT_THAT(moves(rule), ElementsAre(split)) << rule;
  HeapMove any = exact(1, {0, 0});
  any.total = HeapMove::Total::at_most;
  EXPECT_THAT(moves("(n) -> (i) + (n - k - i)  for k >= 1, i >= 0"), ElementsAre(any));
  EXPECT_THAT(moves("(n) -> (i) + (j)  for i in 0 .. n - 1, j in 0 .. n - i - 1"),
              ElementsAre(any));
  any.total = HeapMove::Total::each;
  any.least = {0, 1};
  any.unlike = true;
  EXPECT_THAT(moves("(n) -> (i) + (j)  for j in 0 .. n - 1, i in 0 .. j - 1"), ElementsAre(any));
  HeapMove couples = exact(0, {1, 1});
  couples.from = 3;
  EXPECT_THAT(moves("(n) -> (i) + (n - i)  for i in 1 .. n - 1  when n != 2"),
              ElementsAre(couples));
}

TEST(HeapMoves, TakeWhatConditionsAllowInAnyWords) {
  std::mt19937 engine(1901);
  const auto below = [&](unsigned end) { return static_cast<unsigned>(engine() % end); };
  const auto one_of = [&](const std::vector<std::string>& all) {
    return all[below(static_cast<unsigned>(all.size()))];
  };
  const auto comparison = [&] {
    const std::string number = std::to_string(below(9));
    return one_of({"k != ", "k = ", "k > ", "2 * k >= ", "k * k != ", "n - (n - k) < ",
                   "floor(k / 2) != ", "min(k, 6) > ", "k mod 3 != 1 or k > "}) +
           number;
  };
  std::size_t recognised = 0;
  for (std::size_t game = 0; game < 400; ++game) {
    std::string when = comparison();
    for (unsigned more = below(4); more > 0; --more)
      when = fmt::format("({}) {} ({})", when, one_of({"and", "or", "and not"}), comparison());
    const std::string range =
        one_of({">= 1", ">= 3", "in 1 .. n - 1", "in 1 .. n - 3", "in 1 .. 9"});
    const std::string text =
        fmt::format("game g(n in {}..)\n(n) -> (n - k) for k {} when ({}){}\n", 5 * below(2), range,
                    when, one_of({"", " and n != 11", " and n >= 8", " and n <= 14"}));
    SCOPED_TRACE(text);
    const auto games = rules::parse(text, "t");
    ASSERT_TRUE(games) << games.error().message;
    const auto moves = moves_of(games->front());
    if (!moves) continue;
    ++recognised;
    for (std::int64_t heap = 0; heap < 20; ++heap)
      ASSERT_EQ(options_of(*moves, heap), oracle_options(games->front(), heap)) << heap;
  }
  EXPECT_GT(recognised, 280U);
}

TEST(HeapMoves, LeaveOtherRulesAlone) {
  for (const std::string rule :
       {"(n) -> (floor(n / 2))  when n >= 1", "(n) -> (n - k)  for k in odd",
        "(n) -> (n - 1) + (2)  when n >= 4", "(n) -> (i) + (n - 2 * i)  for i >= 1",
        "(n) -> (i) + (n - 1 - i)  for i in 0 .. n - 1  when i mod 2 = 0",
        "(n) -> (i) + (n - i)  for i in 1 .. floor(n / 3)", "(n) -> (n - 1)  when n = 3 or n = 5",
        "(n) -> (i) + (i) + (n - 1 - i)  for i >= 0",
        "(n) -> (i) + (n - 1 - i)  for i in 2 .. n - 2  when i < 7",
        "(n) -> (i) + (j) + (k) + (n - 1 - i - j - k)  for i >= 0, j >= 0, k >= 0"})
    EXPECT_FALSE(moves_of(rules::parsed("game heaps(n)\n  " + rule + "\n"))) << rule;
  EXPECT_FALSE(moves_of(rules::parsed("game two(n, m)\n  (n, m) -> (n - 1, m)\n")));
}

}  // namespace
}  // namespace grundy::family
