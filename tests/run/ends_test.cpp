// Games whose end no simple proof shows, against the oracle; and play that really comes back.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <charconv>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "generator/draw.hpp"
#include "oracle/options.hpp"
#include "rules/language/parser.hpp"
#include "rules/parse.hpp"
#include "support/expected.hpp"

namespace grundy::sweep {
namespace {

using rules::parsed;
using testing::HasSubstr;

const Setting two_threads{"openmp", 2, 100};

void expect_values_of_the_definition(const rules::Rules& rules, const Box& box, bool is_proved) {
  for (const Question& question : all_questions) {
    SCOPED_TRACE(to_string(question));
    const auto expected = ask_oracle(rules, box, question);
    ASSERT_TRUE(expected) << expected.error().message;
    const auto plan = plan_for(rules, box, question, two_threads.tile_positions);
    ASSERT_TRUE(plan) << plan.error().message;
    EXPECT_EQ(plan->descent.is_proved(), is_proved);
    expect_equal(carry_out(*plan, two_threads), *expected);
  }
}

struct Case {
  std::string text;
  std::int64_t extent;
};

TEST(Ends, AreProvedOfPowersOfBindersOfCasesAndOfCountedMoves) {
  for (const auto& [text, extent] : std::vector<Case>{
           {"game g(n) (n) -> (n - k * k) for k >= 1", 200},
           {"game g(n) (n) -> (n - k * (k + 1)) for k >= 1", 200},
           {"game g(n) (n) -> (n - floor(k * (k + 1) / 2)) for k >= 1", 200},
           {"game g(n) (n) -> (n - k * k * k) for k >= 1", 300},
           {"game g(n) (n) -> (n - k * k * k - k) for k >= 1", 300},
           {"game g(n in -3 ..) (n) -> (n - k * k) for k >= 2", 100},
           {"game g(n) (n) -> (n - p * q) for p >= 2, q >= p", 100},
           {"game g(n) (n) -> (n - k * k) for k in primes", 200},
           {"game g(n) (n) -> (n - max(k, 3)) for k >= 1", 60},
           {"game g(a, b) (a, b) -> (a - k * k, b - k * k * k) for k >= 1", 25},
           {"game g(a, b) (a, b) -> (a - k * k * b, b) for k >= 1 when b >= 1", 25},
           {"game g(n) (n) -> (max(n - 1, 0)) when n >= 1", 30},
           {"game g(a, b) (a, b) -> (max(a - k, b), min(a - k, b)) for k in 1 .. a", 12},
           {"game g(a, b, c) (a, b, c) -> (b, c, 0) when a >= 1\n"
            "(a, b, c) -> (max(a - 1, 0), max(b - 1, 0), max(c - 1, 0)) when a + b + c >= 1",
            7},
           {"game g(w, b) (w, b) -> (w - 1, b + 7)\n(w, b) -> (w, b - k) for k in 1 .. 3", 8},
           {"game g(w, b) (w, b) -> (w - 1, b + w)\n(w, b) -> (w, b - k) for k in 1 .. 3", 8},
           {"game g(n) (n) -> (n - p * q * r) for p >= 2, q >= p, r >= q", 60},
           {"game g(n) (n) -> (n - p * p - q * q) for p >= 1, q >= p", 40},
           {"game g(n) (n) -> (n - 1 - n mod max(k, 1)) for k in 1 .. floor(n / 2)", 40},
           {"game g(n) (n) -> (n - k * j) for k >= 1, j >= 1 when j * j != 4", 30},
           {"game g(a, b) (a, b) -> (a - 2, b + 13)\n(a, b) -> (a + 2, b - 15)", 8}}) {
    SCOPED_TRACE(text);
    const rules::Rules rules = parsed(text);
    ASSERT_FALSE(rules.options.empty());
    expect_values_of_the_definition(rules, rules.low_box(extent), true);
  }
}

// Where no bound of a coordinate is proved, all play is followed.
TEST(Ends, AreFoundWhereCoordinatesHaveNoKnownBound) {
  const std::string digits =
      "(floor(a / (10 * p)) * p + a mod p{}) for p in powers(10) when p <= a and a >= 1\n";
  for (const auto& [text, extent] :
       std::vector<Case>{{"game g(a) (a) -> " + fmt::format(fmt::runtime(digits), ""), 150},
                         {"game g(a) (a) -> " + fmt::format(fmt::runtime(digits), "") +
                              "(a) -> (a - k * j) for k in primes, j >= 1",
                          40},
                         {"game g(a, b) (a, b) -> " + fmt::format(fmt::runtime(digits), ", b") +
                              "(a, b) -> (a - 1, b + 1)",
                          11},
                         {"game g(a, b) (a, b) -> " + fmt::format(fmt::runtime(digits), ", b + 1") +
                              "(a, b) -> (a, b - 1)",
                          11},
                         {"game g(w, b) (w, b) -> (w - 1, 10 * b)\n(w, b) -> (w, b - 1)", 3},
                         {"game g(w, b) (w, b) -> (w - 1, b * b)\n(w, b) -> (w, b - 1)", 3}}) {
    SCOPED_TRACE(text);
    const rules::Rules rules = parsed(text);
    ASSERT_FALSE(rules.options.empty());
    const Box box = rules.low_box(extent);
    for (const Question& question : all_questions) {
      const auto expected = ask_oracle(rules, box, question);
      ASSERT_TRUE(expected) << expected.error().message;
      const auto plan = plan_for(rules, box, question, two_threads.tile_positions);
      ASSERT_TRUE(plan) << plan.error().message;
      expect_equal(carry_out(*plan, two_threads), *expected);
    }
  }
}

// Then the weights by which moves fall are all 0.
TEST(Ends, AreThereWhereNothingMoves) {
  const rules::Rules rules = parsed(
      "game g(a in 200000000000000 .., b in -79999999999998 .., c in 599999999999999999 ..,\n"
      "       d in -5000 .., e in 69999999996 ..)\n"
      "  (a, b, c, d, e) -> (a - k * (b - -80000000000000), b, c, d, e)  for k in 3 ..\n"
      "      when b >= -79999999999999\n");
  Box box{rules.low_corner(), rules.low_corner()};
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis) box.high[axis] += axis == 1 ? 2 : 1;
  expect_values_of_the_definition(rules, box, /*is_proved=*/true);
}

TEST(Ends, DoNotDependOnTheSizeOfTheBox) {
  const std::vector<std::pair<std::string, std::vector<std::int64_t>>> cases{
      {"(n) -> (y) for y in 0 .. n - 1 when n <= y * y * y * y", {948, 949, 20'643}},
      {"(n) -> (n - k * k * k) for k in 1 .. n", {17'751, 20'001, 20'643, 2'000'000'000}}};
  for (const auto& [rule, extents] : cases)
    for (const std::int64_t extent : extents) {
      SCOPED_TRACE(fmt::format("{} up to {}", rule, extent));
      const rules::Rules rules = parsed("game g(n)\n" + rule);
      const auto plan =
          plan_for(rules, rules.low_box(extent), {Quantity::outcome, Convention::normal}, 1 << 15);
      ASSERT_TRUE(plan) << plan.error().message;
      EXPECT_TRUE(plan->descent.is_proved());
    }
}

// A number that every move lowers, outside linear arithmetic.
std::string measure(const std::string& a, const std::string& b,
                    const std::vector<std::int64_t>& numbers) {
  return fmt::format("({} * {} * {} + {} * {} + {} * {}) mod {}", numbers[0], a, a, numbers[1], b,
                     numbers[2], a + " * " + b, numbers[3]);
}

std::vector<std::int64_t> random_numbers(generator::Draw& draw) {
  return {draw.between(1, 9), draw.between(1, 9), draw.between(0, 5), draw.between(5, 40)};
}

TEST(Ends, AreFoundByWalkingWhereNoProofIs) {
  generator::Draw draw(/*seed=*/2601);
  std::size_t walked = 0;
  for (std::size_t game = 0; game < 200; ++game) {
    const auto numbers = random_numbers(draw);
    const std::string text = fmt::format(
        "game g(a in 0 .. 6, b in -2 .. 4)\n"
        "  (a, b) -> (i, j)  for i in 0 .. 6, j in -2 .. 4  when {} < {} and (i + j) mod {} != 1\n",
        measure("i", "j", numbers), measure("a", "b", numbers), draw.between(2, 4));
    SCOPED_TRACE(text);
    const rules::Rules rules = parsed(text);
    const Box box{{0, -2}, {6, 4}};
    const Question question = all_questions[game % all_questions.size()];
    const auto expected = ask_oracle(rules, box, question);
    ASSERT_TRUE(expected) << expected.error().message;
    const auto plan = plan_for(rules, box, question, 100);
    ASSERT_TRUE(plan) << plan.error().message;
    walked += plan->descent.is_proved() ? 0U : 1U;
    expect_equal(carry_out(*plan, two_threads), *expected);
  }
  EXPECT_GE(walked, 150U);
}

// The positions in a message that ends in "(0) -> (1) -> (0)".
std::vector<Position> positions_in(const std::string& message) {
  std::vector<Position> positions;
  const std::string start = "need not end: ";
  std::size_t at = message.find(start);
  if (at == std::string::npos) return positions;
  const std::size_t end = message.find('\n', at);
  while ((at = message.find('(', at)) != std::string::npos && at < end) {
    std::int64_t n = 0;
    std::from_chars(message.data() + at + 1, message.data() + end, n);
    positions.push_back({n});
    ++at;
  }
  return positions;
}

// Far from the low ends, where the reader of rules does not look.
TEST(Ends, AreRefusedWithPlayThatComesBack) {
  generator::Draw draw(/*seed=*/2602);
  for (std::size_t game = 0; game < 200; ++game) {
    const std::int64_t from = draw.between(2500, 2900);
    const std::int64_t a = draw.between(1, 50), b = draw.between(1, 50);
    const std::int64_t m = draw.between(500, 4000);
    const std::string text = fmt::format(
        "game g(n in 0 .. 3000)\n"
        "  (n) -> (x)  for x in n - 3 .. n + 3  when ({0} * x * x + {1} * x) mod {2} < ({0} * n * "
        "n "
        "+ {1} * n) mod {2}\n"
        "  (n) -> (n + {4})  when n >= {3} and n mod 9 = 0\n"
        "  (n) -> (n - {4})  when n >= {3} and n mod 9 = {4}\n",
        a, b, m, from, draw.between(1, 8));
    SCOPED_TRACE(text);
    const rules::Rules rules = parsed(text);
    const auto plan = plan_for(rules, {{0}, {3000}}, {Quantity::outcome, Convention::normal}, 100);
    ASSERT_TRUE(plan) << plan.error().message;
    const auto solved = carry_out(*plan, two_threads);
    ASSERT_FALSE(solved);
    EXPECT_EQ(solved.error().code, Errc::rules);
    const auto cycle = positions_in(solved.error().message);
    ASSERT_GE(cycle.size(), 2U) << solved.error().message;
    EXPECT_EQ(cycle.front(), cycle.back());
    for (std::size_t i = 1; i < cycle.size(); ++i) {
      const auto options = oracle::options(rules, cycle[i - 1]);
      ASSERT_TRUE(options);
      EXPECT_THAT(*options, testing::Contains(oracle::Sum{cycle[i]})) << i;
    }
  }
}

// Only what play from the box reaches matters.
TEST(Ends, AreJudgedForTheBox) {
  const rules::Rules rules = parsed(
      "game g(n in 0 .. 5000)\n"
      "  (n) -> (n - 1 + 2 * (n mod 2))  when n >= 4000\n"
      "  (n) -> (x)  for x in n - 9 .. n + 9  when x mod 7 < n mod 7 and n <= 3000\n");
  const Question question{Quantity::nimber, Convention::normal};
  const auto fine = plan_for(rules, {{0}, {3000}}, question, 100);
  ASSERT_TRUE(fine);
  EXPECT_TRUE(carry_out(*fine, two_threads));
  const auto endless = plan_for(rules, {{0}, {4001}}, question, 100);
  ASSERT_TRUE(endless);
  const auto solved = carry_out(*endless, two_threads);
  ASSERT_FALSE(solved);
  EXPECT_THAT(solved.error().message, HasSubstr("need not end: (4"));
}

}  // namespace
}  // namespace grundy::sweep
