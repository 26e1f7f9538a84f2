// Heaps from which any number may be taken but for some, in many spellings of the same.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>

#include "methods/heap/growth.hpp"
#include "rules/language/parser.hpp"
#include "support/expected.hpp"

namespace grundy::growth {
namespace {

using sweep::Question;
using Amounts = std::vector<std::int64_t>;

class RandomExceptions {
 public:
  explicit RandomExceptions(std::uint64_t seed) : engine_(seed) {}

  std::int64_t below(std::int64_t end) {
    return static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(end));
  }
  // One to five of the first numbers, ascending.
  Amounts next() {
    std::set<std::int64_t> chosen;
    const std::int64_t end = 3 + below(14);
    for (std::int64_t count = 1 + below(5); count > 0; --count) chosen.insert(1 + below(end));
    return {chosen.begin(), chosen.end()};
  }

 private:
  std::mt19937_64 engine_;
};

std::string joined(const Amounts& amounts, const std::string& pattern, const std::string& between) {
  std::vector<std::string> parts;
  for (const std::int64_t amount : amounts)
    parts.push_back(fmt::format(fmt::runtime(pattern), amount));
  return fmt::format("{}", fmt::join(parts, between));
}

Amounts others(const Amounts& forbidden) {
  Amounts allowed;
  for (std::int64_t amount = 1; amount < forbidden.back(); ++amount)
    if (!std::ranges::binary_search(forbidden, amount)) allowed.push_back(amount);
  return allowed;
}

constexpr std::int64_t spellings = 11;

std::string rules_text(const Amounts& forbidden, std::int64_t spelling, std::int64_t low) {
  const std::string any = "(n) -> (n - k) for k >= 1";
  const Amounts allowed = others(forbidden);
  const std::int64_t end = forbidden.back();
  switch (spelling) {
    case 0:
      return any + " when " + joined(forbidden, "k != {}", " and ");
    case 1:
      return any + " when not (" + joined(forbidden, "k = {}", " or ") + ")";
    case 2:
      return fmt::format("(n) -> (n - k) for k >= {}", end + 1) +
             (allowed.empty() ? "" : joined(allowed, "\n(n) -> (n - {})", ""));
    case 3:
      return any + fmt::format(" when k > {}", end) + (allowed.empty() ? "" : " or ") +
             joined(allowed, "k = {}", " or ");
    case 4:
      return fmt::format("(n) -> (i) for i in {} .. n - 1 when ", low) +
             joined(forbidden, "n - i != {}", " and ");
    case 5:
      return any + " when " + joined(forbidden, "3 * k != 3 * {}", " and ");
    case 6:
      return any + " when " + joined(forbidden, "(k - {0}) * (k - {0}) >= 1", " and ");
    case 7:
      return "(n) -> (n - k) for k in 1 .. n when " +
             joined(forbidden, "max(k, {0}) > min(k, {0})", " and ");
    case 8:
      return fmt::format("(n) -> (n - k) for k in {} ..", end + 1) +
             (allowed.empty()
                  ? ""
                  : fmt::format("\n(n) -> (n - k) for k in {{{}}}", fmt::join(allowed, ", ")));
    case 9:
      return fmt::format("(n) -> (i) for i >= {} when n - i >= 1 and not (", low) +
             joined(forbidden, "i + {} = n", " or ") + ")";
    default:
      return any + " when " + joined(forbidden, "(k < {0} or k > {0})", " and ");
  }
}

// By the definition.
std::vector<std::uint32_t> nimbers_of(const Amounts& forbidden, std::size_t heaps) {
  std::vector<std::uint32_t> nimbers;
  for (std::size_t heap = 0; heap < heaps; ++heap) {
    std::vector<bool> left(heap + 1);
    for (std::size_t amount = 1; amount <= heap; ++amount)
      if (!std::ranges::binary_search(forbidden, static_cast<std::int64_t>(amount)))
        left[nimbers[heap - amount]] = true;
    nimbers.push_back(static_cast<std::uint32_t>(std::ranges::find(left, false) - left.begin()));
  }
  return nimbers;
}

TEST(GrowthWithExceptions, IsWhatTheDefinitionGivesHoweverItIsSaid) {
  RandomExceptions random(2005);
  const std::vector<sweep::Setting> settings = sweep::all_settings();
  for (std::int64_t game = 0; game < 330; ++game) {
    const Amounts forbidden = random.next();
    const std::int64_t low = game % 4 == 0 ? 1000 + random.below(1'000'000) : 0;
    const std::string text = fmt::format("game g(n in {}..)\n", low) +
                             rules_text(forbidden, game % spellings, low) + "\n";
    SCOPED_TRACE(text);
    const auto games = rules::parse(text, "t");
    ASSERT_TRUE(games) << games.error().message;
    const Quantity quantity = game % 3 == 0 ? Quantity::outcome : Quantity::nimber;
    const Box box{{low}, {low + 513 + random.below(300)}};
    const auto plan = sweep::plan_for(games->front(), box, {quantity, Convention::normal},
                                      plan::default_tile_positions, "auto");
    ASSERT_TRUE(plan) << plan.error().message;
    ASSERT_EQ(plan->kernel(), growth::kernel);
    auto generic = sweep::by_generic_kernel(games->front(), box);
    auto expected = nimbers_of(forbidden, generic.size());
    ASSERT_EQ(generic, expected);
    if (quantity == Quantity::outcome)
      for (std::uint32_t& value : expected) value = value != 0;
    const auto answer =
        sweep::carry_out(*plan, settings[static_cast<std::size_t>(game) % settings.size()]);
    ASSERT_TRUE(answer) << answer.error().message;
    ASSERT_EQ(answer->values, expected);
  }
}

TEST(GrowthWithExceptions, TellsTheLeastPeriod) {
  RandomExceptions random(1956);
  for (std::int64_t game = 0; game < 60; ++game) {
    const Amounts forbidden = random.next();
    const std::string text = "game g(n)\n" + rules_text(forbidden, game % spellings, 0) + "\n";
    SCOPED_TRACE(text);
    const auto plan = sweep::plan_for(rules::parse(text, "t")->front(), {{0}, {9'999'999}},
                                      {Quantity::nimber, Convention::normal},
                                      plan::default_tile_positions, "growth");
    ASSERT_TRUE(plan) << plan.error().message;
    const auto [preperiod, length, saltus] = *plan->method.growth;
    const std::vector<std::uint32_t> nimbers = nimbers_of(forbidden, preperiod + 3 * length + 200);
    const auto repeats = [&](std::size_t first, std::size_t by) {
      for (std::size_t heap = first; heap + by < nimbers.size(); ++heap)
        if (nimbers[heap + by] - nimbers[heap] != nimbers[first + by] - nimbers[first])
          return false;
      return true;
    };
    ASSERT_TRUE(repeats(preperiod, length));
    EXPECT_EQ(nimbers[preperiod + length], nimbers[preperiod] + saltus);
    // D. Sleator and M. Slusky, "Subtraction games with FES sets of size 3", arXiv:1201.3299.
    EXPECT_TRUE(preperiod == 0 || forbidden.size() > 3) << preperiod;
    EXPECT_FALSE(preperiod > 0 && repeats(preperiod - 1, length));
    for (std::size_t by = 1; by < length; ++by) ASSERT_FALSE(repeats(preperiod, by)) << by;
  }
}

TEST(GrowthWithExceptions, LeavesOtherConditionsAlone) {
  for (const std::string when :
       {"k != 2 or n > 20", "k mod 2 = 0", "k != 300", "k != n", "k < 9 or k mod 3 = 0",
        "k != 2 and n != 2 * k", "floor(k / 2) mod 2 = 0 or n = 4", "k < 5 or n = 7"}) {
    const auto games = rules::parse("game g(n)\n(n) -> (n - k) for k >= 1 when " + when, "t");
    ASSERT_TRUE(games) << games.error().message;
    const Box box{{0}, {700}};
    EXPECT_FALSE(sweep::plan_for(games->front(), box, {Quantity::nimber, Convention::normal},
                                 plan::default_tile_positions, "growth"))
        << when;
  }
}

}  // namespace
}  // namespace grundy::growth
