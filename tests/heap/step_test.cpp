// Step sets: random ones against the oracle, larger boxes against the generic kernel, with every
// target and executor.
#include "methods/heap/step.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <random>

#include "rules/language/parser.hpp"
#include "support/expected.hpp"
#include "support/targets.hpp"

namespace grundy::step {
namespace {

using namespace sweep;

rules::Rules parsed(const std::string& text) {
  auto games = rules::parse(text, "test");
  if (!games) ADD_FAILURE() << games.error().message << "\n" << text;
  return games->front();
}

// A heap with one rule for each of `binders`, as in "(n) -> (n - k)  for k in odd".
std::string heap(const std::string& range, const std::vector<std::string>& rules) {
  return fmt::format("game heap(n in {})\n  (n) -> {}\n", range, fmt::join(rules, "\n  (n) -> "));
}
std::string taking(const std::string& numbers) {
  return "(n - k)  for k " + numbers;
}

Steps steps_of(const rules::Rules& rules) {
  auto steps = recognise_steps(rules);
  if (steps) return *std::move(steps);
  ADD_FAILURE() << steps.error().message;
  return {};
}

Box box_of(const rules::Rules& rules, std::int64_t heaps) {
  const std::int64_t low = rules.coordinates[0].low;
  const std::int64_t high = low + heaps - 1;
  return {{low}, {std::min(high, rules.coordinates[0].high.value_or(high))}};
}

Result<family::Solved<memory::Cells>> solution_of(const rules::Rules& rules, const Box& box,
                                                  Question question, const Setting& setting,
                                                  const tiles::Watch& watch = {}) {
  const auto executor = parallel::make_executor(setting.executor, setting.threads);
  return solve(steps_of(rules), box, question.quantity, question.convention, **executor, watch);
}

Values values_of(const family::Solved<memory::Cells>& solution) {
  Values values;
  for (std::uint64_t n = 0; n < solution.values.count(); ++n) values.push_back(solution.values[n]);
  return values;
}

class Settings {
 public:
  const Setting& next() { return all_[turn_++ % all_.size()]; }

 private:
  std::vector<Setting> all_{{"serial", 1, 1}, {"openmp", 1, 1}, {"openmp", 2, 1}, {"openmp", 3, 1},
                            {"tbb", 1, 1},    {"tbb", 2, 1},    {"tbb", 3, 1}};
  std::size_t turn_ = 0;
};

const std::vector<Question> questions{{Quantity::nimber, Convention::normal},
                                      {Quantity::outcome, Convention::normal},
                                      {Quantity::outcome, Convention::misere}};

// The text of a random game of one heap.
class RandomHeap {
 public:
  explicit RandomHeap(std::uint64_t seed) : engine_(seed) {}

  std::string text() {
    std::vector<std::string> rules;
    for (std::int64_t count = between(1, 3); count > 0; --count) rules.push_back(rule());
    const std::int64_t low = between(0, 3);
    const bool ends = between(0, 9) == 0;
    return heap(ends ? fmt::format("{}..{}", low, low + between(0, 100)) : fmt::format("{}..", low),
                rules);
  }
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(high - low + 1));
  }

 private:
  std::string rule() {
    switch (between(0, 9)) {
      case 0:
        return fmt::format("(n - {})", between(1, 70));
      case 1:
        return taking(fmt::format("in {} .. {}", between(1, 20), between(15, 90)));
      case 2:
        return taking(fmt::format(">= {}", between(1, 40)));
      case 3:
        return fmt::format("(n - {} * k - {})  for k >= {}", between(1, 5), between(0, 9),
                           between(1, 30));
      case 4:
        return taking(fmt::format("in powers({})", between(2, 5)));
      case 5:
        return taking("in " + named_[static_cast<std::size_t>(between(0, 5))]);
      case 6:
        return fmt::format("(n - 2 * k + 1)  for k in {}",
                           named_[static_cast<std::size_t>(between(0, 5))]);
      case 7:
        return amount() + "  for i in " + source() + ", j in " + source();
      case 8:
        return amount() + fmt::format("  for i >= {}, j in {} .. {}", between(1, 9), between(1, 9),
                                      between(4, 12));
      default:
        return taking("in {" + listed() + "}");
    }
  }
  std::string amount() {
    switch (between(0, 3)) {
      case 0:
        return fmt::format("(n - {} * i * j)", between(1, 3));
      case 1:
        return fmt::format("(n - i * i - {} * j * j + {})", between(1, 3), between(0, 1));
      case 2:
        return fmt::format("(n - i * (j + {}))", between(0, 5));
      default:
        return fmt::format("(n - floor((i * i + i * j + 4) / {}))", between(1, 6));
    }
  }
  std::string source() {
    return between(0, 1) == 0 ? named_[static_cast<std::size_t>(between(0, 5))]
                              : "{" + listed() + "}";
  }
  std::string listed() {
    std::vector<std::int64_t> numbers;
    for (std::int64_t count = between(1, 6); count > 0; --count)
      numbers.push_back(between(1, between(0, 1) == 0 ? 20 : 150));
    return fmt::format("{}", fmt::join(numbers, ", "));
  }

