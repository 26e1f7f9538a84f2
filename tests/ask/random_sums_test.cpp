// Values and moves of random sums of random games, by the oracle on the game that is their union.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "ask/evaluator.hpp"
#include "oracle/oracle.hpp"
#include "support/random_rules.hpp"
#include "support/union_game.hpp"

namespace grundy::query {
namespace {

std::shared_ptr<const Game> game_of(const rules::Rules& rules) {
  return std::make_shared<const Game>(
      Game{rules.name, {}, std::make_shared<const rules::Rules>(rules)});
}

// Games, and their union for an oracle of either convention.
class Games {
 public:
  explicit Games(const std::vector<rules::Rules>& games)
      : union_(games),
        normal_(union_.rules(), Convention::normal),
        misere_(union_.rules(), Convention::misere) {
    for (const rules::Rules& rules : games) games_.push_back(game_of(rules));
  }

  oracle::Oracle& oracle(Convention convention) {
    return convention == Convention::normal ? normal_ : misere_;
  }

  // Up to three unequal positions, each once or twice.
  Sum random_sum(std::mt19937_64& random) const {
    std::vector<Term> terms;
    for (std::size_t size = random() % 4; size > 0; --size) {
      const auto& game = games_[random() % games_.size()];
      terms.push_back({game, support::random_position(*game->rules, random), 1});
    }
    return *Sum::of(terms);
  }

  oracle::Sum positions(const Sum& sum) const {
    oracle::Sum positions;
    for (const Term& term : sum.terms())
      positions.insert(positions.end(), term.count, position(*term.game, term.position));
    return positions;
  }

  Position position(const Game& game, const Position& position) const {
    const auto found = std::ranges::find(games_, game.rules, &Game::rules);
    return union_.position(static_cast<std::size_t>(found - games_.begin()), position);
  }

 private:
  support::UnionGame union_;
  oracle::Oracle normal_, misere_;
  std::vector<std::shared_ptr<const Game>> games_;
};

struct Tally {
  std::size_t sums = 0;
  std::size_t winning = 0;
  std::size_t losing = 0;
};

void expect_value(const Value& value, const oracle::Sum& positions, Convention convention,
                  oracle::Oracle& oracle) {
  EXPECT_EQ(value.outcome, *oracle.outcome_of_sum(positions));
  if (convention == Convention::normal) {
    EXPECT_EQ(value.nimber, *oracle.nimber_of_sum(positions));
  } else {
    EXPECT_EQ(value.nimber, std::nullopt);
  }
}

// The moves are the oracle's options of each term, those that win come first, and each leaves the
// outcome that the oracle finds.
void expect_moves(const Games& games, const Sum& sum, const Moves& moves, oracle::Oracle& oracle,
                  Tally& tally) {
  std::uint64_t ways = 0;
  std::vector<std::vector<oracle::Sum>> found(sum.terms().size());
  for (std::size_t i = 0; i < moves.options.size(); ++i) {
    const Move& move = moves.options[i];
    const Term& term = sum.terms()[move.term];
    oracle::Sum to;
    for (const Position& position : move.to) to.push_back(games.position(*term.game, position));
    std::ranges::sort(to);
    found[move.term].push_back(std::move(to));
    const auto left = oracle.outcome_of_sum(games.positions(after(sum, move)));
    ASSERT_TRUE(left) << left.error().message;
    EXPECT_EQ(move.outcome, *left);
    EXPECT_EQ(i < moves.winning, *left == Outcome::P);
    (*left == Outcome::P ? tally.winning : tally.losing) += 1;
    if (*left == Outcome::P) ways += term.count;
  }
  EXPECT_EQ(moves.winning_ways, ways);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Term& term = sum.terms()[i];
    std::ranges::sort(found[i]);
    found[i].erase(std::unique(found[i].begin(), found[i].end()), found[i].end());
    EXPECT_EQ(found[i], *oracle.options(games.position(*term.game, term.position)));
  }
}

void expect_winning_alone(const Moves& all, const Result<Moves>& winning) {
  ASSERT_TRUE(winning) << winning.error().message;
  EXPECT_EQ(all.total, all.options.size());
  EXPECT_EQ(winning->total, all.total);
  EXPECT_EQ(winning->winning_ways, all.winning_ways);
  ASSERT_EQ(winning->options.size(), all.winning);
  for (std::size_t i = 0; i < all.winning; ++i) {
    EXPECT_EQ(winning->options[i].term, all.options[i].term);
    EXPECT_EQ(winning->options[i].to, all.options[i].to);
  }
}

void expect_oracle(Games& games, const Sum& sum, Convention convention, Evaluator& evaluator,
                   Tally& tally) {
  SCOPED_TRACE(to_string(sum) + " " + std::string(to_string(convention)));
  oracle::Oracle& oracle = games.oracle(convention);
  const auto moves = evaluator.moves(sum, convention);
  ASSERT_TRUE(moves) << moves.error().message;
  expect_value(moves->value, games.positions(sum), convention, oracle);
  expect_moves(games, sum, *moves, oracle, tally);
  expect_winning_alone(*moves, evaluator.moves(sum, convention, Listed::winning));
  ++tally.sums;
}

TEST(RandomSums, HaveTheValuesAndMovesOfTheOracle) {
  std::mt19937_64 random(/*seed=*/1902);
  std::optional<rules::Rules> before;
  Tally normal, misere;
  support::for_random_rules(/*first=*/52'000, /*count=*/180, [&](const rules::Rules& rules) {
    if (!rules.endings.empty()) return;
    // Sums have very many options, each of which the oracle must find again.
    const Box box = support::oracle_box(rules);
    const double tries = support::oracle_tries(rules, box);
    if (tries > 5e3 || tries > 40 * static_cast<double>(*box.volume())) return;
    Games games({before.value_or(rules), rules});
    Evaluator evaluator;
    for (int i = 0; i < 8; ++i) {
      const Sum sum = games.random_sum(random);
      expect_oracle(games, sum, Convention::normal, evaluator, normal);
      expect_oracle(games, sum, Convention::misere, evaluator, misere);
    }
    before = rules;
  });
  for (const Tally& tally : {normal, misere}) {
    EXPECT_GT(tally.sums, 800u);
    EXPECT_GT(tally.winning, 400u);
    EXPECT_GT(tally.losing, 900u);
  }
}

}  // namespace
}  // namespace grundy::query
