#include "ask/evaluator.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>
#include <random>

#include "ask/parse.hpp"
#include "oracle/oracle.hpp"
#include "rules/language/catalogue.hpp"
#include "rules/language/parser.hpp"
#include "support/random_rules.hpp"
#include "support/union_game.hpp"

namespace grundy::query {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

// One reader and one evaluator, as a program has them.
class Session {
 public:
  explicit Session(Lookup lookup = catalogue_and()) : games_(std::move(lookup)) {}

  Sum read(std::string_view text) {
    auto sum = parse(text, games_);
    EXPECT_TRUE(sum) << (sum ? "" : sum.error().message);
    return sum ? *sum : Sum();
  }
  Value value(std::string_view text, Convention convention = Convention::normal,
              bool remoteness = false) {
    const auto value = evaluator_.evaluate(read(text), convention, remoteness);
    EXPECT_TRUE(value) << (value ? "" : value.error().message);
    return value ? *value : Value();
  }
  Moves moves(std::string_view text, Convention convention = Convention::normal) {
    const auto moves = evaluator_.moves(read(text), convention);
    EXPECT_TRUE(moves) << (moves ? "" : moves.error().message);
    return moves ? *moves : Moves();
  }
  std::vector<std::string> winning(std::string_view text,
                                   Convention convention = Convention::normal) {
    const Sum sum = read(text);
    const Moves found = moves(text, convention);
    std::vector<std::string> after_moves;
    for (std::size_t i = 0; i < found.winning; ++i)
      after_moves.push_back(to_string(after(sum, found.options[i])));
    return after_moves;
  }
  Evaluator& evaluator() { return evaluator_; }