  std::mt19937_64 engine_;
  std::vector<std::string> named_{"odd", "even", "fibonacci", "squares", "factorials", "primes"};
};

// Solves in the ways that take turns, on every target.
void expect_solved(const rules::Rules& rules, const Box& box, const Question& question,
                   const Values& expected, Settings& settings) {
  test::on_every_target([&] {
    const Setting& setting = settings.next();
    SCOPED_TRACE(to_string(question) + ", " + to_string(setting));
    const auto got = solution_of(rules, box, question, setting);
    ASSERT_TRUE(got) << got.error().message;
    ASSERT_EQ(values_of(*got), expected);
  });
}

TEST(Steps, RandomSetsAgreeWithTheOracleOnEveryTarget) {
  Settings settings;
  const std::vector<std::int64_t> sizes{1, 2, 15, 16, 17, 63, 64, 65, 66, 128, 129, 511, 512, 513};
  for (std::uint64_t seed = 0; seed < 70; ++seed) {
    const std::string text = RandomHeap(seed).text();
    SCOPED_TRACE(fmt::format("seed {}: {}", seed, text));
    const rules::Rules rules = parsed(text);
    const Box box = box_of(rules, sizes[seed % sizes.size()]);
    for (const Question& question : questions) {
      const auto expected = ask_oracle(rules, box, question);
      ASSERT_TRUE(expected) << expected.error().message;
      expect_solved(rules, box, question, expected->values, settings);
    }
  }
}

// Their values are counted as they come and go (kernels/step/endless.hpp).
TEST(Steps, LongProgressionsThatEndAgreeWithTheOracle) {
  Settings settings;
  RandomHeap random(/*seed=*/1846);
  for (int turn = 0; turn < 24; ++turn) {
    std::vector<std::string> rules;
    std::int64_t longest = 0;
    for (std::int64_t count = random.between(1, 2); count > 0; --count) {
      const std::int64_t stride = random.between(0, 1) == 0 ? 1 : random.between(2, 9);
      const std::int64_t first = random.between(1, 20);
      const std::int64_t terms = random.between(60, stride == 1 ? 200 : 80);
      longest = std::max(longest, stride * terms);
      rules.push_back(fmt::format("(n - {} * k - {})  for k in 0 .. {}", stride, first, terms - 1));
    }
    if (turn % 3 == 0) rules.push_back(fmt::format("(n - {})", random.between(1, 300)));
    const rules::Rules game = parsed(heap("1..", rules));
    const Box box = box_of(game, std::min<std::int64_t>(longest * random.between(1, 7), 900));
    SCOPED_TRACE(fmt::format("{} heaps: {}", box.extent(0), fmt::join(rules, "; ")));
    for (const Question& question : questions)
      expect_solved(game, box, question, ask_oracle(game, box, question)->values, settings);
  }
}

