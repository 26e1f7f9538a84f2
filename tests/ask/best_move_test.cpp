#include "ask/best_move.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <set>

#include "ask/parse.hpp"
#include "oracle/oracle.hpp"
#include "rules/language/parser.hpp"
#include "support/union_game.hpp"

namespace grundy::query {
namespace {

constexpr std::chrono::minutes enough{10};

// Sums of some heaps, and the same sums as the oracle knows them.
class Sums {
 public:
  explicit Sums(std::uint64_t seed) : random_(seed) {
    std::vector<rules::Rules> rules;
    for (const std::string& name : names_) rules.push_back(*(*games_.find(name))->rules);
    all_.emplace(std::move(rules));
  }

  Sum next() {
    std::vector<Term> terms;
    for (std::size_t size = random_() % 4; size > 0; --size) {
      const auto game = *games_.find(names_[random_() % names_.size()]);
      terms.push_back({game, {static_cast<std::int64_t>(random_() % 6)}, 1});
    }
    return *Sum::of(terms);
  }

  oracle::Sum of_oracle(const Sum& sum) const {
    oracle::Sum positions;
    for (const Term& term : sum.terms())
      for (std::uint64_t i = 0; i < term.count; ++i)
        for (std::size_t number = 0; number < names_.size(); ++number)
          if (term.game->name == names_[number])
            positions.push_back(all_->position(number, term.position));
    return positions;
  }

  const rules::Rules& rules() const { return all_->rules(); }

 private:
  const std::vector<std::string> names_{"nim", "subtraction", "kayles", "lasker"};
  Games games_;
  std::optional<support::UnionGame> all_;
  std::mt19937_64 random_;
};

Sum read(std::string_view text) {
  Games games;
  auto sum = parse(text, games);
  EXPECT_TRUE(sum) << (sum ? "" : sum.error().message);
  return sum ? *sum : Sum();
}

std::uint32_t remoteness(oracle::Oracle& oracle, const oracle::Sum& sum) {
  return *oracle.remoteness_of_sum(sum);
}

TEST(BestMove, WinsSoonestAndLosesLastAsTheOracleSays) {
  constexpr std::uint64_t seed = 1953;
  Sums sums(seed);
  for (const Convention convention : {Convention::normal, Convention::misere}) {
    oracle::Oracle oracle(sums.rules(), convention);
    Evaluator evaluator;
    for (const std::optional<std::uint64_t> choice : {std::optional<std::uint64_t>(), {7}}) {
      Adviser adviser(evaluator, evaluator, enough, choice);
      for (int i = 0; i < 60; ++i) {
        const Sum sum = sums.next();
        SCOPED_TRACE(testing::Message() << "seed " << seed << ": " << to_string(sum));
        const oracle::Sum positions = sums.of_oracle(sum);
        const auto best = adviser.best(sum, convention);
        ASSERT_TRUE(best) << best.error().message;
        ASSERT_EQ(best->has_value(), remoteness(oracle, positions) > 0);
        if (!*best) continue;
        const oracle::Sum left = sums.of_oracle(after(sum, (*best)->move));
        EXPECT_EQ((*best)->remoteness, remoteness(oracle, positions));
        EXPECT_EQ(remoteness(oracle, left) + 1, remoteness(oracle, positions));
        EXPECT_NE(*oracle.outcome_of_sum(left), *oracle.outcome_of_sum(positions));
      }
    }
  }
}

TEST(BestMove, ALineIsAsLongAsItsRemotenessAndEndsTheGame) {
  constexpr std::uint64_t seed = 1956;
  Sums sums(seed);
  for (const Convention convention : {Convention::normal, Convention::misere}) {
    oracle::Oracle oracle(sums.rules(), convention);
    Evaluator evaluator;
    for (int i = 0; i < 60; ++i) {
      const Sum sum = sums.next();
      SCOPED_TRACE(testing::Message() << "seed " << seed << ": " << to_string(sum));
      const auto line = best_line(sum, convention, evaluator);
      ASSERT_TRUE(line) << line.error().message;
      std::uint32_t left = remoteness(oracle, sums.of_oracle(sum));
      ASSERT_EQ(line->size(), left);
      for (const Sum& next : *line)
        EXPECT_EQ(remoteness(oracle, sums.of_oracle(next)), --left) << to_string(next);
    }
  }
}

// The search for remoteness has no room here, so nimbers must do.
TEST(BestMove, WithoutRemotenessStillWins) {
  Evaluator evaluator;
  Evaluator no_room({.bytes = 100});
  Adviser adviser(evaluator, no_room, enough);
  const Sum sum = read("nim(14) + nim(21) + nim(39)");
  const auto best = adviser.best(sum, Convention::normal);
  ASSERT_TRUE(best && *best);
  EXPECT_EQ((*best)->remoteness, std::nullopt);
  EXPECT_EQ(to_string(after(sum, (*best)->move)), "nim(14) + nim(21) + nim(27)");
}

TEST(BestMove, GivesRemotenessUpInTime) {
  Evaluator evaluator;
  Evaluator plies;
  Adviser adviser(evaluator, plies, std::chrono::milliseconds(20));
  const auto start = std::chrono::steady_clock::now();
  const auto best = adviser.best(read("5*nim(60) + 2*lasker(50)"), Convention::normal);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
  ASSERT_TRUE(best && *best);
  EXPECT_EQ((*best)->remoteness, std::nullopt);
}

TEST(BestMove, WithoutRemotenessLosesWithManyOptionsLeft) {
  Evaluator evaluator;
  Evaluator no_room({.bytes = 100});
  const Sum sum = read("2*nim(5) + subtraction(7)");
  const auto best = Adviser(evaluator, no_room, enough).best(sum, Convention::normal);
  ASSERT_TRUE(best && *best);
  // Equal heaps share their options: 5 + 3 of them now, 5 + 4 + 3 when they are no longer equal.
  EXPECT_EQ(to_string(after(sum, (*best)->move)), "nim(5) + nim(4) + subtraction(7)");
}

TEST(BestMove, SeedsChooseAmongEqualMovesAndRepeat) {
  Evaluator evaluator;
  const Sum sum = read("nim(5) + nim(5)");
  const auto chosen = [&](std::uint64_t seed) {
    Adviser adviser(evaluator, evaluator, enough, seed);
    return to_string(after(sum, (*adviser.best(sum, Convention::normal))->move));
  };
  std::set<std::string> seen;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_EQ(chosen(seed), chosen(seed)) << "seed " << seed;
    seen.insert(chosen(seed));
  }
  EXPECT_EQ(seen.size(), 1u) << "taking one stone alone loses last";
}

TEST(BestMove, LimitsOfTheSearchForValuesAreErrors) {
  Evaluator no_room({.bytes = 100});
  Adviser adviser(no_room, no_room, enough);
  const auto best = adviser.best(read("wythoff(30,30)"), Convention::normal);
  ASSERT_FALSE(best);
  EXPECT_EQ(best.error().code, Errc::memory);
}

}  // namespace
}  // namespace grundy::query
