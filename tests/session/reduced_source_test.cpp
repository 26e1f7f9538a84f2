#include "ask/session/reduced_source.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "ask/session/box_source.hpp"
#include "ask/session/session.hpp"
#include "rules/language/parser.hpp"
#include "search/nimber_search.hpp"

namespace grundy::session {
namespace {

const lazy::SearchLimits plenty{.bytes = std::uint64_t{1} << 32};

// No move changes m.
constexpr const char* games = R"(
game at_most(n, m)
  (n, m) -> (n - k, m)  for k in 1 .. m
game piles(a, m, b)
  symmetric (a, b)
  (a, m, b) -> (a - k, m, b)  for k >= max(m, 1)
  (a, m, b) -> (a - k, m, b - k)  for k in 1 .. m
game split_at(m, n)
  (m, n) -> (m, i) + (m, n - m - i)  for i in 0 .. n - m  when m >= 1
)";

std::vector<rules::Rules> all_games() {
  auto read = rules::parse(games, "test");
  EXPECT_TRUE(read) << (read ? "" : read.error().message);
  return *std::move(read);
}

Session session_of(lazy::SearchLimits limits = plenty) {
  return Session({.games = all_games(), .convention = std::nullopt, .limits = limits});
}

std::optional<std::uint32_t> nimber(Session& session, const std::string& expression) {
  const auto values = session.values(std::vector{expression}, query::Wanted::nimber);
  EXPECT_TRUE(values) << expression << ": " << (values ? "" : values.error().message);
  return values ? values->front().nimber : std::nullopt;
}

// Of n stones at most m are taken: n mod (m + 1).
TEST(ReducedSource, KnowsFarHeapsByThePeriodThatAConstantGives) {
  Session session = session_of();
  for (const std::uint64_t m : {3U, 7U, 1000U})
    for (const std::uint64_t n : {1'000'000'000'000U, 1'000'000'000'003U, 77UL})
      EXPECT_EQ(nimber(session, fmt::format("at_most({}, {})", n, m)), n % (m + 1));
}

// A box of size s that holds c: with the largest t such that t + t * t < s, the nimber is s - c
// where c > t, and otherwise that of a box of size t (HDU 1729).
std::uint64_t stone_box(std::uint64_t size, std::uint64_t stones) {
  if (stones == 0) return 0;
  for (;;) {
    auto t = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(size)));
    while (t + t * t >= size && t > 0) --t;
    if (stones > t) return size - stones;
    size = t;
  }
}

TEST(ReducedSource, SolvesOneRowOfALargeBox) {
  Session session = session_of();
  std::mt19937_64 random(/*seed=*/1729);
  for (int i = 0; i < 12; ++i) {
    const std::uint64_t size = 1'000'000 - random() % 1000;
    const std::uint64_t stones = i % 3 == 0 ? random() % 1000 : random() % size;
    EXPECT_EQ(nimber(session, fmt::format("stone_boxes({}, {})", size, stones)),
              stone_box(size, stones))
        << size << ", " << stones;
  }
}

TEST(ReducedSource, GivesWhatASearchFinds) {
  lazy::Meter meter(plenty);
  std::mt19937_64 random(/*seed=*/60);
  std::size_t priced = 0;
  for (const rules::Rules& game : all_games()) {
    ReducedSource source(std::make_unique<BoxSource>(meter, nullptr));
    const auto rules = std::make_shared<const rules::Rules>(game);
    lazy::NimberSearch search(rules, meter);
    for (int i = 0; i < 40; ++i) {
      Position position;
      for (const rules::Coordinate& coordinate : rules->coordinates)
        position.push_back(static_cast<std::int64_t>(random() % (coordinate.name == "m" ? 5 : 60)));
      if (i % 4 == 0 && rules->dimensions() == 2)
        position[rules->coordinates[0].name == "n" ? 0 : 1] = 400;
      if (!source.price({rules, Convention::normal, Quantity::nimber}, position,
                        query::Ways::quick))
        continue;
      const auto found = source.find({rules, Convention::normal, Quantity::nimber}, position);
      ASSERT_TRUE(found) << found.error().message;
      ASSERT_TRUE(*found);
      EXPECT_EQ(**found, *search.nimber(position)) << game.name << to_string(position);
      EXPECT_TRUE(source.has({rules, Convention::normal, Quantity::nimber}, position));
      ++priced;
    }
  }
  EXPECT_GE(priced, 40u);
}

// More games are left than are kept.
TEST(ReducedSource, ForgetsAndFindsAgain) {
  lazy::Meter meter(plenty);
  ReducedSource source(std::make_unique<BoxSource>(meter, nullptr));
  const auto rules = std::make_shared<const rules::Rules>(all_games().front());
  for (const std::int64_t first : {1, 2})
    for (std::int64_t m = first; m < 1300; ++m) {
      const Position position{300, m};
      ASSERT_TRUE(source.price({rules, Convention::normal, Quantity::nimber}, position,
                               query::Ways::quick));
      const auto found = source.find({rules, Convention::normal, Quantity::nimber}, position);
      ASSERT_TRUE(found && *found);
      ASSERT_EQ(**found, 300 % (m + 1));
    }
}

TEST(ReducedSource, WinningMovesAreFoundOnLines) {
  Session session = session_of();
  const auto question = session.ask("at_most(1000000, 999999) + at_most(5, 9)");
  ASSERT_TRUE(question);
  const auto moves =
      session.evaluator().moves(question->sum, question->convention, query::Listed::winning);
  ASSERT_TRUE(moves) << moves.error().message;
  // 0 + 5 is won by taking all five.
  ASSERT_EQ(moves->winning, 2u);
  EXPECT_EQ(moves->options[0].to, (std::vector<Position>{{5, 999999}}));
  EXPECT_EQ(moves->options[1].to, (std::vector<Position>{{0, 9}}));
  EXPECT_EQ(moves->total, 999'999u + 5u);
}

}  // namespace
}  // namespace grundy::session
