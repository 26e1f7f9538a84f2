// Answers from proved laws, compared with the definition at all positions of boxes.
#include "ask/laws/law_source.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <sstream>

#include "ask/session/session.hpp"
#include "generator/generator.hpp"
#include "oracle/oracle.hpp"
#include "rules/language/catalogue.hpp"
#include "rules/language/parser.hpp"

namespace grundy::session {
namespace {

using Rules = std::shared_ptr<const rules::Rules>;

Rules rules_of(const std::string& text) {
  auto read = rules::parse(text, "test");
  EXPECT_TRUE(read) << (read ? "" : read.error().message);
  return std::make_shared<const rules::Rules>(std::move(read->front()));
}

std::unique_ptr<ProvedLaws> laws(double seconds = 10, bool is_stored = false) {
  return std::make_unique<ProvedLaws>(
      LawChoice{seconds, std::uint64_t{1} << 30, nullptr, is_stored});
}

// The box is small where moves are many.
Box box_of(const rules::Rules& rules) {
  const std::int64_t side = rules.dimensions() == 1 ? 150 : rules.dimensions() == 2 ? 14 : 5;
  return rules.low_box(side);
}

// The number of positions of the box that have an answer. Each must be that of the definition.
std::size_t compare(ProvedLaws& source, const query::Question& question) {
  oracle::Oracle oracle(*question.rules, question.convention);
  oracle.limit(200'000);
  const Box box = box_of(*question.rules);
  std::size_t answered = 0;
  for (std::uint64_t rank = 0; rank < *box.volume(); ++rank) {
    const Position at = box.position(rank);
    const auto found = source.known(question, at);
    if (!found) continue;
    ++answered;
    std::uint64_t right = 0;
    if (question.quantity == Quantity::nimber) {
      const auto nimber = oracle.nimber_by_xor(at);
      if (!nimber) return answered;
      right = *nimber;
    } else if (question.rules->has_sums() && question.convention == Convention::normal &&
               !question.rules->has_ending(Outcome::N)) {
      const auto nimber = oracle.nimber_by_xor(at);  // all sums would be too many
      if (!nimber) return answered;
      right = static_cast<std::uint64_t>(*nimber == 0 ? Outcome::P : Outcome::N);
    } else {
      const auto outcome = oracle.outcome(at);
      if (!outcome) return answered;
      right = static_cast<std::uint64_t>(*outcome);
    }
    EXPECT_EQ(found->value, right) << question.rules->text << to_string(at) << *found->law;
    if (found->value != right) break;
  }
  return answered;
}

TEST(ProvedLaws, AgreeWithTheDefinitionAboutRandomGames) {
  std::size_t games = 0, answered = 0;
  for (std::uint64_t seed = 1; games < 40 && seed < 2000; ++seed) {
    auto rules = rules::parse(to_text(generator::random_game(seed)), "random");
    if (!rules) continue;
    const auto game = std::make_shared<const rules::Rules>(std::move(rules->front()));
    Position far = game->low_corner();
    for (std::size_t axis = 0; axis < far.size(); ++axis)
      far[axis] = game->coordinates[axis].high.value_or(far[axis] + 1'000'000'000);
    ++games;
    for (const Convention convention : {Convention::normal, Convention::misere})
      for (const Quantity quantity : {Quantity::nimber, Quantity::outcome}) {
        if (quantity == Quantity::nimber &&
            (convention == Convention::misere || game->has_ending(Outcome::N)))
          continue;
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        const auto source = laws(0.6);
        const query::Question question{game, convention, quantity};
        const auto found = source->find(question, far, 100);
        ASSERT_TRUE(found) << found.error().message;
        answered += compare(*source, question);
      }
  }
  EXPECT_GT(answered, 500U);
}

// A linear law, a period that solving proved, growth, a law of sums, of two coordinates and of a
// section; under both conventions where they have one.
const char* const lawful[] = {
    "game a(n) (n) -> (n - k) for k in {1, 3, 4}",
    "game b(n) (n) -> (n - k) for k >= 1 when k != 2 and k != 3 and k != 7",
    "game c(n) (n) -> (n - k) for k in {3, 7, 19, 31}",
    "game d(n) (n) -> (n - 1)\n (n) -> (floor(n / 2)) + (floor(n / 2)) when n mod 2 = 0 and n >= 1",
    "game e(n, m) (n, m) -> (n - 1, m)\n (n, m) -> (n, m - 1)\n (n, m) -> (n - 1, m - 1)",
    "game f(n, t in 0 .. 2)\n"
    " (n, t) -> (max(n - 2, 0), 0) when n >= 1\n"
    " (n, t) -> (max(n - 3, 0), 1) when n >= 1 and t != 1\n"
    " (n, t) -> (max(n - 5, 0), 2) when n >= 1 and t != 2",
    "game g(n, m) (n, m) -> (n - k, m) for k in 1 .. m",
    "game h(n) (n) -> (i) + (n - i) for i in 1 .. floor(n / 2)\n (n) -> (n - k) for k >= 1",
};

TEST(ProvedLaws, AgreeWithTheDefinitionWhereThereIsALaw) {
  for (const char* const text : lawful)
    for (const Convention convention : {Convention::normal, Convention::misere})
      for (const Quantity quantity : {Quantity::nimber, Quantity::outcome}) {
        if (quantity == Quantity::nimber && convention == Convention::misere) continue;
        const Rules game = rules_of(text);
        SCOPED_TRACE(testing::Message() << text << ", " << to_string(convention));
        const query::Question question{game, convention, quantity};
        Position far(game->dimensions(), 1'000'000'000'000'000'000);
        if (game->name == "f") far[1] = 1;
        if (game->name == "g") far[1] = 12;
        const auto source = laws();
        const auto found = source->find(question, far, 100);
        ASSERT_TRUE(found);
        EXPECT_TRUE(*found || convention == Convention::misere);
        const std::size_t answered = compare(*source, question);
        EXPECT_EQ(answered > 10, found->has_value());
      }
}

// The numbers on a line are those whose positions have the value.
TEST(ProvedLaws, FindWinningMovesWithoutLookingAtAllOfThem) {
  for (const char* const text : {lawful[0], lawful[1], lawful[2], lawful[4]}) {
    const Rules game = rules_of(text);
    const query::Question question{game, Convention::normal, Quantity::nimber};
    const auto source = laws();
    ASSERT_TRUE(source->find(question, Position(game->dimensions(), 1'000'000'000), 100));
    for (const std::int64_t start : {0, 5, 77, 200})
      for (const std::int64_t step : {1, -1})
        for (const std::uint64_t count : {0U, 1U, 6U, 150U})
          for (const std::uint64_t value : {0U, 1U, 4U}) {
            if (step < 0 && count > static_cast<std::uint64_t>(start) + 1) continue;
            lazy::Line line{Position(game->dimensions(), start), Position(game->dimensions(), step),
                            count};
            std::vector<std::uint64_t> right;
            for (std::uint64_t i = 0; i < count && right.size() < 20; ++i) {
              Position at = line.start;
              for (std::int64_t& x : at) x += step * static_cast<std::int64_t>(i);
              const auto known = source->known(question, at);
              ASSERT_TRUE(known);
              if (known->value == value) right.push_back(i);
            }
            const auto found = source->numbers(question, line, value, 20);
            ASSERT_TRUE(found) << text;
            EXPECT_EQ(*found, right) << text << " from " << start << " by " << step;
          }
  }
}

TEST(ProvedLaws, SayNothingOfPositionsOutOfRange) {
  const Rules game = rules_of("game a(n in 1 .. 1000000) (n) -> (n - k) for k in {1, 3, 4}");
  const query::Question question{game, Convention::normal, Quantity::nimber};
  const auto source = laws();
  ASSERT_TRUE(source->find(question, {1'000'000}, 100));
  EXPECT_TRUE(source->known(question, {1}));
  EXPECT_FALSE(source->known(question, {0}));
  EXPECT_FALSE(source->known(question, {1'000'001}));
}

TEST(ProvedLaws, AreNotLookedForWhereAnythingElseIsQuick) {
  const Rules game = rules_of(lawful[0]);
  const query::Question question{game, Convention::normal, Quantity::nimber};
  const auto source = laws();
  EXPECT_FALSE(*source->find(question, {1'000'000}, 0.01));
  EXPECT_EQ(source->advice(question), "");
  EXPECT_TRUE(*source->find(question, {1'000'000}, 5));
}

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

// A folder for laws, while it lives.
class LawStore : public testing::Test {
 protected:
  LawStore()
      : folder_(std::filesystem::temp_directory_path() /
                fmt::format("grundy_laws_{}", testing::UnitTest::GetInstance()->random_seed() +
                                                  static_cast<int>(getpid()))),
        store_(folder_) {}
  ~LawStore() override { std::filesystem::remove_all(folder_); }

  law::Sought sought(const std::string& text) const {
    return {*rules_of(text), {}, Convention::normal, Quantity::nimber};
  }
  law::Certificate proved(const law::Sought& sought) const {
    auto found = law::look_for_law(sought, 10, std::uint64_t{1} << 30, nullptr);
    EXPECT_TRUE(found && *found);
    return **std::move(found);
  }
  static bool is_confirmed(const law::Certificate& certificate, const law::Sought& sought) {
    const auto confirmed =
        law::is_confirmed(certificate, sought, 10, std::uint64_t{1} << 30, nullptr);
    return confirmed && *confirmed;
  }

  std::filesystem::path folder_;
  law::Store store_;
};

TEST_F(LawStore, KeepsALaw) {
  const law::Sought sought = this->sought(lawful[0]);
  EXPECT_FALSE(store_.load(sought));
  store_.save(sought, proved(sought));
  const auto kept = store_.load(sought);
  ASSERT_TRUE(kept);
  EXPECT_TRUE(is_confirmed(*kept, sought));
}

TEST_F(LawStore, TakesADamagedFileForNone) {
  const law::Sought sought = this->sought(lawful[0]);
  store_.save(sought, proved(sought));
  const std::string whole = contents(store_.file_of(sought));
  std::mt19937_64 random(7);
  for (int round = 0; round < 200; ++round) {
    std::string spoiled = whole;
    if (round % 2 == 0)
      spoiled.resize(random() % whole.size());
    else
      spoiled[random() % whole.size()] ^= static_cast<char>(1U << random() % 7);
    std::ofstream(store_.file_of(sought), std::ios::binary) << spoiled;
    EXPECT_FALSE(store_.load(sought)) << spoiled;
  }
  store_.save(sought, proved(sought));
  EXPECT_TRUE(store_.load(sought));
}

// With the file of one game in the place of another's, and with a false law.
TEST_F(LawStore, TrustsNoFile) {
  const law::Sought one = sought(lawful[0]), other = sought(lawful[2]);
  law::Certificate certificate = proved(one);
  store_.save(other, certificate);
  const auto kept = store_.load(other);
  ASSERT_TRUE(kept);
  EXPECT_FALSE(is_confirmed(*kept, other));
  law::Sought misere = one;
  misere.convention = Convention::misere;
  EXPECT_FALSE(is_confirmed(certificate, misere));
  law::Sought outcomes = one;
  outcomes.quantity = Quantity::outcome;
  EXPECT_FALSE(is_confirmed(certificate, outcomes));
  EXPECT_TRUE(is_confirmed(certificate, one));
  certificate.laws.front().status = "verified";
  EXPECT_FALSE(is_confirmed(certificate, one));
}

Session session_of(const std::string& text) {
  Session session({.games = {*rules_of(text)},
                   .convention = std::nullopt,
                   .limits = {.bytes = std::uint64_t{1} << 31}});
  session.evaluator().set_laws(laws(5));
  return session;
}

TEST(FarAnswers, NameTheLawTheyFollowFrom) {
  Session session = session_of(lawful[1]);
  const auto far = session.values(std::vector<std::string>{"b(1000000000000000000)", "b(9)"},
                                  query::Wanted::nimber);
  ASSERT_TRUE(far) << far.error().message;
  EXPECT_EQ((*far)[0].nimber, 500'000'000'000'000'000U);
  ASSERT_EQ((*far)[0].laws.size(), 1U);
  EXPECT_NE((*far)[0].laws[0]->find("nimber = "), std::string::npos);
}

TEST(FarAnswers, AreNotAskedForWhereTheBoxIsSmall) {
  Session session = session_of(lawful[1]);
  const auto near =
      session.values(std::vector<std::string>{"b(9)", "b(5) + b(70)"}, query::Wanted::nimber);
  ASSERT_TRUE(near);
  for (const query::Value& value : *near) EXPECT_TRUE(value.laws.empty());
}

// Outcomes of misère sums do not follow from the laws of their parts.
TEST(FarAnswers, OfMisereSumsAreRefused) {
  Session session({.games = {*rules_of(lawful[4])},
                   .convention = Convention::misere,
                   .limits = {.bytes = std::uint64_t{1} << 24}});
  session.evaluator().set_laws(laws(5));
  const auto single =
      session.values(std::vector<std::string>{"e(1000000000, 999999999)"}, query::Wanted::outcome);
  ASSERT_TRUE(single) << single.error().message;
  EXPECT_EQ(single->front().laws.size(), 1U);
  const auto sum =
      session.values(std::vector<std::string>{"e(1000000000, 999999999) + e(1, 1000000000)"},
                     query::Wanted::outcome);
  EXPECT_FALSE(sum);
}

// No law of the nimbers of two rows of Chomp is proved, and too many positions follow.
TEST(FarAnswers, AreOutcomesWhereNimbersAreOutOfReach) {
  Session session({.games = {*rules_of("game rows(a in 1 .., b) "
                                       "(a, b) -> (i, min(b, i)) for i in 1 .. a - 1 when b <= a "
                                       "(a, b) -> (a, j) for j in 0 .. b - 1 when b <= a")},
                   .convention = {},
                   .limits = {.bytes = std::uint64_t{1} << 21}});
  session.evaluator().set_laws(laws(2));
  const auto far = session.values(std::vector<std::string>{"rows(1000000000, 999999999)"},
                                  query::Wanted::nimber);
  ASSERT_TRUE(far) << far.error().message;
  EXPECT_EQ((*far)[0].outcome, Outcome::P);
  EXPECT_FALSE((*far)[0].nimber);
  EXPECT_EQ((*far)[0].laws.size(), 1U);
}

TEST(FarAnswers, HaveWinningMoves) {
  Session session = session_of("game pile(n) (n) -> (n - k) for k >= 1");
  const auto question = session.ask("pile(1000000000000000000) + pile(999999999999999999)");
  ASSERT_TRUE(question);
  const auto moves =
      session.evaluator().moves(question->sum, question->convention, query::Listed::winning);
  ASSERT_TRUE(moves) << moves.error().message;
  EXPECT_EQ(moves->winning, 1U);
  EXPECT_EQ(query::to_string(query::after(question->sum, moves->options[0])),
            "2*pile(999999999999999999)");
}

// Its conditions keep the options from being lines.
TEST(FarAnswers, OfMovesThatAreTooManyAreRefused) {
  Session session =
      session_of("game con(n) (n) -> (n - k) for k >= 1 when k != 2 and k != 3 and k != 7");
  const auto question = session.ask("con(1000000000000000000)");
  ASSERT_TRUE(question);
  const auto moves =
      session.evaluator().moves(question->sum, question->convention, query::Listed::winning);
  ASSERT_FALSE(moves);
  EXPECT_EQ(moves.error().code, Errc::unsupported);
  EXPECT_NE(moves.error().message.find("con(1000000000000000000) has more than 65536 moves"),
            std::string::npos)
      << moves.error().message;
}

}  // namespace
}  // namespace grundy::session
