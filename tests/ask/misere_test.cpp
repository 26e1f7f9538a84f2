// Misère sums by theory: what it says of tame positions, against the oracle on whole sums.
#include "ask/misere.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <random>

#include "ask/evaluator.hpp"
#include "ask/parse.hpp"
#include "oracle/oracle.hpp"
#include "support/random_rules.hpp"
#include "support/union_game.hpp"

namespace grundy::query {
namespace {

using lazy::MisereKind;
using testing::ElementsAre;
using testing::HasSubstr;

using Shared = std::shared_ptr<const rules::Rules>;

Sum read(std::string_view text, Games& games) {
  auto sum = parse(text, games);
  EXPECT_TRUE(sum) << (sum ? "" : sum.error().message);
  return sum ? *sum : Sum();
}

MisereKind kind_of(std::string_view expression) {
  Games games;
  lazy::Meter meter;
  MisereTheory theory(meter);
  const Sum sum = read(expression, games);
  const Term& term = sum.terms().front();
  const auto kind = theory.kind(term.game->rules, term.position);
  EXPECT_TRUE(kind) << (kind ? "" : kind.error().message);
  return kind ? *kind : MisereKind::wild();
}

TEST(Misere, NimHeapsAreWhatTheyAre) {
  EXPECT_EQ(kind_of("nim(0)"), MisereKind::fickle(0));
  EXPECT_EQ(kind_of("nim(1)"), MisereKind::fickle(1));
  for (const std::uint32_t n : {2u, 3u, 4u, 100u})
    EXPECT_EQ(kind_of("nim(" + std::to_string(n) + ")"), MisereKind::firm(n));
}

// Kayles is the standard example of a wild game: heaps of 5 and more (Winning Ways, ch. 13).
TEST(Misere, KaylesIsTameUpToFourAndThenWild) {
  EXPECT_EQ(kind_of("kayles(1)"), MisereKind::fickle(1));
  EXPECT_EQ(kind_of("kayles(2)"), MisereKind::firm(2));
  EXPECT_EQ(kind_of("kayles(3)"), MisereKind::firm(3));
  EXPECT_EQ(kind_of("kayles(4)"), MisereKind::fickle(1));
  EXPECT_TRUE(kind_of("kayles(5)").is_wild());
  EXPECT_TRUE(kind_of("kayles(6)").is_wild());
}

// Published misère Grundy values (CGSuite's tests) are the first superscripts.
TEST(Misere, GeneraBeginAsPublished) {
  const std::vector<std::uint32_t> nimbers{0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6};
  const std::vector<std::uint32_t> misere{1, 0, 2, 3, 0, 1, 3, 2, 1, 0, 2, 4};
  Games games;
  lazy::Meter meter;
  SearchSource search(meter);
  for (std::size_t n = 0; n < nimbers.size(); ++n) {
    const Sum sum = read("kayles(" + std::to_string(n) + ")", games);
    EXPECT_THAT(genus(sum.terms().front(), search),
                testing::StartsWith(std::to_string(nimbers[n]) + "^" + std::to_string(misere[n])));
  }
  EXPECT_EQ(genus(read("nim(1)", games).terms().front(), search), "1^0313");
  EXPECT_EQ(genus(read("nim(3)", games).terms().front(), search), "3^3131");
  EXPECT_EQ(genus(read("kayles(5)", games).terms().front(), search), "4^1464");
}

// Sums of up to four positions of two random games: whenever all are tame, the oracle on the
// whole sum agrees; and enough of them are, fickle and firm.
TEST(Misere, TheoryAgreesWithTheOracleOnRandomGames) {
  std::mt19937_64 random(/*seed=*/1901);
  std::size_t checked = 0;
  std::size_t lost = 0;
  Shared before;
  support::for_random_rules(/*first=*/7000, /*count=*/120, [&](const rules::Rules& rules) {
    if (!MisereTheory::covers(rules)) return;
    const Shared shared = std::make_shared<const rules::Rules>(rules);
    if (!before) before = shared;
    const support::UnionGame all({*before, *shared});
    oracle::Oracle oracle(all.rules(), Convention::misere);
    oracle.limit(/*sums=*/10'000);
    lazy::Meter meter;
    MisereTheory theory(meter);
    for (int round = 0; round < 40; ++round) {
      MisereSum total;
      std::vector<Position> positions;
      bool tame = true;
      for (std::size_t size = 1 + random() % 4; size > 0 && tame; --size) {
        const std::size_t number = random() % 2;
        const Shared& game = number == 0 ? before : shared;
        const Position position = support::random_position(*game, random);
        const auto kind = theory.kind(game, position);
        ASSERT_TRUE(kind) << kind.error().message;
        tame = !kind->is_wild();
        if (tame) total.add(*kind);
        positions.push_back(all.position(number, position));
      }
      if (!tame) continue;
      const auto expected = oracle.outcome_of_sum(positions);
      if (!expected && expected.error().code == Errc::memory) break;
      ASSERT_TRUE(expected) << expected.error().message;
      ASSERT_EQ(total.outcome(), *expected) << oracle::to_string(positions) << total.name();
      ++checked;
      lost += *expected == Outcome::P;
    }
    before = shared;
  });
  EXPECT_GT(checked, 1000u);
  EXPECT_GT(lost, 200u);
}

// Of each option, as when it is asked for by itself.
TEST(Misere, ClassesOfOptionsAreThoseOfTheSumsAfterThem) {
  for (const char* expression :
       {"nim(3) + nim(5) + nim(1)", "kayles(6)", "kayles(4) + lasker(5)"}) {
    Games games;
    Evaluator evaluator;
    const Sum sum = read(expression, games);
    const auto moves = evaluator.moves(sum, Convention::misere);
    ASSERT_TRUE(moves) << moves.error().message;
    for (const Move& move : moves->options) {
      const auto value = evaluator.evaluate(after(sum, move), Convention::misere);
      ASSERT_TRUE(value) << value.error().message;
      ASSERT_EQ(move.misere.has_value(), value->misere.has_value());
      if (move.misere) {
        EXPECT_EQ(move.misere->name(), value->misere->name());
      }
    }
  }
}

struct Answer {
  Value value;
  std::vector<std::string> winning;
};

Answer ask(std::string_view expression) {
  Games games;
  Evaluator evaluator;
  const Sum sum = read(expression, games);
  const auto moves = evaluator.moves(sum, Convention::misere);
  EXPECT_TRUE(moves) << (moves ? "" : moves.error().message);
  Answer answer{moves->value, {}};
  for (std::size_t i = 0; i < moves->winning; ++i)
    answer.winning.push_back(to_string(after(sum, moves->options[i])));
  return answer;
}

// The classes of misère Nim and the move that wins from each (samples of HDU 1907 among them).
TEST(Misere, ClassesOfNimAndTheirStrategy) {
  EXPECT_EQ(ask("nim(1)").value.misere->name(), "S0");
  EXPECT_EQ(ask("nim(1)").value.outcome, Outcome::P);
  EXPECT_EQ(ask("3*nim(1)").value.misere->name(), "S0");
  EXPECT_EQ(ask("2*nim(1)").value.misere->name(), "T0");
  EXPECT_THAT(ask("2*nim(1)").winning, ElementsAre("nim(1) + nim(0)"));
  EXPECT_EQ(ask("nim(5) + 2*nim(1)").value.misere->name(), "S1");
  EXPECT_THAT(ask("nim(5) + 2*nim(1)").winning, ElementsAre("3*nim(1)"));
  EXPECT_EQ(ask("nim(3) + nim(5) + nim(1)").value.misere->name(), "S2");
  EXPECT_THAT(ask("nim(3) + nim(5) + nim(1)").winning, ElementsAre("nim(3) + nim(2) + nim(1)"));
  EXPECT_EQ(ask("nim(3) + nim(2) + nim(1)").value.misere->name(), "T2");
  EXPECT_EQ(ask("nim(3) + nim(2) + nim(1)").value.outcome, Outcome::P);
}

// HDU 1907 goes up to 47 heaps of 4747.
TEST(Misere, LargeSumsAnswerAtOnce) {
  Games games;
  Evaluator evaluator;
  const Sum sum = read("47*nim(4747) + nim(3) + 12*nim(4746)", games);
  const auto start = std::chrono::steady_clock::now();
  const auto value = evaluator.evaluate(sum, Convention::misere);
  ASSERT_TRUE(value) << value.error().message;
  EXPECT_EQ(value->outcome, Outcome::N);
  EXPECT_EQ(value->misere->name(), "S2");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST(Misere, WildSumsAreSearchedOrRefusedByName) {
  Games games;
  Evaluator evaluator;
  const auto small = evaluator.evaluate(read("kayles(5) + nim(2)", games), Convention::misere);
  ASSERT_TRUE(small) << small.error().message;
  EXPECT_FALSE(small->misere);
  Evaluator bounded(lazy::SearchLimits{.bytes = 1 << 20});
  const auto large = bounded.evaluate(read("4*kayles(60) + nim(3)", games), Convention::misere);
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error().code, Errc::memory);
  EXPECT_THAT(large.error().message, HasSubstr("wild positions: 4*kayles(60) of genus 4^"));
}

}  // namespace
}  // namespace grundy::query
