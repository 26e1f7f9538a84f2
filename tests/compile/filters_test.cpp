// A binder that a condition is solved for meets the values that pass, each once, and no others.
#include "compile/filters.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "compile/option_walk.hpp"
#include "rules/language/parser.hpp"

namespace grundy::compile {
namespace {

struct Shape {
  std::size_t loops = 0;
  std::size_t tests = 0;  // inside loops, or of values of a last binder that is no run
  std::size_t runs = 0;
};

Shape shape_of(const CompiledRules& compiled) {
  Shape shape;
  for (const kernels::RuleProgram& rule : compiled.program().rules) {
    shape.loops += rule.loops.size();
    shape.runs += rule.has_run ? 1 : 0;
    for (const kernels::Loop& loop : rule.loops)
      shape.tests += loop.pass != kernels::no_register ? 1 : 0;
  }
  return shape;
}

// Of a heap to 40 and a pair to 9, in which `rule` is the only one.
Shape checked(const std::string& text, const Box& box) {
  SCOPED_TRACE(text);
  const auto games = rules::parse(text, "test");
  EXPECT_TRUE(games) << games.error().message;
  if (!games) return {};
  Counts counts;
  expect_options(games->front(), box, counts);
  EXPECT_EQ(counts.undefined, 0u);
  EXPECT_EQ(counts.replayed, 1u);
  const auto compiled = compile(games->front(), box, Outputs::ranks);
  EXPECT_TRUE(compiled) << compiled.error().message;
  return compiled ? shape_of(*compiled) : Shape{};
}

Shape of_heap(const std::string& condition) {
  return checked("game g(n) (n) -> (n - k) for k in 1 .. n when " + condition, {{0}, {40}});
}

TEST(Filters, AreRunsWhereTheyCanBeSolvedFor) {
  for (const char* condition : {"n mod k = 0",
                                "n mod k = 2",
                                "n mod (k + 2) = 1",
                                "(2 * n) mod (k + 1) = n mod 3",
                                "k mod 3 = 1",
                                "(n + k) mod 3 = 1",
                                "(5 * k - n) mod 7 = n mod 4",
                                "(6 * k + n) mod 4 = 1",
                                "k * k <= n",
                                "k * k + 3 * k < n",
                                "2 * k * k - n >= 1",
                                "k * k = n",
                                "n - k * k < 0",
                                "k * (k + 1) = 2 * n",
                                "k * k - 8 * k <= n - 30",
                                "floor(k / 3) = 2",
                                "floor(n / 2) = k",
                                "ceil((2 * k + 1) / 3) <= n - 5",
                                "floor((n - k) / 4) > 2",
                                "max(k, 3) < n",
                                "min(2 * k, n) >= 6"}) {
    const Shape shape = of_heap(condition);
    EXPECT_EQ(shape.loops, 0u) << condition;
    EXPECT_EQ(shape.runs, 1u) << condition;
  }
}

TEST(Filters, GapsPartRuns) {
  for (const char* condition : {"k != 2", "2 * k != n"}) {
    const Shape shape = of_heap(condition);
    EXPECT_EQ(shape.loops, 0u) << condition;
    EXPECT_EQ(shape.runs, 2u) << condition;
  }
  EXPECT_EQ(of_heap("k != 2 and 2 * k != n").loops, 0u);
  EXPECT_EQ(of_heap("k != 2 and 2 * k != n and k != 5").loops, 4u) << "two gaps at most";
}

TEST(Filters, AreSolvedOneAfterTheOther) {
  for (const char* condition :
       {"k mod 2 = 1 and (n + k) mod 3 = 0", "k mod 6 = 3 and k * k <= 2 * n",
        "n mod k = 0 and k * k <= n", "k * k * k <= n", "n mod k = 0 and k != 1",
        "k mod 4 = 1 and k != n"})
    EXPECT_EQ(of_heap(condition).loops, 0u) << condition;
}

TEST(Filters, ThatCannotBeSolvedForAreTested) {
  for (const char* condition :
       {"k * k * k + k <= n", "(k * k) mod 5 = 1", "n mod k = 0 and n mod (k + 1) = 1",
        "k = 1 or k = 4", "n mod k > 1", "not (k mod 3 = 1)"})
    EXPECT_EQ(of_heap(condition).tests, 1u) << condition;
}

// Conditions on bits are joined to one, over whose bits the run goes.
TEST(Filters, OnBitsAreRuns) {
  for (const char* rule :
       {"(m - 2^k) for k in bits(m)", "(m - 2^(k + 1)) for k in bits(floor(m / 2))",
        "(m - 3 * 2^k) for k in bits(m) when floor(m / 2^(k + 1)) mod 2 = 1",
        "(m - 2^k) for k in bits(m) when k mod 3 != 1 and k <= 4",
        "(m - 2^k) for k in bits(m) when (m band 2^(k + 1)) = 0",
        "(m - 2^k) for k in 0 .. 5 when (m band 2^k) > 0",
        "(m - 2^k) for k in 0 .. 5 when m band 2^k = 2^k",
        "(m - 2^k) for k in bits(m) when floor(m / 2^(k + 2)) mod 2 != 1",
        "(m - s) for s in subsets(m)", "(m - s) for s in 2 .. m - 1 when s = s band m",
        "(m - d) for d in divisors(m)", "(m - p) for p in prime_divisors(m)",
        "(m - 1 - k) for k in bits(m)", "(m - 2^k) for k in bits(m) when N[k] != 1"}) {
    const Shape shape =
        checked(std::string("game g(m in 0 .. 63) param N = [1, 2, 1, 3, 1, 4] (m) -> ") + rule,
                {{0}, {63}});
    EXPECT_EQ(shape.loops, 0u) << rule;
    EXPECT_EQ(shape.runs, 1u) << rule;
  }
}

TEST(Filters, OnBitsOfNegativeNumbersAreTested) {
  for (const char* rule :
       {"(m - 2^k) for k in bits(m)", "(m - 2^k) for k in 0 .. 3 when (m band 2^k) > 0",
        "(m - 3 * 2^k) for k in bits(max(m, -2)) when k != 1",
        "(m - d) for d in divisors(m bxor -3)",
        "(m - 1 - k) for k in bits(m band (m - 7)) when floor(m / 2^(k + 2)) mod 2 = 0",
        "(m - s) for s in 1 .. 9 when s band m = s", "(m - d) for d in divisors(m)"})
    checked(std::string("game g(m in -20 ..) (m) -> ") + rule, {{-20}, {20}});
}

TEST(Filters, OfSeveralBinders) {
  const Box box{{0, 0}, {9, 9}};
  const auto pair = [&](const std::string& rule) {
    return checked("game g(a, b) (a, b) -> " + rule, box);
  };
  EXPECT_EQ(pair("(a - k, b) for k in 1 .. a when b >= 1 and k mod b = 0").loops, 0u);
  EXPECT_EQ(pair("(a - k, b - j) for k in 1 .. a, j in 0 .. b when (j + k) mod 3 = 0").tests, 0u);
  EXPECT_EQ(pair("(a - k, b - j) for k in 1 .. a, j in 0 .. b when (j + b) mod k = 0").tests, 0u);
  EXPECT_EQ(pair("(a - k, b - j) for k in 1 .. a, j in 1 .. b when a mod k = 0").tests, 0u);
  EXPECT_EQ(
      pair("(a - k, b - j) for k in 1 .. a, j in 1 .. b when a mod k = 0 and b mod j = 0").tests,
      1u)
      << "one range of divisors";
  EXPECT_EQ(pair("(a - k, b - j) for k >= 1, j in 0 .. k when k != 2 * j").tests, 0u);
  EXPECT_EQ(of_heap("k mod 2 = 1 and n mod k = 0").tests, 1u) << "divisors are fewer";
}

TEST(Filters, OfNegativeNumbersAndZero) {
  const Box box{{-12}, {12}};
  for (const char* condition : {"n mod k = 0", "n mod k = 1", "(n + k) mod 3 = 2", "k * k <= n",
                                "k * k >= n", "floor(n / 3) = floor((k - 6) / 2)"})
    checked(fmt::format("game g(n in -12 ..) (n) -> (n - k) for k in 1 .. 30 when {}", condition),
            box);
}

// Conditions of all these forms, with any numbers in them.
std::string random_filter(std::mt19937_64& random) {
  const auto below = [&](std::uint64_t end) { return random() % end; };
  const auto term = [&]() -> std::string {
    switch (below(5)) {
      case 0:
        return fmt::format("{}", below(7));
      case 1:
        return "a";
      case 2:
        return fmt::format("(b - {})", below(4));
      case 3:
        return fmt::format("(a + {} * i)", below(3));
      default:
        return "i";
    }
  };
  const auto linear = [&] { return fmt::format("({} * k + {})", 1 + below(5), term()); };
  const char* const signs[] = {"<", "<=", "=", "!=", ">=", ">"};
  const auto sign = [&] { return signs[below(6)]; };
  switch (below(7)) {
    case 0:
      return fmt::format("{} mod {} = {}", linear(), 1 + below(7), term());
    case 1:
      return fmt::format("{} mod (k + {}) = {}", term(), below(3), below(2) ? "0" : term());
    case 2:
      return fmt::format("{} * k * k - {} * k {} {}", 1 + below(3), below(9), sign(), term());
    case 3:
      return fmt::format("{}({} / {}) {} {}", below(2) ? "floor" : "ceil", linear(), 1 + below(5),
                         sign(), term());
    case 4:
      return fmt::format("{}({}, {}) {} {}", below(2) ? "min" : "max", linear(), term(), sign(),
                         term());
    case 5:
      return fmt::format("{} - k * k {} {}", term(), sign(), linear());
    default:
      return fmt::format("{} != {}", linear(), term());
  }
}

TEST(Filters, OfRandomRulesLeaveTheOptionsOfTheDefinition) {
  std::mt19937_64 random(/*seed=*/1956);
  Counts counts;
  for (int game = 0; game < 1000 && !testing::Test::HasFailure(); ++game) {
    std::string when = random_filter(random);
    for (auto more = random() % 3; more > 0; --more) when += " and " + random_filter(random);
    const std::string text = fmt::format(
        "game g(t in 0 .. 1, a in {} .. 6, b in 0 .. 6)\n"
        "  (t, a, b) -> (t - 1, a, b - k) for i in 0 .. 2, k in {} when {}\n",
        -static_cast<int>(random() % 5), random() % 4 ? "1 .. 9" : "squares", when);
    SCOPED_TRACE(testing::Message() << "game " << game << '\n' << text);
    const auto rules = rules::parse(text, "random filter");
    if (!rules) continue;
    Box box;
    for (const rules::Coordinate& coordinate : rules->front().coordinates) {
      box.low.push_back(coordinate.low);
      box.high.push_back(*coordinate.high);
    }
    expect_options(rules->front(), box, counts);
  }
  EXPECT_GE(counts.rules, 700u);
  EXPECT_EQ(counts.refused, 0u);
  EXPECT_GE(counts.options, 10'000u);
  EXPECT_GE(counts.positions, 50 * counts.undefined);
}

}  // namespace
}  // namespace grundy::compile
