// What a plan says before anything runs, and what it refuses.
#include "plan/plan.hpp"

#include <gmock/gmock.h>

#include <numeric>

#include "base/machine.hpp"
#include "methods/options/estimate.hpp"
#include "plan/cost.hpp"
#include "rules/language/catalogue.hpp"
#include "rules/parse.hpp"

namespace grundy::plan {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

Request request_for(const rules::Rules& rules, std::vector<std::int64_t> high) {
  Request request;
  request.rules = rules;
  request.high = std::move(high);
  request.memory_limit = std::uint64_t{1} << 32;
  return request;
}

rules::Rules game(const std::string& name) {
  const auto rules = rules::load(name);
  EXPECT_TRUE(rules) << (rules ? "" : rules.error().message);
  return rules ? *rules : rules::Rules();
}

Plan planned(const Request& request) {
  auto plan = make_plan(request);
  EXPECT_TRUE(plan) << (plan ? "" : plan.error().message);
  return *std::move(plan);
}

Error refusal(const Request& request) {
  const auto plan = make_plan(request);
  EXPECT_FALSE(plan);
  return plan ? Error{Errc::usage, "not refused"} : plan.error();
}

TEST(Plan, ClosureOfCardsFollowsFromTheirNumber) {
  Request request = request_for(game("cards"), {100, 100, 100, 100});
  request.quantity = Quantity::outcome;
  const Plan plan = planned(request);
  EXPECT_THAT(plan.closure.high, ElementsAre(100, 100, 150, 200));
  EXPECT_EQ(plan.closure_positions(), 101u * 101 * 151 * 201);
  EXPECT_EQ(plan.positions(), 101u * 101 * 101 * 101);
  EXPECT_EQ(plan.computed, Quantity::outcome);
}

TEST(Plan, ClosuresOfOtherGames) {
  EXPECT_THAT(planned(request_for(game("calendar"), {1901, 12, 31})).closure.high,
              ElementsAre(2001, 12, 31));
  EXPECT_THAT(planned(request_for(game("three_pile"), {30, 30, 30})).closure.high,
              ElementsAre(30, 30, 30));
  EXPECT_THAT(planned(request_for(game("stone_boxes"), {20, 5})).closure.high, ElementsAre(20, 20));
}

Plan by_generic(Request request) {
  request.kernel = "generic";
  return planned(request);
}

TEST(Plan, SymmetryIsUsedWhereItHolds) {
  const Plan piles = by_generic(request_for(game("three_pile"), {30, 30, 30}));
  EXPECT_TRUE(piles.method.symmetry_used);
  EXPECT_EQ(piles.solved_positions(), 31u * 32 * 33 / 6);
  EXPECT_THAT(piles.method.symmetry, HasSubstr("only positions with sorted coordinates"));

  const Plan uneven = by_generic(request_for(game("three_pile"), {30, 30, 31}));
  EXPECT_FALSE(uneven.method.symmetry_used);
  EXPECT_EQ(uneven.solved_positions(), uneven.closure_positions());
  EXPECT_THAT(uneven.method.symmetry, HasSubstr("not the same along"));

  const auto rising = rules::parsed(
      "game g(a, b, c)\n symmetric (a, b)\n"
      "(a, b, c) -> (a - 2, b + 1, c)\n(a, b, c) -> (a, b, c - 1)");
  const Plan up = by_generic(request_for(rising, {9, 9, 9}));
  EXPECT_FALSE(up.method.symmetry_used);
  EXPECT_THAT(up.method.symmetry, HasSubstr("raises"));

  EXPECT_EQ(by_generic(request_for(game("nim"), {9})).method.symmetry, "");
}

TEST(Plan, TwoSymmetricGroupsMultiply) {
  const auto rules = rules::parsed(
      "game g(a, b, c, d)\n symmetric (a, b)\n symmetric (c, d)\n"
      "(a, b, c, d) -> (a - k, b, c, d) for k >= 1\n(a, b, c, d) -> (a, b, c - k, d) for k >= 1");
  EXPECT_EQ(by_generic(request_for(rules, {4, 4, 6, 6})).solved_positions(), 15u * 28);
}

TEST(Plan, SumsAreSolvedByNimbersOrSearched) {
  Request request = request_for(game("kayles"), {20});
  request.quantity = Quantity::outcome;
  EXPECT_EQ(planned(request).kernel(), sparse::kernel);
  EXPECT_EQ(by_generic(request).kernel(), generic::kernel);
  EXPECT_EQ(planned(request).computed, Quantity::nimber);
  request.convention = Convention::misere;
  EXPECT_EQ(planned(request).kernel(), search::kernel);
  EXPECT_THAT(planned(request).method.reason, HasSubstr("misere"));
  request.kernel = "generic";
  EXPECT_EQ(refusal(request).code, Errc::usage);
}

TEST(Plan, CellsAreTheNarrowestThatHoldEveryValue) {
  const auto cell_bytes = [](std::int64_t high, Quantity quantity) {
    Request request = request_for(game("nim"), {high});
    request.quantity = quantity;
    return by_generic(request).by_options()->cell_bytes;
  };
  EXPECT_EQ(cell_bytes(70'000, Quantity::outcome), 1U);
  EXPECT_EQ(cell_bytes(254, Quantity::nimber), 1U);
  EXPECT_EQ(cell_bytes(255, Quantity::nimber), 2U);
  EXPECT_EQ(cell_bytes(65'534, Quantity::nimber), 2U);
  EXPECT_EQ(cell_bytes(65'535, Quantity::nimber), 4U);
  EXPECT_EQ(cell_bytes(32'764, Quantity::remoteness), 2U);
  EXPECT_EQ(cell_bytes(32'765, Quantity::remoteness), 4U);
}

TEST(Plan, FullRaysGiveASection) {
  EXPECT_EQ(planned(request_for(game("three_pile"), {5, 5, 5})).section_axis, 2u);
  EXPECT_EQ(planned(request_for(game("wythoff"), {5, 5})).section_axis, 1u);
  EXPECT_EQ(planned(request_for(game("three_pile"), {5, 6, 5})).section_axis, 1u);
  EXPECT_EQ(planned(request_for(game("subtraction"), {5})).section_axis, std::nullopt);
}

TEST(Plan, RaysThatRaiseACoordinateGiveNoSection) {
  for (const std::string rule : {"(a, b, c) -> (a - 2 * k, b + k, c) for k >= 1",
                                 "(a, b, c) -> (a - k, b - k, c + k) for k >= 1",
                                 "(a, b, c) -> (a - 3 * k, b + k, c + k) for k >= 1"}) {
    const rules::Rules rules = rules::parsed("game g(a, b, c in 0 .. 40)\n" + rule +
                                             "\n(a, b, c) -> (a, b, c - 1) when a = 0\n");
    EXPECT_EQ(planned(request_for(rules, {9, 9, 9})).section_axis, std::nullopt) << rule;
  }
}

TEST(PlanRefuses, ABoxThatNeedsTooMuchMemoryWithTheBytesItNeeds) {
  Request request = request_for(game("three_pile"), {300, 300, 300});
  request.quantity = Quantity::outcome;
  request.kernel = "generic";
  const std::uint64_t need = plan::solving_bytes(planned(request));
  EXPECT_GE(need, 301u * 301 * 301);
  request.memory_limit = need;
  EXPECT_TRUE(plan::check_memory(planned(request)));
  request.memory_limit = need - 1;
  const Error error = plan::check_memory(planned(request)).error();
  EXPECT_EQ(error.code, Errc::memory);
  EXPECT_THAT(error.message, AllOf(HasSubstr(std::to_string(need) + " bytes"),
                                   HasSubstr(std::to_string(need - 1)), HasSubstr("values 26 MiB"),
                                   HasSubstr("working memory"), HasSubstr("option `memory`")));
}

// Far more than any machine has: had anything been allocated, it would have failed.
TEST(PlanRefuses, AstronomicBoxesAtOnce) {
  const std::int64_t million = 1000000;
  Request request = request_for(game("three_pile"), {million, million, million});
  request.quantity = Quantity::outcome;
  for (const char* kernel : {"ray", "generic", "offset"}) {
    request.kernel = kernel;
    EXPECT_EQ(plan::check_memory(planned(request)).error().code, Errc::memory) << kernel;
  }
  const std::int64_t huge = std::int64_t{1} << 40;
  EXPECT_EQ(refusal(request_for(game("three_pile"), {huge, huge, huge})).code, Errc::memory);
}

TEST(PlanRefuses, NimbersBeyond32Bits) {
  for (const char* kernel : {"step", "ray"})
    for (const std::int64_t heap : {4'294'967'294LL, 5'000'000'000LL}) {
      Request request = request_for(game("nim"), {heap});
      request.memory_limit = std::uint64_t{1} << 40;
      request.kernel = kernel;
      if (heap < 5'000'000'000)
        EXPECT_EQ(to_string(planned(request).method.kernel()), kernel);
      else
        EXPECT_THAT(refusal(request).message, HasSubstr("nimbers may exceed 2^32")) << kernel;
    }
}

// In r-Wythoff with r = 60 the P-positions lie on a line of slope 61.
TEST(PlanRefuses, PPositionsBeyond32Bits) {
  const auto band = rules::parsed(
      "game band(a, b) (a, b) -> (a - k, b) for k >= 1 (a, b) -> (a, b - k) for k >= 1 "
      "(a, b) -> (a - j, b - k) for j >= 1, k >= 1 when j - k < 60 and k - j < 60");
  for (const std::int64_t rows : {10, 80'000'000}) {
    Request request = request_for(band, {rows, 5'000'000'000});
    request.quantity = Quantity::outcome;
    request.kernel = "ray";
    if (rows == 10)
      EXPECT_EQ(planned(request).section_axis, 0U) << "that of a table has 32 bits too";
    else
      EXPECT_THAT(refusal(request).message, HasSubstr("the 2^32nd of its line"));
  }
}

// More bytes than 64 bits count.
TEST(PlanRefuses, WhatNoMachineHolds) {
  Request request = request_for(game("three_pile"), {2'000'000, 2'000'000, 2'000'000});
  request.kernel = "ray";
  EXPECT_GE(plan::solving_bytes(planned(request)), std::uint64_t{1} << 56);
  EXPECT_THAT(plan::check_memory(planned(request)).error().message,
              HasSubstr("more memory than any machine has"));
}

TEST(PlanRefuses, NimbersWhereThereAreNone) {
  Request misere = request_for(game("nim"), {9});
  misere.convention = Convention::misere;
  EXPECT_EQ(refusal(misere).code, Errc::unsupported);
  EXPECT_THAT(refusal(misere).message, HasSubstr("misere"));
  const auto won = rules::parsed("game g(n) (n) -> (n - 1)\n won when n = 3");
  EXPECT_EQ(refusal(request_for(won, {9})).code, Errc::unsupported);
  EXPECT_THAT(refusal(request_for(won, {9})).message, HasSubstr("won when"));
}

TEST(PlanRefuses, BoxesThatMakeNoSense) {
  EXPECT_EQ(refusal(request_for(game("wythoff"), {9})).code, Errc::usage);
  EXPECT_THAT(refusal(request_for(game("wythoff"), {9, 9, 9})).message,
              AllOf(HasSubstr("2 coordinates"), HasSubstr("3 numbers")));
  EXPECT_EQ(refusal(request_for(game("cutting"), {9, 1})).code, Errc::usage);
  EXPECT_THAT(refusal(request_for(game("cutting"), {9, 1})).message,
              AllOf(HasSubstr("h = 1"), HasSubstr("2")));
}

TEST(PlanRefuses, KernelsThatDoNotApply) {
  Request request = request_for(game("nim"), {9});
  request.kernel = "search";
  EXPECT_EQ(refusal(request).code, Errc::usage);
  request.kernel = "quantum";
  EXPECT_THAT(refusal(request).message, HasSubstr("quantum"));
}

TEST(Plan, ABoxBeyondADeclaredRangeEndsThere) {
  const auto rules = rules::parsed("game g(n in 0..5) (n) -> (n - 1)");
  EXPECT_THAT(planned(request_for(rules, {9})).box.high, ElementsAre(5));
}

TEST(Memory, AmountsOfBytes) {
  EXPECT_EQ(*memory::parse_bytes("512"), 512u);
  EXPECT_EQ(*memory::parse_bytes("64K"), 64u << 10);
  EXPECT_EQ(*memory::parse_bytes("64k"), 64u << 10);
  EXPECT_EQ(*memory::parse_bytes("512M"), 512u << 20);
  EXPECT_EQ(*memory::parse_bytes("1.5G"), std::uint64_t{3} << 29);
  EXPECT_EQ(*memory::parse_bytes("2GiB"), std::uint64_t{2} << 30);
  EXPECT_EQ(*memory::parse_bytes("2GB"), std::uint64_t{2} << 30);
  EXPECT_EQ(*memory::parse_bytes("3T"), std::uint64_t{3} << 40);
  EXPECT_EQ(*memory::parse_bytes("0"), 0u);
  for (const char* bad :
       {"", "G", "-1", "-1G", "12X", "1GG", "1 G", "nan", "inf", "1e30", "1Gi8", "9000000000G"}) {
    const auto amount = memory::parse_bytes(bad);
    ASSERT_FALSE(amount) << bad;
    EXPECT_EQ(amount.error().code, Errc::usage);
    EXPECT_THAT(amount.error().message, HasSubstr("8G"));
  }
}

TEST(Memory, BytesForPeople) {
  EXPECT_EQ(memory::format_bytes(0), "0 bytes");
  EXPECT_EQ(memory::format_bytes(1023), "1023 bytes");
  EXPECT_EQ(memory::format_bytes(1024), "1 KiB");
  EXPECT_EQ(memory::format_bytes(1536), "1.5 KiB");
  EXPECT_EQ(memory::format_bytes(27270901), "26 MiB");
  EXPECT_EQ(memory::format_bytes(std::uint64_t{8} << 30), "8 GiB");
  EXPECT_GT(memory::available_memory(), std::uint64_t{1} << 20);
}

// One long run that a line remembers, one over a set, which none does, one that is short.
TEST(Estimate, RememberedLinesCostLittle) {
  const auto means = [](const std::string& rule) {
    const rules::Rules rules = rules::parsed("game g(a in 900.., b in 900..) (a, b) -> " + rule);
    const auto plan = make_plan(request_for(rules, {1000, 1000}));
    EXPECT_TRUE(plan) << plan.error().message;
    const auto program = compile::compile(rules, plan->closure, compile::Outputs::ranks);
    return generic::mean_options(program->program(), plan->closure, 8);
  };
  const generic::MeanOptions line = means("(a - k, b) for k >= 1");
  EXPECT_NEAR(line.all, 50, 5);
  EXPECT_LE(line.read, 8);
  const generic::MeanOptions apart = means("(a - k, b) for k in primes");
  EXPECT_GT(apart.read, 10);
  EXPECT_EQ(apart.read, apart.all);
  EXPECT_EQ(line.steps, 0);
  // Some 50 values are tried, 64 at a time, of which hardly one passes.
  const generic::MeanOptions filtered =
      means("(a - k, b) for k in 1 .. a when (a + k * k) mod 97 = 0");
  EXPECT_NEAR(filtered.all, 50 / 97.0, 0.2);
  EXPECT_GT(filtered.steps, 8);
  EXPECT_LT(filtered.steps, 60);
  const generic::MeanOptions few = means("(a - k, b) for k in 1 .. 3");
  EXPECT_EQ(few.read, few.all);
}

// Of 30,000 million options at each position a few thousand are walked.
TEST(Estimate, WhatIsTooLongToWalkIsGuessedFromASample) {
  const rules::Rules rules =
      rules::parsed("game g(n) (n) -> (n - j) for h in 1 .. 100000, i in 1 .. 100000, j in 1 .. 3");
  const Plan plan = by_generic(request_for(rules, {1'000'000}));
  const generic::MeanOptions options = generic::mean_options(*plan.by_options(), plan);
  EXPECT_TRUE(options.guessed);
  EXPECT_NEAR(options.all, 3e10, 3e9);
}

// Loops whose inner ones are the shorter, the further the outer ones have come. The options of all
// heaps up to n are the ways to write n or less as a sum of primes and a rest.
TEST(Estimate, LoopsOverSetsAreSampledEvenly) {
  constexpr std::size_t most = 1000;
  const rules::NumberSet primes{rules::NumberSet::Kind::primes, 0, {}};
  std::vector<double> ways(most + 1);
  ways[0] = 1;
  std::string binders;
  std::string sum;
  for (const char binder : {'i', 'j', 'k', 'l'}) {
    std::vector<double> more(most + 1);
    for (const std::int64_t prime : primes.members(2, most))
      for (auto heap = static_cast<std::size_t>(prime); heap <= most; ++heap)
        more[heap] += ways[heap - static_cast<std::size_t>(prime)];
    ways = more;
    binders += std::string(binders.empty() ? "" : ", ") + binder + " in primes";
    sum += std::string(" - ") + binder;
    std::vector<double> options = ways;
    std::partial_sum(options.begin(), options.end(), options.begin());
    const double mean = std::accumulate(options.begin(), options.end(), 0.0) / (most + 1);
    const rules::Rules rules = rules::parsed("game g(n) (n) -> (n" + sum + ") for " + binders);
    const Plan plan = by_generic(request_for(rules, {most}));
    const auto guess = generic::mean_options(*plan.by_options(), plan);
    SCOPED_TRACE(binders);
    EXPECT_EQ(guess.guessed, binders.size() > 24);
    EXPECT_GT(guess.all, mean / 1.2);
    EXPECT_LT(guess.all, mean * 1.2);
  }
}

}  // namespace
}  // namespace grundy::plan
