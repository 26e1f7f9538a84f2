#include "ask/session/box_source.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <ctime>
#include <random>

#include "ask/session/session.hpp"
#include "rules/language/catalogue.hpp"
#include "rules/language/parser.hpp"
#include "search/nimber_search.hpp"

namespace grundy::session {
namespace {

constexpr query::Ways quick = query::Ways::quick;

const lazy::SearchLimits plenty{.bytes = std::uint64_t{1} << 32};

std::shared_ptr<const rules::Rules> load(std::string_view name) {
  auto rules = rules::load(name);
  EXPECT_TRUE(rules) << (rules ? "" : rules.error().message);
  return std::make_shared<const rules::Rules>(std::move(*rules));
}

std::shared_ptr<const rules::Rules> one_game(std::string_view text) {
  auto games = rules::parse(text, "test");
  EXPECT_TRUE(games) << (games ? "" : games.error().message);
  return std::make_shared<const rules::Rules>(std::move(games->front()));
}

TEST(BoxSource, GivesWhatASearchFinds) {
  const auto rules = load("three_pile");
  lazy::Meter meter(plenty);
  BoxSource source(meter, nullptr);
  lazy::NimberSearch search(rules, meter);
  const auto ask = [&](const Position& position) {
    EXPECT_TRUE(source.price({rules, Convention::normal, Quantity::nimber}, position, quick));
    return **source.find({rules, Convention::normal, Quantity::nimber}, position);
  };
  for (const Position& position : {Position{20, 30, 25}, {19, 30, 2}, {40, 7, 33}, {1, 2, 3000}})
    EXPECT_EQ(ask(position), *search.nimber(position)) << to_string(position);
}

TEST(BoxSource, ASolvedBoxIsFree) {
  const auto rules = load("wythoff");
  lazy::Meter meter(plenty);
  BoxSource source(meter, nullptr);
  const auto price = [&](const Position& position) {
    return source.price({rules, Convention::normal, Quantity::outcome}, position, quick);
  };
  EXPECT_GT(*price({500, 500}), 0);
  ASSERT_TRUE(source.find({rules, Convention::normal, Quantity::outcome}, {500, 500}));
  EXPECT_EQ(*price({400, 500}), 0);
  EXPECT_EQ(**source.find({rules, Convention::normal, Quantity::outcome}, {28, 18}), 1u);
  EXPECT_EQ(**source.find({rules, Convention::normal, Quantity::outcome}, {47, 29}), 0u);
  EXPECT_GT(*price({501, 300}), 0);
}

TEST(BoxSource, LetsItsBoxesBeWatched) {
  std::atomic<std::uint64_t> solved{0};
  std::vector<std::string> reports;
  const SolveWatch watch = [&](const plan::Plan* plan) -> std::atomic<std::uint64_t>* {
    reports.push_back(plan ? to_string(plan->box.high) : fmt::format("{} solved", solved.load()));
    return plan ? &solved : nullptr;
  };
  lazy::Meter meter(plenty);
  BoxSource source(meter, nullptr, watch);
  const auto rules = load("three_pile");
  ASSERT_TRUE(source.price({rules, Convention::normal, Quantity::nimber}, {30, 30, 30}, quick));
  EXPECT_TRUE(reports.empty());
  ASSERT_TRUE(source.find({rules, Convention::normal, Quantity::nimber}, {30, 30, 30}));
  EXPECT_EQ(reports, (std::vector<std::string>{"(30, 30, 30)", "29791 solved"}));
}

std::optional<std::uint32_t> far_value(BoxSource& source, const char* game, std::int64_t heap,
                                       Quantity quantity = Quantity::nimber) {
  const auto rules = load(game);
  if (!source.price({rules, Convention::normal, quantity}, {heap}, quick)) return std::nullopt;
  const auto found = source.find({rules, Convention::normal, quantity}, {heap});
  EXPECT_TRUE(found) << (found ? "" : found.error().message);
  return found ? *found : std::nullopt;
}

// R. K. Guy and C. A. B. Smith (1956): the values of Kayles by heap modulo 12, from 71 on, and
// those of Dawson's Kayles with period 34; Winning Ways, chapter 4: {1, 3, 4}.
TEST(BoxSource, KnowsFarHeapsByTheirPeriod) {
  lazy::Meter meter(plenty);
  BoxSource source(meter, nullptr);
  constexpr std::int64_t far = 120'000'000'000;
  const std::vector<std::uint32_t> kayles{4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7};
  for (std::int64_t heap = 0; heap < 12; ++heap) {
    EXPECT_EQ(far_value(source, "kayles", far + heap), kayles[static_cast<std::size_t>(heap)]);
    EXPECT_EQ(far_value(source, "kayles", far + heap, Quantity::outcome), 1u);
  }
  const std::vector<std::uint32_t> subtraction{0, 1, 0, 1, 2, 3, 2};
  for (std::int64_t heap = 0; heap < 7; ++heap)
    EXPECT_EQ(far_value(source, "subtraction", 7 * far + heap),
              subtraction[static_cast<std::size_t>(heap)]);
  // Near heaps are not lost on the way.
  EXPECT_EQ(far_value(source, "kayles", 70'000), kayles[70'000 % 12]);
}

// Kernel step would solve the box of three thousand million heaps, if it had to.
TEST(BoxSource, AsksTheFirstHeapsBeforeABoxThatTakesLong) {
  lazy::Meter meter({.bytes = std::uint64_t{16} << 30});
  BoxSource source(meter, nullptr);
  const auto rules = load("nim");
  const Position far{3'000'000'000};
  const auto price = source.price({rules, Convention::normal, Quantity::nimber}, far, quick);
  ASSERT_TRUE(price);
  EXPECT_LT(*price, 0.1);
  const auto found = source.find({rules, Convention::normal, Quantity::nimber}, far);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, Errc::unsupported);
}

// With less memory than one byte for each heap.
TEST(BoxSource, GivesUpFarHeapsWithoutAPeriod) {
  lazy::Meter meter({.bytes = std::uint64_t{8} << 20});
  BoxSource source(meter, nullptr);
  EXPECT_EQ(far_value(source, "grundys_game", 120'000'000'000), std::nullopt);
  EXPECT_EQ(far_value(source, "officers", 120'000'000'000), std::nullopt);
}

// What a rule leaves by leaps a search knows at once.
TEST(Session, SearchesWhatHasNoPeriodInReach) {
  auto leaps =
      rules::parse("game leaps(n)\n (n) -> (n - k) for k in {50000000000, 30000000000}\n", "test");
  ASSERT_TRUE(leaps);
  Session session({.games = *std::move(leaps), .convention = std::nullopt, .limits = plenty});
  const auto question = session.ask("leaps(120000000000)");
  ASSERT_TRUE(question);
  const auto value = session.evaluator().evaluate(question->sum, question->convention);
  ASSERT_TRUE(value) << value.error().message;
  EXPECT_EQ(value->nimber, 1u);
}

// Under misère play too, where the class of a far heap would take a search of all below.
TEST(Session, KnowsWhoWinsFarHeapsUnderMiserePlay) {
  std::vector<Outcome> outcomes;
  for (std::size_t heap = 0; heap < 90; ++heap) {
    bool wins = heap == 0;
    for (const std::size_t step : {1U, 3U, 4U})
      wins = wins || (heap >= step && outcomes[heap - step] == Outcome::P);
    outcomes.push_back(wins ? Outcome::N : Outcome::P);
  }
  const auto game = rules::parse("game g(n)\n (n) -> (n - k) for k in {1, 3, 4}\n", "test");
  ASSERT_TRUE(game);
  Session session({.games = *game, .convention = Convention::misere, .limits = plenty});
  for (std::size_t heap = 70; heap < 77; ++heap) {  // the period is 7
    const std::vector far{"g(7000000000" + std::to_string(heap) + ")"};
    const auto values = session.values(far, query::Wanted::nimber);
    ASSERT_TRUE(values) << values.error().message;
    EXPECT_EQ(values->front().outcome, outcomes[heap]) << heap;
  }
}

Position random_position(std::mt19937_64& random, std::uint64_t below) {
  Position position(3);
  for (std::int64_t& x : position) x = static_cast<std::int64_t>(random() % below);
  return position;
}

TEST(BoxSource, SolvesTheJoinOfWhatIsExpected) {
  const auto rules = load("three_pile");
  lazy::Meter meter(plenty);
  BoxSource source(meter, nullptr);
  std::mt19937_64 random(/*seed=*/300);
  std::vector<Position> asked;
  for (int i = 0; i < 50; ++i) asked.push_back(random_position(random, 60));
  for (const Position& position : asked)
    source.expect({rules, Convention::normal, Quantity::nimber}, position);
  EXPECT_TRUE(source.expects_many({rules, Convention::normal, Quantity::nimber}));
  for (const Position& position : asked) {
    ASSERT_TRUE(source.price({rules, Convention::normal, Quantity::nimber}, position, quick));
    ASSERT_TRUE(source.find({rules, Convention::normal, Quantity::nimber}, position));
  }
  EXPECT_EQ(source.solves(), 1u);
  EXPECT_FALSE(source.expects_many({rules, Convention::normal, Quantity::nimber}));
}

TEST(BoxSource, GrowsByDoublingWhereNothingIsExpected) {
  const auto rules = load("three_pile");
  lazy::Meter meter(plenty);
  BoxSource source(meter, nullptr);
  std::mt19937_64 random(/*seed=*/301);
  for (int i = 0; i < 200; ++i) {
    const Position position = random_position(random, 80);
    if (!source.price({rules, Convention::normal, Quantity::nimber}, position, quick)) continue;
    ASSERT_TRUE(source.find({rules, Convention::normal, Quantity::nimber}, position));
  }
  EXPECT_LE(source.solves(), 12u);
}

// Of (1, 2, 30000) and (30000, 2, 1) the join would have 10^9 positions.
TEST(BoxSource, JoinsOnlyWhatIsWorthIt) {
  const auto rules = load("three_pile");
  lazy::Meter meter(plenty);
  BoxSource source(meter, nullptr);
  const std::vector<Position> asked{{1, 2, 9000}, {9000, 1, 2}, {2, 9000, 1}};
  for (const Position& position : asked)
    source.expect({rules, Convention::normal, Quantity::outcome}, position);
  for (int round = 0; round < 3; ++round)
    for (const Position& position : asked) {
      ASSERT_TRUE(source.price({rules, Convention::normal, Quantity::outcome}, position, quick));
      ASSERT_TRUE(source.find({rules, Convention::normal, Quantity::outcome}, position));
    }
  EXPECT_EQ(source.solves(), 3u);
}

TEST(BoxSource, DropsOldBoxesForTheMemoryThatNewOnesNeed) {
  const auto heaps = std::make_shared<const rules::Rules>(
      rules::parse("game heaps(n)\n  (n) -> (n - k)  for k >= 600\n", "test")->front());
  const auto wythoff = load("wythoff");
  lazy::Meter meter({.bytes = std::uint64_t{6} << 20});
  BoxSource source(meter, nullptr);
  const auto ask = [&](const std::shared_ptr<const rules::Rules>& rules, const Position& position) {
    ASSERT_TRUE(source.price({rules, Convention::normal, Quantity::nimber}, position, quick));
    ASSERT_TRUE(source.find({rules, Convention::normal, Quantity::nimber}, position));
  };
  ask(heaps, {1'200'000});
  ask(wythoff, {1500, 1500});
  EXPECT_FALSE(source.has({heaps, Convention::normal, Quantity::nimber}, {5}));
  EXPECT_TRUE(source.has({wythoff, Convention::normal, Quantity::nimber}, {5, 5}));
}

TEST(BoxSource, SharesTheAllowanceWithSearches) {
  const auto wythoff = load("wythoff");
  constexpr std::uint64_t limit = std::uint64_t{8} << 20;
  lazy::Meter meter({.bytes = limit});
  BoxSource source(meter, nullptr);
  const auto price = [&](const Position& position) {
    return source.price({wythoff, Convention::normal, Quantity::nimber}, position, quick);
  };
  ASSERT_TRUE(meter.take(limit / 4 * 3));
  EXPECT_FALSE(price({2000, 2000}));
  meter.give_back(limit / 4 * 3);
  ASSERT_TRUE(price({1500, 1500}));
  ASSERT_TRUE(source.find({wythoff, Convention::normal, Quantity::nimber}, {1500, 1500}));
  EXPECT_GT(meter.progress().bytes, 1500u * 1500u);
  EXPECT_FALSE(meter.take(limit - 1500 * 1500));
}

TEST(BoxSource, FindsWhichPositionsOfALineHaveAValue) {
  const auto rules = load("wythoff");
  lazy::Meter meter(plenty);
  BoxSource source(meter, nullptr);
  constexpr auto nimber = Quantity::nimber;
  ASSERT_TRUE(source.price({rules, Convention::normal, nimber}, {300, 300}, quick));
  ASSERT_TRUE(source.find({rules, Convention::normal, nimber}, {300, 300}));
  for (const lazy::Line& line : {lazy::Line{{299, 100}, {-1, 0}, 300},
                                 {{0, 7}, {0, 3}, 90},
                                 {{299, 298}, {-1, -1}, 299},
                                 {{4, 4}, {2, 1}, 1}}) {
    std::vector<std::vector<std::uint64_t>> expected(500);
    for (std::uint64_t i = 0; i < line.count; ++i) {
      const auto number = static_cast<std::int64_t>(i);
      const Position at{line.start[0] + number * line.step[0],
                        line.start[1] + number * line.step[1]};
      const auto value = **source.find({rules, Convention::normal, nimber}, at);
      ASSERT_LT(value, 500u);
      expected[value].push_back(i);
    }
    for (std::uint32_t value = 0; value < 500; ++value) {
      std::vector<std::uint64_t> found;
      if (!source.find_on_line({rules, Convention::normal, nimber}, line, value, found)) continue;
      EXPECT_EQ(found, expected[value]) << value;
    }
  }
  std::vector<std::uint64_t> found;
  EXPECT_FALSE(
      source.find_on_line({rules, Convention::normal, nimber}, {{0, 0}, {1, 1}, 302}, 0, found))
      << "beyond the box";
}

// Beyond the heaps that are solved too.
TEST(BoxSource, FindsWhichHeapsHaveANimberThatGrows) {
  const auto rules = load("lasker");
  lazy::Meter meter(plenty);
  BoxSource source(meter, nullptr);
  constexpr auto nimber = Quantity::nimber;
  const auto at = [&](std::int64_t heap) {
    EXPECT_TRUE(source.price({rules, Convention::normal, nimber}, {heap}, quick));
    return **source.find({rules, Convention::normal, nimber}, {heap});
  };
  ASSERT_EQ(at(5'000'000), 4'999'999U);
  for (const lazy::Line& line : {lazy::Line{{4'999'999}, {-1}, 5'000'000},
                                 {{4'000'001}, {3}, 300'000},
                                 {{0}, {1}, 9},
                                 {{17}, {0}, 1}}) {
    const auto heap = [&](std::uint64_t number) {
      return line.start[0] + static_cast<std::int64_t>(number) * line.step[0];
    };
    std::uint64_t all = 0;
    for (const std::uint64_t number : {std::uint64_t{0}, line.count / 2, line.count - 1}) {
      std::vector<std::uint64_t> found{77};
      ASSERT_TRUE(
          source.find_on_line({rules, Convention::normal, nimber}, line, at(heap(number)), found));
      EXPECT_EQ(found, (std::vector<std::uint64_t>{77, number})) << heap(number);
    }
    for (std::uint32_t value = 0; value < 40; ++value) {
      std::vector<std::uint64_t> found;
      ASSERT_TRUE(source.find_on_line({rules, Convention::normal, nimber}, line, value, found));
      for (const std::uint64_t number : found) EXPECT_EQ(at(heap(number)), value);
      all += found.size();
    }
    EXPECT_EQ(all, line.step[0] == -1 ? 40U : line.step[0] == 3 ? 0U : line.count);
  }
}

TEST(BoxSource, HasNoPriceWhereItWouldNotHelp) {
  lazy::Meter meter(plenty);
  BoxSource source(meter, nullptr);
  const auto price = [&](std::string_view game, const Position& position) {
    return source.price({load(game), Convention::normal, Quantity::nimber}, position, quick);
  };
  EXPECT_FALSE(price("three_pile", {5, 5, 5}));           // few positions
  EXPECT_FALSE(price("euclid", {4000, 4000}));            // no kernel of its own
  EXPECT_FALSE(price("three_pile", {9000, 9000, 9000}));  // beyond the memory
}

TEST(BoxSource, WhatKernelGenericSolvesHasAPriceByAllWays) {
  const auto rules = one_game("game taken(n, q)\n(n, q) -> (n - k, 2 * k) for k in 1 .. q");
  lazy::Meter meter(plenty);
  BoxSource source(meter, nullptr);
  lazy::NimberSearch search(rules, meter);
  const Position far{200, 199};
  EXPECT_FALSE(source.price({rules, Convention::normal, Quantity::nimber}, far, quick));
  EXPECT_GT(source.price({rules, Convention::normal, Quantity::nimber}, far, query::Ways::all), 0);
  for (const Position& position : {far, Position{144, 143}, {89, 1}, {50, 60}})
    EXPECT_EQ(**source.find({rules, Convention::normal, Quantity::nimber}, position),
              *search.nimber(position))
        << to_string(position);
  EXPECT_EQ(source.solves(), 1u);
}

// The closure of (1, 0) reaches to (1, 1), but play from there goes on to (0, 2).
TEST(BoxSource, TellsNothingOfWhatOnlyLiesInTheClosure) {
  const auto rules = one_game("game shift(b, c)\n(b, c) -> (b - 1, c + 1)");
  lazy::Meter meter(plenty);
  BoxSource source(meter, nullptr, nullptr, /*least_positions=*/1);
  const auto ask = [&](const Position& position) {
    EXPECT_TRUE(source.price({rules, Convention::normal, Quantity::outcome}, position, quick));
    return **source.find({rules, Convention::normal, Quantity::outcome}, position);
  };
  EXPECT_EQ(ask({1, 0}), 1u);
  EXPECT_EQ(ask({1, 1}), 1u);
  EXPECT_EQ(ask({0, 1}), 0u);
}

// A sum whose outcome does not follow from those of its parts.
TEST(BoxSource, NoBoxIsSolvedByASearchForEachPosition) {
  const auto rules = one_game("game parts(n)\n(n) -> (i) + (n - 1 - i) for i in 0 .. n - 1");
  lazy::Meter meter(plenty);
  BoxSource source(meter, nullptr);
  EXPECT_FALSE(
      source.price({rules, Convention::misere, Quantity::outcome}, {3000}, query::Ways::all));
}

// Those that are counted on lines of a box, and those that are visited.
TEST(Session, WinningMovesAloneAreThoseOfAll) {
  Session session(Choice{});
  for (const std::string_view text :
       {"nim(3000) + nim(1777) + nim(2500)", "nim(3000) + 2*nim(70)", "bash(900; m=400) + nim(19)",
        "wythoff(90,80) + nim(33)", "nim3(30,40,50)", "three_pile(20,30,25)", "lasker(200)",
        "s_nim(700; S={2,5,9})", "kayles(100) + nim(800)", "cutting(30,40)", "0", "nim(0)"})
    for (const Convention convention : {Convention::normal, Convention::misere}) {
      SCOPED_TRACE(text);
      auto question = session.ask(text);
      ASSERT_TRUE(question) << question.error().message;
      question->convention = convention;
      // Misère sums are searched as a whole, which takes long where play splits heaps.
      if (convention == Convention::misere && text.find("3(") == text.npos &&
          text.find("pile") == text.npos)
        continue;
      session.expect(*question);
      auto& evaluator = session.evaluator();
      const auto all = evaluator.moves(question->sum, convention);
      const auto winning = evaluator.moves(question->sum, convention, query::Listed::winning);
      ASSERT_TRUE(all && winning);
      EXPECT_EQ(winning->total, all->options.size());
      EXPECT_EQ(all->total, all->options.size());
      EXPECT_EQ(winning->winning_ways, all->winning_ways);
      ASSERT_EQ(winning->winning, all->winning);
      ASSERT_EQ(winning->options.size(), all->winning);
      for (std::size_t i = 0; i < all->winning; ++i) {
        EXPECT_EQ(winning->options[i].term, all->options[i].term);
        EXPECT_EQ(winning->options[i].to, all->options[i].to);
        EXPECT_EQ(winning->options[i].nimber, all->options[i].nimber);
        EXPECT_EQ(winning->options[i].outcome, all->options[i].outcome);
      }
    }
}

TEST(Session, OutcomesAloneAreThoseOfNimbers) {
  Session session(Choice{});
  std::mt19937_64 random(/*seed=*/68197);
  for (int i = 0; i < 300; ++i) {
    const Position at = random_position(random, 40);
    const auto question = session.ask("three_pile" + to_string(at));
    ASSERT_TRUE(question) << question.error().message;
    auto& evaluator = session.evaluator();
    const auto alone =
        evaluator.evaluate(question->sum, Convention::normal, false, query::Wanted::outcome);
    const auto nimber = evaluator.evaluate(question->sum, Convention::normal);
    ASSERT_TRUE(alone && nimber);
    EXPECT_EQ(alone->outcome, nimber->outcome) << to_string(at);
  }
}

// Searched alone, the first takes seconds and the second days.
TEST(Session, LargePositionsOfKnownFormsTakeNoLongerThanTheirBox) {
  Session session(Choice{});
  const std::clock_t begin = std::clock();  // of all processors
  for (const auto& [expression, nimber] :
       {std::pair{"three_pile(150,150,150)", 0u}, {"nim(3000000)", 3'000'000u}}) {
    const auto question = session.ask(expression);
    ASSERT_TRUE(question) << question.error().message;
    const auto value = session.evaluator().evaluate(question->sum, question->convention);
    ASSERT_TRUE(value) << value.error().message;
    EXPECT_EQ(value->nimber, nimber) << expression;
  }
  EXPECT_LT(std::clock() - begin, 4 * CLOCKS_PER_SEC);
}

}  // namespace
}  // namespace grundy::session
