// Rules made to hurt the planner: it must return soon, with a plan or an error that says why.
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <ctime>
#include <functional>

#include "methods/heap/steps.hpp"
#include "plan/cost.hpp"
#include "plan/plan.hpp"
#include "rules/language/parser.hpp"
#include "support/random_loops.hpp"

namespace grundy::plan {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

std::string joined(std::size_t count, std::string_view between,
                   const std::function<std::string(const std::string&)>& part) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    text += (i > 0 ? std::string(between) : "") + part(std::to_string(i));
  return text;
}

std::string nested(std::size_t depth, const std::string& before, const std::string& after) {
  std::string text = "a";
  for (std::size_t i = 0; i < depth; ++i) text = before + text + after;
  return text;
}

// Sanitizers are slow, and take memory of their own.
#ifdef NDEBUG
constexpr double most_seconds = 2;
constexpr long most_megabytes = 200;
#else
constexpr double most_seconds = 20;
constexpr long most_megabytes = 2000;
#endif

struct Attempt {
  std::string mistakes;  // of the reader or the planner; empty: planned
  bool guessed = false;
  double seconds = 0;  // of the processor
};

Attempt attempt(const std::string& text, std::int64_t high = 20) {
  const std::clock_t begin = std::clock();
  Attempt result;
  const auto games = rules::parse(text, "t");
  if (!games) {
    result.mistakes = games.error().message;
  } else {
    Request request;
    request.rules = games->front();
    for (const rules::Coordinate& coordinate : request.rules.coordinates)
      request.high.push_back(std::max(coordinate.low, high));
    const auto plan = make_plan(request);
    if (plan && plan->by_options())
      result.guessed = generic::mean_options(*plan->by_options(), *plan).guessed;
    if (!plan) result.mistakes = plan.error().message;
  }
  result.seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  return result;
}

const std::string two = "game g(a, b)\n(a, b) -> ";
const std::string eight = "(a, b, c, d, e, f, u, v)";
const std::string sum_of_eight = "(a + b + c + d + e + f + u + v)";

struct Attack {
  std::string name;
  std::string text;
};
void PrintTo(const Attack& attack, std::ostream* stream) {
  *stream << attack.name;
}

std::string product_of_sums(std::size_t factors) {
  return "game g" + eight + "\n" + eight + " -> (" +
         joined(factors, " * ", [](const auto&) { return sum_of_eight; }) +
         ", b, c, d, e, f, u, v) when a > 1\n";
}

std::vector<Attack> attacks() {
  const auto number = [](const std::string& i) { return i; };
  return {
      {"twelve_sums_multiplied", product_of_sums(12)},
      {"four_sums_multiplied", product_of_sums(4)},
      {"ten_products", two + "(a - 1, " +
                           joined(10, " * ", [](const auto& i) { return "(b + " + i + " + k)"; }) +
                           ") for k in 1 .. 3 when a >= 1"},
      {"nested_floor", two + "(a - 1, " + nested(40, "floor((b + ", ") / 2)") + ") when a >= 1"},
      {"nested_floor_of_products",
       two + "(a - 1, " + nested(10, "floor((b + ", " * b) / 2)") + ") when a >= 1"},
      {"nested_mod", two + "(a - 1, " + nested(40, "(b + ", ") mod 7") + ") when a >= 1"},
      {"nested_min_and_max",
       two + "(a - 1, " + nested(40, "min(b + 1, max(", ", b))") + ") when a >= 1"},
      {"eight_pairs_of_min_and_max",
       two + "(a - 1, " +
           joined(8, " + ",
                  [](const auto& i) { return "min(k + " + i + ", b) * max(k - " + i + ", a)"; }) +
           ") for k in 1 .. b when a >= 1"},
      {"a_wide_min", two + "(a - 1, min(" +
                         joined(5000, ", ", [](const auto& i) { return "b + " + i + " * a"; }) +
                         ")) when a >= 1"},
      {"many_rules_of_four_binders",
       "game g(a, b, c, d)\n" +
           joined(100, "\n",
                  [](const auto& i) {
                    return "(a, b, c, d) -> (a - i - j, b - k, c - l, d + i - " + i +
                           ") for i >= 1, j in 0 .. i, k in 0 .. b, l in 0 .. c when i + j + k + l "
                           "<= " +
                           i + " + a";
                  })},
      {"many_conditions",
       two + "(a - k, b) for k >= 1 when " +
           joined(5000, " and ", [](const auto& i) { return "a + " + i + " * b > k + " + i; })},
      {"many_binders_with_sets", "game g(n)\n(n) -> (n - 1) for k in {" +
                                     joined(4000, ", ", number) + "}, j in {" +
                                     joined(4000, ", ", number) + "} when k * j mod 7 = n"},
      {"a_filter_over_a_long_range",
       "game g(n)\n(n) -> (n - 1) for k in 1 .. 1000000000 when k mod 7 = n"},
      {"a_binder_within_a_long_range",
       "game g(n)\n(n) -> (n - j) for k in 1 .. 1000000000, j in 1 .. 3"},
      {"primes_and_squares_without_end",
       two + "(a - 1, b) for k in primes, j in squares when k * j <= 4000000000000 * a"},
      {"weights_of_eight",
       "game g" + eight + "\n" +
           joined(20, "\n",
                  [](const auto& i) {
                    return eight + " -> (b + k - 1, c - k, d + k * " + i +
                           ", e - k, f + k, u - k, v + k, a - k) for k in 1 .. 3";
                  })},
  };
}

class HostilePlan : public testing::TestWithParam<Attack> {};

