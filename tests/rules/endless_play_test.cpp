// Play that comes back: reported for rules that allow it, and found by the definition.
#include <gmock/gmock.h>

#include <algorithm>
#include <map>

#include "generator/draw.hpp"
#include "generator/generator.hpp"
#include "oracle/options.hpp"
#include "rules/language/catalogue.hpp"
#include "rules/parse.hpp"
#include "rules/proofs/check.hpp"
#include "rules/unchecked.hpp"
#include "support/options_within.hpp"

namespace grundy::rules {
namespace {

using oracle::Sum;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;

// Not by the oracle: of rules that are refused nothing need bound the binders.
std::vector<Sum> options_of(const Rules& rules, const Position& position) {
  return support::options_within(rules, position, 20);
}

bool is_move(const Rules& rules, const Sum& from, const Sum& to) {
  for (auto moved = from.begin(); moved != from.end(); ++moved)
    for (const Sum& option : options_of(rules, *moved)) {
      Sum after(from.begin(), moved);
      after.insert(after.end(), moved + 1, from.end());
      after.insert(after.end(), option.begin(), option.end());
      std::ranges::sort(after);
      if (after == to) return true;
    }
  return false;
}

void expect_endless(const Rules& rules, const EndlessPlay& play) {
  SCOPED_TRACE(to_string(play, rules));
  ASSERT_GE(play.sums.size(), 2u);
  ASSERT_EQ(play.sums.front().size(), 1u);
  for (std::size_t i = 1; i < play.sums.size(); ++i)
    EXPECT_TRUE(is_move(rules, play.sums[i - 1], play.sums[i])) << "move " << i;
  EXPECT_THAT(play.sums.back(), Contains(play.sums.front().front()));
}

// Positions go whose play ends; whether some stay.
bool comes_back(const Rules& rules, const Box& box) {
  std::map<Position, std::vector<Sum>> left;
  for (std::uint64_t rank = 0; rank < *box.volume(); ++rank)
    left[box.position(rank)] = options_of(rules, box.position(rank));
  const auto ends = [&](const auto& entry) {
    return std::ranges::none_of(entry.second, [&](const Sum& option) {
      return std::ranges::any_of(option, [&](const Position& p) { return left.contains(p); });
    });
  };
  for (bool any = true; any;) {
    any = false;
    for (auto entry = left.begin(); entry != left.end();)
      if (ends(*entry)) {
        entry = left.erase(entry);
        any = true;
      } else {
        ++entry;
      }
  }
  return !left.empty();
}

std::string random_text(generator::Draw& draw) {
  static const std::vector<std::string> numbers{
      "a",         "b",         "a - 1",        "a + 1",   "b - 1",     "b + 2",
      "a - k",     "b - k",     "floor(a / 2)", "a mod 3", "min(a, b)", "a + b - 2",
      "2 - a * b", "max(b, k)", "ceil(b / 2)",  "k"};
  static const std::vector<std::string> conditions{"a > b", "a + b != 3", "not (a = 0 or b = 1)",
                                                   "k < a <= b", "0 = 0"};
  const auto position = [&] {
    return "(" + draw.one_of(numbers) + ", " + draw.one_of(numbers) + ")";
  };
  std::string text = "game random(a in 0 .. 4, b in -1 .. 3)\n";
  if (draw.chance(30)) text += "  lost when a = b\n";
  for (std::int64_t rules = draw.between(1, 3); rules > 0; --rules) {
    text += "  (a, b) -> " + position();
    if (draw.chance(20)) text += " + " + position();
    text += draw.chance(20) ? "  for k in squares" : "  for k in 0 .. 2";
    text += "  when k <= 4 and " + draw.one_of(conditions) + "\n";
  }
  return text;
}

TEST(EndlessPlay, IsFoundWhereverThereIsSomeInASmallBox) {
  generator::Draw draw(/*seed=*/1935);
  std::size_t endless = 0;
  constexpr std::size_t games = 600;
  for (std::size_t i = 0; i < games; ++i) {
    const std::string text = random_text(draw);
    SCOPED_TRACE(text);
    const Rules rules = unchecked(text);
    const auto play = endless_play(rules);
    EXPECT_EQ(play.has_value(), comes_back(rules, {{0, -1}, {4, 3}}));
    if (!play) continue;
    ++endless;
    expect_endless(rules, *play);
    EXPECT_THAT(mistakes(text), HasSubstr("need not end: " + to_string(*play, rules)));
  }
  EXPECT_GT(endless, games / 5);
  EXPECT_LT(endless, games * 4 / 5);
}

TEST(EndlessPlay, IsNotFoundInRulesThatAreAccepted) {
  for (const CatalogueEntry& entry : catalogue())
    EXPECT_FALSE(endless_play(*load(entry.name))) << entry.name;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const std::string text = to_text(generator::random_game(seed));
    const Rules rules = unchecked(text);
    const auto play = endless_play(rules);
    if (!play) continue;
    SCOPED_TRACE(text);
    EXPECT_FALSE(check(rules).empty());
    expect_endless(rules, *play);
  }
}

TEST(EndlessPlay, IsReportedByWhatIsLeftAfterEachMove) {
  const auto message = [](const std::string& text) { return mistakes("game " + text); };
  EXPECT_THAT(message("g(n) (n) -> (n)"),
              HasSubstr("t:1:11: play from (0) need not end: (0) -> (0)\n"));
  EXPECT_THAT(message("g(n) (n) -> (floor(n / 2))"),
              HasSubstr("play from (0) need not end: (0) -> (0)"));
  EXPECT_THAT(message("g(n) (n) -> (n - k) for k in 0 .. 3"), HasSubstr("(0) -> (0)"));
  EXPECT_THAT(message("g(n in 0..9) (n) -> (n - 1)\n(n) -> (n + 1)"),
              AllOf(HasSubstr("t:2:1: play"), HasSubstr(": (0) -> (1) -> (0)\n")));
  EXPECT_THAT(message("g(n in 1..) (n) -> (n) + (n - 1)"), HasSubstr(": (2) -> (1) + (2)\n"));
  EXPECT_THAT(message("g(n in 1..4) (n) -> (n + 1) + (1)\n(n) -> (n - 1)"),
              HasSubstr(": (1) -> (1) + (2)\n"));
  EXPECT_THAT(message("g(n in 2..4) (n) -> (3) + (4) when n = 2\n(n) -> (2) when n = 4"),
              HasSubstr(": (2) -> (3) + (4) -> (2) + (3)\n"));
  EXPECT_THAT(message("g(a, b) (a, b) -> (a - 1, b + 1)\n(a, b) -> (a + 1, b - 1)"),
              HasSubstr(": (0, 1) -> (1, 0) -> (0, 1)\n"));
  EXPECT_THAT(
      message("g(n in 0..99) (n) -> (n + 1)\n(n) -> (0) when n = 99"),
      HasSubstr(": (0) -> (1) -> (2) -> (3) -> (4) -> (5) -> (6) -> (7) -> .. -> (0) again after "
                "100 moves\n"));
}

TEST(EndlessPlay, IsNotSearchedForWithoutEnd) {
  std::string members = "1";
  for (int i = 2; i <= 4000; ++i) members += ", " + std::to_string(i);
  const std::string binders = "for i in {" + members + "}, j in {" + members + "}, k in {" +
                              members + "}, l in 0 .. 1000000000 * i";
  EXPECT_FALSE(endless_play(unchecked("game g(n) (n) -> (n + i + j + k + l) " + binders)));
  EXPECT_FALSE(endless_play(unchecked("game g(n) (n) -> (n + 1) for k in primes, l >= k")));
  EXPECT_FALSE(endless_play(unchecked("game g(n) (n) -> (n * n * n * n * n * n * n * n + 2)")));
}

}  // namespace
}  // namespace grundy::rules