 private:
  Games games_;
  Evaluator evaluator_;
};

// By nimbers, of 61 heaps: a search of sums needs millions.
TEST(Evaluator, OutcomesOfOptionsThatAreSumsTakeNoMoreThanNimbers) {
  Session session;
  const Sum sum = session.read("kayles(60)");
  lazy::SearchLimits limits;
  limits.bytes = 1 << 20;
  Evaluator small(std::move(limits));
  const auto value = small.evaluate(sum, Convention::normal, false, Wanted::outcome);
  ASSERT_TRUE(value) << value.error().message;
  EXPECT_EQ(value->outcome, session.value("kayles(60)").outcome);
}

// Worked examples of Nim: the largest heap is reduced to the xor of the others.
TEST(Moves, WorkedExamplesOfNim) {
  Session session;
  EXPECT_THAT(session.winning("nim(14) + nim(21) + nim(39)"),
              ElementsAre("nim(14) + nim(21) + nim(27)"));
  EXPECT_THAT(session.winning("nim3(14,21,39)"), ElementsAre("nim3(14,21,27)"));
  EXPECT_THAT(session.winning("nim(55) + nim(81) + nim(121)"),
              Contains("nim(55) + nim(81) + nim(102)"));
  EXPECT_THAT(session.winning("nim(29) + nim(45) + nim(58)"),
              Contains("nim(29) + nim(45) + nim(48)"));
}

TEST(Moves, WinningOnesComeFirstThenTheRulesOrder) {
  Session session;
  const Sum sum = session.read("2*nim(3) + subtraction(4)");
  const Moves moves = session.moves("2*nim(3) + subtraction(4)");
  std::vector<std::string> texts;
  for (const Move& move : moves.options) texts.push_back(to_string(after(sum, move)));
  EXPECT_EQ(moves.value.nimber, 2u);
  EXPECT_THAT(texts,
              ElementsAre("nim(3) + nim(1) + subtraction(4)", "2*nim(3) + subtraction(0)",
                          "nim(3) + nim(2) + subtraction(4)", "nim(3) + nim(0) + subtraction(4)",
                          "2*nim(3) + subtraction(3)", "2*nim(3) + subtraction(1)"));
}

TEST(Moves, ResultsCanBeReadAgainAndHaveTheValueThatWasReported) {
  Session session;
  for (const Convention convention : {Convention::normal, Convention::misere})
    for (const std::string text : {"kayles(7) + 2*lasker(3)", "0.137(6) + subtraction(5; S={1, 2})",
                                   "nim(1)", "0", "cutting(4,3)", "kayles(1)", "2*wythoff(2,3)"}) {
      const Sum sum = session.read(text);
      for (const Move& move : session.moves(text, convention).options) {
        const std::string printed = to_string(after(sum, move));
        SCOPED_TRACE(printed);
        EXPECT_EQ(to_string(session.read(printed)), printed);
        const Value value = session.value(printed, convention);
        EXPECT_EQ(value.outcome, move.outcome);
        EXPECT_EQ(value.nimber, move.nimber);
      }
    }
}

TEST(Moves, AMoveToTheEmptySumIsZero) {
  const auto file = rules::parse("game burn(n)\n  (n) -> () when n >= 1\n  (n) -> (n - 1)\n", "t");
  ASSERT_TRUE(file) << file.error().message;
  Session session(catalogue_and(*file));
  EXPECT_THAT(session.winning("burn(2)"), ElementsAre("0"));
  EXPECT_THAT(session.winning("burn(2)", Convention::misere), ElementsAre("burn(1)"));
  EXPECT_THAT(session.winning("burn(1) + nim(1) + nim(2)"),
              ElementsAre("burn(1) + nim(1) + nim(0)"));
}

// Every game, both conventions: the oracle's options and their outcomes.
TEST(Moves, AgreeWithTheOracleOnTheCatalogue) {
  Games games;
  for (const rules::CatalogueEntry& entry : rules::catalogue()) {
    SCOPED_TRACE(entry.name);
    const auto game = games.find(entry.name);
    ASSERT_TRUE(game) << game.error().message;
    const rules::Rules& rules = *(*game)->rules;
    const Box box = support::small_box(rules,
                                       rules.has_stretches() ? 7
                                       : rules.has_sums()    ? 12
                                                             : 40,
                                       12);
    for (const Convention convention : {Convention::normal, Convention::misere}) {
      oracle::Oracle oracle(rules, convention);
      Evaluator evaluator;
      for (std::uint64_t rank = 0; rank < *box.volume(); ++rank) {
        const Position position = box.position(rank);
        SCOPED_TRACE(grundy::to_string(position));
        const auto outcome = oracle.outcome(position);
        ASSERT_TRUE(outcome) << outcome.error().message;
        const auto moves = evaluator.moves(*Sum::of({{*game, position, 1}}), convention);
        ASSERT_TRUE(moves) << moves.error().message;
        EXPECT_EQ(moves->value.outcome, *outcome);
        EXPECT_EQ(moves->winning > 0, *outcome == Outcome::N && !moves->options.empty());
        const auto options = oracle.options(position);
        std::set<oracle::Sum> expected(options->begin(), options->end());
        EXPECT_GE(moves->options.size(), expected.size());
        for (const Move& move : moves->options) {
          oracle::Sum to = move.to;
          std::sort(to.begin(), to.end());
          EXPECT_TRUE(std::binary_search(options->begin(), options->end(), to));
          expected.erase(to);
          EXPECT_EQ(move.outcome, *oracle.outcome_of_sum(to));
        }
        EXPECT_TRUE(expected.empty());
      }
    }
  }
}

// Random sums of unlike games against the oracle on their union.
TEST(Evaluate, SumsAgreeWithTheOracle) {
  const std::vector<std::string> names{"nim", "subtraction", "kayles", "wythoff", "grundys_game"};
  Games games;
  std::vector<rules::Rules> rules;
  for (const std::string& name : names) rules.push_back(*(*games.find(name))->rules);
  const support::UnionGame all(rules);
  std::mt19937_64 random(/*seed=*/2468);
  oracle::Oracle normal(all.rules(), Convention::normal), misere(all.rules(), Convention::misere);
  Evaluator evaluator;
  for (int i = 0; i < 120; ++i) {
    std::vector<Term> terms;
    oracle::Sum positions;
    for (std::size_t size = random() % 4; size > 0; --size) {
      const std::size_t number = random() % names.size();
      const auto game = *games.find(names[number]);
      Position position;
      for (const rules::Coordinate& coordinate : game->rules->coordinates)
        position.push_back(coordinate.low + static_cast<std::int64_t>(random() % 5));
      positions.push_back(all.position(number, position));
      terms.push_back({game, position, 1});
    }
    const Sum sum = *Sum::of(terms);
    SCOPED_TRACE(to_string(sum));
    const auto by_theory = evaluator.evaluate(sum, Convention::normal, true);
    const auto by_search = evaluator.evaluate(sum, Convention::misere, true);
    ASSERT_TRUE(by_theory && by_search);
    EXPECT_EQ(by_theory->nimber, *normal.nimber_of_sum(positions));
    EXPECT_EQ(by_theory->outcome, *normal.outcome_of_sum(positions));
    EXPECT_EQ(by_theory->remoteness, *normal.remoteness_of_sum(positions));
    EXPECT_EQ(by_search->nimber, std::nullopt);
    EXPECT_EQ(by_search->outcome, *misere.outcome_of_sum(positions));
    EXPECT_EQ(by_search->remoteness, *misere.remoteness_of_sum(positions));
  }
}

TEST(Evaluate, LargePositionsTakeMilliseconds) {
  Session session;
  const std::clock_t begin = std::clock();  // of the processor
  session.value("multiplication(4000000000)");
  EXPECT_LT(std::clock() - begin, CLOCKS_PER_SEC / 20);
}

TEST(Evaluate, CountsCancelUnderNormalPlay) {
  Session session;
  EXPECT_EQ(session.value("1000000000000*kayles(30) + 3*nim(7)").nimber, 7u);
  EXPECT_EQ(session.value("0").nimber, 0u);
  EXPECT_EQ(session.value("0", Convention::misere).outcome, Outcome::N);
}

TEST(Evaluate, GamesThatCanBeWonHaveNoNimber) {
  const auto file =
      rules::parse("game race(n)\n  (n) -> (n - k) for k in 1 .. 2\n  won when n == 1\n", "t");
  ASSERT_TRUE(file) << file.error().message;
  Session session(catalogue_and(*file));
  const Value value = session.value("race(3)", Convention::normal, true);
  EXPECT_EQ(value.outcome, Outcome::P);
  EXPECT_EQ(value.nimber, std::nullopt);
  EXPECT_EQ(value.remoteness, 2u);
  const auto sum =
      session.evaluator().evaluate(session.read("race(3) + nim(0)"), Convention::normal);
  ASSERT_FALSE(sum);
  EXPECT_EQ(sum.error().code, Errc::unsupported);
}

TEST(Evaluate, MemoryAndStopAreHandedDown) {
  Games games;
  const Sum sum = *parse("wythoff(300,300) + nim(20)", games);
  Evaluator small({.bytes = 100'000});
  EXPECT_EQ(small.evaluate(sum, Convention::normal).error().code, Errc::memory);
  const std::atomic<bool> stop = true;
  Evaluator stopped({.stop = &stop});
  EXPECT_EQ(stopped.evaluate(sum, Convention::misere).error().code, Errc::interrupted);
  EXPECT_EQ(stopped.moves(sum, Convention::normal).error().code, Errc::interrupted);
}

TEST(Conventions, AreThoseOfTheGamesUnlessForced) {
  const auto file = rules::parse("game sour(n)\n  misere\n  (n) -> (n - 1)\n", "t");
  ASSERT_TRUE(file) << file.error().message;
  Session session(catalogue_and(*file));
  EXPECT_EQ(*convention_of(session.read("nim(3)")), Convention::normal);
  EXPECT_EQ(*convention_of(session.read("sour(3)")), Convention::misere);
  EXPECT_EQ(*convention_of(session.read("sour(3)"), Convention::normal), Convention::normal);
  const auto mixed = convention_of(session.read("sour(3) + nim(3)"));
  ASSERT_FALSE(mixed);
  EXPECT_EQ(mixed.error().code, Errc::usage);
  EXPECT_THAT(mixed.error().message, HasSubstr("misère"));
}

// Answers 1 for every position, so that one can see who was asked.
class Ones final : public ValueSource {
 public:
  explicit Ones(Quantity quantity) : quantity_(quantity) {}
  Result<std::optional<std::uint32_t>> find(const Question& question,
                                            const Position& position) override {
    if (position.front() > 10 || question.quantity != quantity_)
      return std::optional<std::uint32_t>();
    return std::optional<std::uint32_t>(1);
  }

 private:
  Quantity quantity_;
};

TEST(Sources, AreAskedBeforeTheSearch) {
  Session session;
  session.evaluator().add_source(std::make_unique<Ones>(Quantity::nimber));
  EXPECT_EQ(session.value("nim(7)").nimber, 1u);
  EXPECT_EQ(session.value("nim(11)").nimber, 11u);
  EXPECT_EQ(session.value("nim(7) + nim(11)").nimber, 10u);
}

// As a table with a damaged file.
class Broken final : public ValueSource {
 public:
  Result<std::optional<std::uint32_t>> find(const Question&, const Position&) override {
    return Error{Errc::corrupt, "damaged"};
  }
};

TEST(Sources, OneThatFailsIsPassedOverIfAnotherKnows) {
  Session session;
  session.evaluator().add_source(std::make_unique<Broken>());
  session.evaluator().add_source(std::make_unique<Ones>(Quantity::nimber));
  EXPECT_EQ(session.value("nim(7)").nimber, 1u);
  const auto failed = session.evaluator().evaluate(session.read("nim(11)"), Convention::normal);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, Errc::corrupt);
}

TEST(Sources, OutcomesAnswerSinglePositionsWithoutNimber) {
  Session session;
  session.evaluator().add_source(std::make_unique<Ones>(Quantity::outcome));
  EXPECT_EQ(session.value("nim(0)").outcome, Outcome::N) << "as the source says";
  EXPECT_EQ(session.value("nim(0)").nimber, std::nullopt);
  EXPECT_EQ(session.value("nim(0)", Convention::misere).outcome, Outcome::N);
  EXPECT_EQ(session.value("2*nim(0)").nimber, 0u) << "sums need nimbers";
}

}  // namespace
}  // namespace grundy::query