// Sizes and sets in which blocks follow one another, masks grow to every width and shrink, cells
// have every width, and periods are found.
TEST(Steps, LargerBoxesAgreeWithTheGenericKernel) {
  const std::vector<std::pair<std::string, std::int64_t>> works{
      {"in {1, 3, 4}", 40'000},
      {"in {2, 33, 150, 1001}", 100'000},
      {"in fibonacci", 60'001},
      {"in squares", 70'001},
      {"in primes", 9'001},
      {"in factorials", 50'000},
      {"in 1 .. 100", 20'000},
      {"in 1 .. 300", 40'001},
      {">= 1", 3'001},
      {"in odd", 20'003},
      {"in 5 .. 4000", 5'000},
      {"in 3 .. 3000", 20'001},
      {"in 2 .. 2400", 30'001},
      {"in {7, 20000}", 50'000},
      // Values reach 16 in the first block of 2^14 heaps and in the sixth, not between.
      {"in {3, 4, 10, 23, 25, 39, 40, 50, 54, 76, 81, 89, 91, 97, 107, 108, 141, 149, 153, 166, "
       "168, 184, 185, 202, 226, 228, 245, 249}",
       100'000}};
  Settings settings;
  for (const auto& [numbers, heaps] : works) {
    const rules::Rules rules = parsed(heap("1..", {taking(numbers)}));
    const Box box = box_of(rules, heaps);
    for (const Question& question : questions) {
      SCOPED_TRACE(numbers);
      expect_solved(rules, box, question, by_generic_kernel(rules, box, question), settings);
    }
  }
}

// The least period and preperiod of all terms, by definition; the terms must show it twice.
family::Period period_by_definition(const Values& values) {
  for (std::uint64_t length = 1;; ++length) {
    std::uint64_t start = values.size() - length;
    while (start > 0 && values[start - 1] == values[start - 1 + length]) --start;
    if (2 * start < values.size()) return {start, length};
  }
}

TEST(Steps, PeriodsAreTheLeastOnes) {
  for (const std::string set : {"{1, 3, 4}", "{2, 5}", "{1}", "{3, 5, 9, 20}", "{4, 10, 12, 31}",
                                "{1, 8, 11}", "{6, 17, 45, 46}", "1 .. 9"}) {
    SCOPED_TRACE(set);
    const rules::Rules rules = parsed(heap("0..", {taking("in " + set)}));
    for (const Question& question : questions) {
      SCOPED_TRACE(to_string(question));
      const auto got = solution_of(rules, box_of(rules, 200'000), question, {"openmp", 2, 1});
      ASSERT_TRUE(got && got->period);
      EXPECT_EQ(*got->period, period_by_definition(values_of(*got)));
    }
  }
}

// A heap follows from as many before it as the longest step. So a period is proved as soon as that
// many values come again, and not a heap sooner.
TEST(Steps, PeriodsAreReportedFromTheSmallestBoxThatProvesThem) {
  Settings settings;
  std::mt19937_64 random(/*seed=*/1980);
  std::size_t proved = 0;
  for (int game = 0; game < 150; ++game) {
    std::vector<std::uint64_t> set;
    for (std::uint64_t count = 1 + random() % 4; count > 0; --count)
      set.push_back(1 + random() % 40);
    const std::uint64_t window = std::ranges::max(set);
    const rules::Rules rules =
        parsed(heap("0..", {taking(fmt::format("in {{{}}}", fmt::join(set, ", ")))}));
    const Question& question = questions[static_cast<std::size_t>(game) % questions.size()];
    SCOPED_TRACE(fmt::format("{}, {}", fmt::join(set, ", "), to_string(question)));
    const auto expected = ask_oracle(rules, box_of(rules, 1200), question);
    ASSERT_TRUE(expected) << expected.error().message;
    const family::Period period = period_by_definition(expected->values);
    const std::uint64_t heaps = period.preperiod + period.length + window;
    if (heaps > 1200) continue;
    ++proved;
    const auto period_of = [&](std::uint64_t count) {
      return solution_of(rules, box_of(rules, static_cast<std::int64_t>(count)), question,
                         settings.next())
          ->period;
    };
    EXPECT_EQ(period_of(heaps), period);
    EXPECT_EQ(period_of(heaps - 1), std::nullopt);
    EXPECT_EQ(period_of(heaps + random() % 4000), period);
  }
  EXPECT_GT(proved, 100U);
}

// Whatever repeats in a box, larger heaps may have options that none in it has.
TEST(Steps, NoPeriodIsReportedWhereLongerStepsLieBeyondTheBox) {
  const std::vector<std::pair<std::string, std::int64_t>> works{{"in factorials", 400'000},
                                                                {"in powers(100)", 900'000},
                                                                {"in {7, 40000}", 30'000},
                                                                {"in {7, 40000}", 40'000},
                                                                {"in {7, 999}", 999},
                                                                {"in 1 .. 40000", 2'000},
                                                                {">= 1", 300},
                                                                {"in odd", 20'000}};
  for (const auto& [numbers, heaps] : works) {
    SCOPED_TRACE(numbers);
    const rules::Rules rules = parsed(heap("0..", {taking(numbers)}));
    const auto got = solution_of(rules, box_of(rules, heaps), questions[0], {"serial", 1, 1});
    ASSERT_TRUE(got);
    EXPECT_FALSE(got->period);
  }
}

// Also where a long range with an end is solved heap by heap.
TEST(Steps, LongRangesThatEndHavePeriods) {
  const rules::Rules rules = parsed(heap("0..", {taking("in 1 .. 100")}));
  const auto got = solution_of(rules, box_of(rules, 500), questions[0], {"serial", 1, 1});
  ASSERT_TRUE(got);
  EXPECT_EQ(got->period, (family::Period{0, 101}));
}

// In boxes of more than 2^20 heaps too.
TEST(Steps, LongRangesHavePeriodsInLargeBoxes) {
  const rules::Rules rules = parsed(heap("0..", {taking("in 1 .. 2500")}));
  const auto got = solution_of(rules, box_of(rules, 2'000'000), questions[0], {"serial", 1, 1});
  ASSERT_TRUE(got);
  EXPECT_EQ(got->period, (family::Period{0, 2501}));
}

TEST(Steps, ConditionsAndEndsThatSayNothingAreSteps) {
  for (const std::string rule :
       {"(n - k)  for k in 1 .. n", "(n - k)  for k in 1 .. n - 2", "(n - 3)  when n >= 5",
        "(n - k)  for k in odd when k <= n - 2", "(n - k)  for k >= 1 when n >= k"}) {
    SCOPED_TRACE(rule);
    const rules::Rules rules = parsed(heap("2..", {rule}));
    const Box box = box_of(rules, 90);
    const auto got = solution_of(rules, box, questions[0], {"serial", 1, 1});
    ASSERT_TRUE(got);
    EXPECT_EQ(values_of(*got), ask_oracle(rules, box, questions[0])->values);
  }
}

TEST(Steps, OtherRulesAreRefusedWithAReason) {
  for (const std::string text :
       {"game g(n)\n  (n) -> (n - k)  for k in 1 .. n - 1\n",
        "game g(n)\n  (n) -> (n - k)  for k >= 1 when n >= 9\n",
        "game g(n)\n  (n) -> (n - k)  for k >= 1 when n mod 2 = 0\n",
        "game g(n)\n  (n) -> (n - i * j)  for i in primes, j in 2 .. n - 3\n",
        "game g(n)\n  (n) -> (n - i * i)  for i in primes, j in 1 .. 2\n",
        "game g(n)\n  (n) -> (floor(n / 2))  when n >= 1\n", "game g(n)\n  (n) -> (n - 1) + (0)\n",
        "game g(a, b)\n  (a, b) -> (a - 1, b)\n", "game g(n in 0..9)\n  (n) -> (n + 1)\n"}) {
    SCOPED_TRACE(text);
    const auto steps = recognise_steps(parsed(text));
    ASSERT_FALSE(steps);
    EXPECT_NE(steps.error().message, "");
  }
}

TEST(Steps, ProgressReachesAllHeapsAndAWishToStopIsHeard) {
  for (const std::string& rule : {taking("in {1, 3, 4}"), taking("in fibonacci"), taking(">= 1")}) {
    SCOPED_TRACE(rule);
    const rules::Rules rules = parsed(heap("0..", {rule}));
    const Box box = box_of(rules, 3'000'001);
    std::atomic<std::uint64_t> solved{0};
    ASSERT_TRUE(solution_of(rules, box, questions[0], {"openmp", 2, 1}, {nullptr, &solved, {}}));
    EXPECT_EQ(solved, 3'000'001U);
    const std::atomic<bool> stop{true};
    const auto stopped = solution_of(rules, box, questions[0], {"tbb", 2, 1}, {&stop, nullptr, {}});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, Errc::interrupted);
  }
}

}  // namespace
}  // namespace grundy::step