TEST_P(HostilePlan, IsPlannedOrRefusedSoon) {
  const Attempt result = attempt(GetParam().text);
  EXPECT_LT(result.seconds, most_seconds);
  if (result.mistakes.empty()) return;
  EXPECT_THAT(result.mistakes, StartsWith("t:")) << "names a rule";
  EXPECT_THAT(result.mistakes, HasSubstr("\n  ")) << "says what to do";
}

INSTANTIATE_TEST_SUITE_P(Rules, HostilePlan, testing::ValuesIn(attacks()),
                         [](const auto& attack) { return attack.param.name; });

// What a process of its own takes, which then ends with status 0.
rusage taken_by(const std::function<void()>& work) {
  const pid_t child = fork();
  if (child == 0) {
    work();
    _exit(0);
  }
  int status = 0;
  rusage usage{};
  EXPECT_EQ(wait4(child, &status, 0, &usage), child);
  EXPECT_EQ(status, 0);
  return usage;
}

TEST(HostilePlan, OfRandomLoopsTakesLittleTimeAndMemory) {
  support::RandomLoops random(1937);
  const long before = taken_by([] {}).ru_maxrss;
  for (std::size_t trial = 0; trial < 40; ++trial) {
    const support::RandomLoops::Game game = random.next();
    SCOPED_TRACE(testing::Message() << "game " << trial << ", box " << game.high << "\n"
                                    << game.text);
    const rusage usage = taken_by([&] { attempt(game.text, game.high); });
    const auto seconds = [](const timeval& time) {
      return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    EXPECT_LT(seconds(usage.ru_utime) + seconds(usage.ru_stime), most_seconds);
    EXPECT_LT((usage.ru_maxrss - before) / 1024, most_megabytes);
  }
}

TEST(HostilePlan, ProductsOfSumsAreNotMultipliedOutWithoutEnd) {
  EXPECT_THAT(attempt(product_of_sums(12)).mistakes,
              AllOf(StartsWith("t:2:1: multiplied out, an expression has more than 4096 terms"),
                    HasSubstr("use fewer products of sums")));
}

TEST(HostilePlan, LoopsTooLongToWalkAreForecastByAGuess) {
  for (const std::string loop :
       {"(n - 1) for k in 1 .. 1000000000 when (k * k) mod 7 = n",
        "(n - j) for k in 1 .. 1000000000, j in 1 .. 3 when (k * k + j) mod 7 = n"}) {
    const Attempt result = attempt("game g(n)\n(n) -> " + loop);
    EXPECT_EQ(result.mistakes, "");
    EXPECT_TRUE(result.guessed) << loop;
  }
  EXPECT_FALSE(attempt("game g(n)\n(n) -> (n - j) for k in 1 .. 10, j in 1 .. 3").guessed);
}

// A list of 40,000 million primes would be made.
TEST(HostilePlan, MemoryIsEstimatedWithoutBuildingTheLists) {
  const auto games = rules::parse("game g(n)\n(n) -> (n - k) for k in primes", "t");
  ASSERT_TRUE(games);
  Request request;
  request.rules = games->front();
  request.high = {1'000'000'000'000};
  request.quantity = Quantity::outcome;
  const auto plan = make_plan(request);
  ASSERT_TRUE(plan) << plan.error().message;
  const std::clock_t begin = std::clock();
  EXPECT_GT(plan::solving_bytes(*plan), 37'607'912'018u * sizeof(std::int64_t));
  EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, 10);
}

// Numbers of terms have 32 bits where a period is looked for, with 4 bytes for each of a window.
TEST(HostilePlan, NoWindowOfMoreThan32BitsIsLookedFor) {
  const auto games = rules::parse("game g(n)\n(n) -> (n - k) for k in 1 .. 5000000000", "t");
  ASSERT_TRUE(games);
  Request request;
  request.rules = games->front();
  request.high = {11'000'000'000};
  request.quantity = Quantity::outcome;
  const auto plan = make_plan(request);
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_LT(plan::solving_bytes(*plan), 13'000'000'000U);
}

// Of a heap from which a move takes `numbers`, as in "p for p in primes".
void expect_enough_estimated(const std::string& numbers, std::int64_t high) {
  SCOPED_TRACE(numbers + ", " + std::to_string(high));
  const auto at = numbers.find(" for ");
  const auto games = rules::parse(
      "game g(n)\n(n) -> (n - (" + numbers.substr(0, at) + "))" + numbers.substr(at), "t");
  ASSERT_TRUE(games);
  const auto steps = step::recognise_steps(games->front());
  ASSERT_TRUE(steps) << steps.error().message;
  const Box closure{{0}, {high}};
  EXPECT_GE(step::forecast(*steps, closure).single,
            step::list_steps(*steps, closure).single.size());
}

TEST(HostilePlan, NoFewerStepsAreEstimatedThanThereAre) {
  for (const std::int64_t high : {0, 1, 2, 3, 17, 100, 5000}) {
    for (const std::string set : {"primes", "squares", "factorials", "fibonacci", "powers(2)",
                                  "odd", "even", "{3, 5, 70}", "1 .. 70", "3 .."})
      for (const std::string step : {"k", "3 * k - 2", "70 * k + 5"})
        expect_enough_estimated(step + " for k in " + set, high);
    for (const std::string sets : {"p in primes, q in primes", "p in squares, q >= 3",
                                   "p in {2, 9, 30}, q in 1 .. 5", "p in primes, q in {}"})
      expect_enough_estimated("p * q for " + sets, high);
  }
}

}  // namespace
}  // namespace grundy::plan
