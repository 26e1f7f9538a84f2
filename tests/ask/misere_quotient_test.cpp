// Misère sums of heaps of one game by its quotient, against the oracle.
#include "ask/misere_quotient.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "ask/evaluator.hpp"
#include "oracle/oracle.hpp"
#include "rules/language/catalogue.hpp"

namespace grundy::query {
namespace {

std::shared_ptr<const Game> game(Games& games, const std::string& name) {
  auto found = games.find(name);
  EXPECT_TRUE(found) << name;
  return *found;
}

TEST(SumsByQuotients, AgreeWithTheOracle) {
  std::mt19937_64 random(/*seed=*/97);
  Games games;
  for (const std::string name : {"kayles", "nim", "subtraction", "lasker"}) {
    SCOPED_TRACE(name);
    const auto heap = game(games, name);
    oracle::Oracle oracle(*heap->rules, Convention::misere);
    lazy::Meter meter;
    MisereQuotients quotients(meter);
    for (int i = 0; i < 150; ++i) {
      std::vector<Term> terms;
      oracle::Sum positions;
      for (std::size_t size = 1 + random() % 3; size > 0; --size) {
        const Position position{static_cast<std::int64_t>(random() % 9)};
        const std::uint64_t count = 1 + random() % 2;
        terms.push_back({heap, position, count});
        positions.insert(positions.end(), count, position);
      }
      const Sum sum = *Sum::of(terms);
      SCOPED_TRACE(to_string(sum));
      ASSERT_TRUE(MisereQuotients::covers(sum));
      const auto found = quotients.find(sum);
      ASSERT_TRUE(found) << found.error().message;
      ASSERT_TRUE(*found);
      EXPECT_EQ((*found)->outcome, *oracle.outcome_of_sum(positions));
    }
  }
}

TEST(SumsByQuotients, AreOfHeapsOfOneGameAlone) {
  Games games;
  const auto kayles = game(games, "kayles"), nim = game(games, "nim");
  EXPECT_TRUE(MisereQuotients::covers(*Sum::of({{kayles, {3}, 1}, {kayles, {4}, 2}})));
  EXPECT_FALSE(MisereQuotients::covers(*Sum::of({{kayles, {3}, 1}, {nim, {4}, 1}})));
  EXPECT_FALSE(MisereQuotients::covers(*Sum::of({{game(games, "wythoff"), {3, 4}, 1}})));
  EXPECT_FALSE(MisereQuotients::covers(*Sum::of({})));
}

TEST(SumsByQuotients, AnswerWhereASearchWouldTakeLong) {
  Games games;
  const auto kayles = game(games, "kayles");
  Evaluator evaluator;
  const auto value = evaluator.evaluate(
      *Sum::of({{kayles, {1'000'000'000}, 1}, {kayles, {26}, 1}, {kayles, {17}, 3}}),
      Convention::misere);
  ASSERT_TRUE(value) << value.error().message;
  ASSERT_TRUE(value->quotient);
  EXPECT_EQ(value->quotient->order, 40u);
  EXPECT_TRUE(value->quotient->is_whole);
}

}  // namespace
}  // namespace grundy::query
