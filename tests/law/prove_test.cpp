// Claims proved for all positions, and refuted by their least failure.
#include "law/prove.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "law/automata/prove.hpp"
#include "law/wins.hpp"
#include "oracle/oracle.hpp"

namespace grundy::law {
namespace {

using relation::Answer;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Law {
  std::string game;
  std::string claim;
  std::string spoiled;  // in one place
  Convention convention = Convention::normal;
};

const std::string kiki =
    "game kiki(n in 1.., m in 1..)\n symmetric (n, m)\n (n, m) -> (n - 1, m)\n"
    " (n, m) -> (n - 1, m - 1)\n";
const std::string nim = "game nim(n)\n (n) -> (n - k) for k >= 1\n";
const std::string bash = "game bash(n)\n param m = 3\n (n) -> (n - k) for k in 1 .. m\n";

const std::vector<Law> laws{
    // HDU 2147.
    {kiki, "P when n mod 2 = 1 and m mod 2 = 1", "P when n mod 2 = 1 and m mod 2 = 0"},
    {kiki, "N when n mod 2 = 0 or m mod 2 = 0", "N when n mod 2 = 0 and m mod 2 = 0"},
    {nim, "nimber = n", "nimber = n when n < 1000000, n + 1"},
    {nim, "P when n = 1", "P when n = 0", Convention::misere},
    {bash, "nimber = n mod (m + 1)", "nimber = n mod (m + 2)"},
    {bash, "P when n mod 4 = 1", "P when n mod 4 = 0", Convention::misere},
    // Winning Ways, chapter 4: period 7 for {1, 3, 4}.
    {"game s(n)\n (n) -> (n - k) for k in {1, 3, 4}\n",
     "nimber = 0 when n mod 7 = 0 or n mod 7 = 2, 1 when n mod 7 = 1 or n mod 7 = 3,"
     " 2 when n mod 7 = 4 or n mod 7 = 6, 3",
     "nimber = 0 when n mod 7 = 0 or n mod 7 = 2, 1 when n mod 7 = 1 or n mod 7 = 3,"
     " 2 when n mod 7 = 4 or n mod 7 = 5, 3"},
    {"game divided(n in 1 ..)\n (n) -> (ceil(n / k)) for k in 2 .. 9 when n > 1\n",
     "P when n = 1 or 9 * s < n <= 18 * s for some s in powers(18)",
     "P when n = 1 or 9 * s < n <= 17 * s for some s in powers(18)"},
    {"game divided(n in 1 ..)\n (n) -> (floor(n / k)) for k in 2 .. 3\n",
     "P when s <= n < 2 * s for some s in powers(6)",
     "P when s <= n < 3 * s for some s in powers(6)"},
    {"game odds(n)\n (n) -> (n - k) for k in odd\n", "nimber = n mod 2", "nimber = n mod 3"},
    {"game evens(n)\n (n) -> (n - k) for k in even\n", "nimber = floor(n / 2)",
     "nimber = ceil(n / 2)"},
    {"game blocked(a, b)\n (a, b) -> (a - k, b) for k >= 1 when b >= 1\n", "P when a * b = 0",
     "P when a * b >= 0"},
    // Two heaps, where a move takes one from one or from both: an upper end on one of them.
    {"game ends(a, b in 0 .. 5)\n (a, b) -> (a - 1, b)\n (a, b) -> (a, b - 1)\n",
     "P when (a + b) mod 2 = 0", "P when (a + b) mod 2 = 0 and b != 5"},
    // A coordinate that rises.
    {"game rise(c in 0 .. 9)\n (c) -> (c + k) for k in 1 .. 2\n", "nimber = (9 - c) mod 3",
     "nimber = c mod 3"},
    {"game gap(s, c)\n (s, c) -> (s, c + k) for k in 1 .. min(3, s - c)\n",
     "nimber = max(0, s - c) mod 4", "nimber = (s - c) mod 4"},
    // Endings: a player who meets 3 or 4 has won, one who meets 0 has lost; the first counts.
    {"game wins(n)\n won when n = 3\n lost when n = 3\n won when n = 4\n (n) -> (n - 1)\n",
     "P when n = 0 or n = 2 or n >= 5 and n mod 2 = 1",
     "P when n = 0 or n = 2 or n >= 5 and n mod 2 = 0"},
    {"game loses(n)\n lost when n <= 1\n (n) -> (n - 1)\n (n) -> (n - 2)\n",
     "P when n <= 1 or (n - 2) mod 3 = 2", "P when n <= 1 or (n - 2) mod 3 = 1"},
    // The empty sum is a win for the player to move, and a loss under misère play.
    {"game nothing(n)\n (n) -> () when n = 2\n (n) -> (n - 1)\n",
     "P when n = 0 or n >= 3 and n mod 2 = 1", "P when n mod 2 = 1"},
    {"game nothing(n)\n (n) -> () when n = 2\n", "P when n = 2", "P when n = 3",
     Convention::misere},
    // Sums of finitely many nimbers: split in two equal parts, or take one.
    {"game twins(n)\n (n) -> (i) + (n - i) for i in 1 .. n when n = 2 * i\n (n) -> (n - 1)\n",
     "nimber = n when n <= 2, 0 when n mod 2 = 1, 1", "nimber = n mod 2"},
    // The divisor is a binder with few values.
    {"game divide(n in 1..)\n (n) -> (ceil(n / k)) for k in 2 .. 3 when 1 < n and n < 40\n",
     "P when n = 1 or 4 <= n <= 6 or 19 <= n <= 36 or n >= 40", "P when n = 1"},
};

struct Subtraction {
  std::vector<std::int64_t> taken;     // ascending
  std::vector<std::uint32_t> nimbers;  // up to the first that repeat for ever, and the period
  std::size_t period;

  std::string text() const {
    return fmt::format("game s(n)\n (n) -> (n - k) for k in {{{}}}\n", fmt::join(taken, ", "));
  }
  std::string law() const {
    const std::size_t first = nimbers.size() - period;
    std::string law = "nimber = ";
    for (std::size_t n = 0; n < nimbers.size(); ++n)
      law += n < first ? fmt::format("{} when n = {}, ", nimbers[n], n)
                       : fmt::format("{} when n >= {} and n mod {} = {}, ", nimbers[n], first,
                                     period, n % period);
    return law.substr(0, law.size() - 2);
  }
};

Subtraction random_subtraction(std::mt19937_64& random) {
  std::set<std::int64_t> taken;
  for (int i = 0; i < 3; ++i) taken.insert(1 + static_cast<std::int64_t>(random() % 6));
  std::vector<std::uint32_t> values;
  for (std::int64_t n = 0; n < 300; ++n) {
    std::set<std::uint32_t> options;
    for (const std::int64_t k : taken)
      if (k <= n) options.insert(values[static_cast<std::size_t>(n - k)]);
    values.push_back(oracle::mex(options));
  }
  std::size_t period = 1;
  const auto repeats = [&](std::size_t n) { return values[n] == values[n - period]; };
  const auto last_ones_repeat = [&] {
    for (std::size_t n = 200; n < 300; ++n)
      if (!repeats(n)) return false;
    return true;
  };
  while (!last_ones_repeat()) ++period;
  std::size_t end = 200;
  while (end > period && repeats(end - 1)) --end;
  values.resize(end);
  return {{taken.begin(), taken.end()}, values, period};
}

TEST(Prove, ProvesWhatIsRightAndRefutesWhatIsNot) {
  for (const Law& law : laws) {
    SCOPED_TRACE(law.game + law.claim);
    const auto right = verdict_on(law.game, law.claim, law.convention);
    EXPECT_EQ(right.answer, Answer::proved) << right.why << testing::PrintToString(right.at);
    const auto wrong = verdict_on(law.game, law.spoiled, law.convention);
    EXPECT_EQ(wrong.answer, Answer::refuted) << wrong.why;
  }
}

// Digits of any base will do where no operation names one.
TEST(Prove, AutomataSayTheSame) {
  for (const Law& law : laws)
    for (const std::string& text : {law.claim, law.spoiled})
      for (const std::int64_t base : {2, 3}) {
        SCOPED_TRACE(law.game + text);
        const rules::Rules rules = rules::parsed(law.game);
        const auto claim = rules::parse_claim(text, rules);
        ASSERT_TRUE(claim);
        const auto by_isl = relation::prove(rules, law.convention, *claim);
        const auto by_automata =
            automata::prove(rules, law.convention, *claim, automata::Numeration::base(base));
        if (by_automata.answer == Answer::outside) {
          const bool divides_by_binder = law.game.find("n / k") != std::string::npos;
          EXPECT_TRUE(claim->scale || rules.has_sums() || divides_by_binder) << by_automata.why;
          continue;
        }
        EXPECT_EQ(by_automata.answer, by_isl.answer) << by_automata.why;
        if (!rules.has_sums()) {
          EXPECT_EQ(by_automata.at, by_isl.at);
        }
      }
}

TEST(Prove, TellsTheLeastFailure) {
  EXPECT_THAT(verdict_on(nim, "nimber = n when n < 1000000, n + 1").at, ElementsAre(1000000));
  EXPECT_THAT(verdict_on(kiki, "P when n = 1 and m = 1").at, ElementsAre(1, 3));
  EXPECT_THAT(verdict_on(nim, "nimber = n when n > 5").at, ElementsAre(0));  // says nothing
  EXPECT_THAT(verdict_on(nim, "nimber = n - 1").at, ElementsAre(0));         // negative
}

TEST(Prove, TellsAWinningMove) {
  EXPECT_EQ(verdict_on(nim, "P when n = 0").wins, "(n) -> (0)");
  EXPECT_THAT(verdict_on(nim, "nimber = n").wins, IsEmpty());
}

TEST(Prove, TellsWinningMovesInTheLanguageOfClaims) {
  const std::vector<Law> fractions{
      {"game g(a, b)\n (a, b) -> (a - 1, b)\n (a, b) -> (a, b - k) for k in 1 .. 2\n",
       "P when a mod 2 = 1 and b mod 3 = 1 or a mod 2 != 1 and b mod 3 = 0", ""},
      {"game g(a in 0.., b in 1..)\n"
       " (a, b) -> (a - k, b) for k in 1 .. 1 when not (a < 3 and b < 3)\n"
       " (a, b) -> (a, b - k) for k in 1 .. 2\n",
       "P when a mod 2 = 1 and a = 1 and b mod 3 = 0 and b != 3"
       " or a mod 2 = 1 and a = 1 and b mod 3 != 0 and b = 2"
       " or a mod 2 = 1 and a != 1 and b mod 3 = 1 or a mod 2 != 1 and b mod 3 = 2",
       "", Convention::misere},
  };
  for (const auto& some : {laws, fractions})
    for (const Law& law : some) {
      const std::string wins = verdict_on(law.game, law.claim, law.convention).wins;
      if (!wins.empty()) check_wins(rules::parsed(law.game), law.claim, wins);
    }
  // Whether isl divides depends on its version.
  EXPECT_TRUE(std::ranges::any_of(fractions, [](const Law& law) {
    return verdict_on(law.game, law.claim, law.convention).wins.find(" / ") != std::string::npos;
  }));
}

TEST(Prove, NamesWhatIsOutside) {
  const auto why = [](const std::string& rule, const std::string& claim) {
    const auto verdict = verdict_on("game g(a, b)\n (a, b) -> " + rule + "\n", claim);
    EXPECT_EQ(verdict.answer, Answer::outside);
    return verdict.why;
  };
  EXPECT_EQ(why("(a - k * b, b) for k >= 1 when b >= 1", "P when a < b"),
            "the product `k * b` in line 2 is outside linear arithmetic");
  EXPECT_THAT(why("(a - k, b) for k in squares", "P when a = 0"), HasSubstr("squares"));
  EXPECT_THAT(why("(a - 1, b)", "P when a * b = 4"), HasSubstr("`a * b`"));
  EXPECT_THAT(why("(a - 1, b)", "nimber = a bxor b"), HasSubstr("`bxor`"));
  EXPECT_EQ(why("(a - 1, b)", "P when b > 3 and min(a, a bxor b) = 0"),
            "`bxor` of the claim is outside linear arithmetic");
  EXPECT_EQ(why("(a - 1, b)", "nimber = 0 when b not in primes, 1"),
            "`in primes` of the claim is outside linear arithmetic");
  EXPECT_EQ(why("(a - 1, b)", "P when a + b in powers(3)"),
            "`in powers(3)` of the claim is outside linear arithmetic");
  EXPECT_THAT(why("(a - k, 0) + (0, b) for k >= 1", "P when a = 0"), HasSubstr("sums"));
}

// Periods of random subtraction games, found by brute force: as many equal values in a row as the
// largest number taken tell all that follow.
TEST(Prove, ProvesPeriodsOfRandomSubtractionGames) {
  std::mt19937_64 random(1956);
  for (int game = 0; game < 12; ++game) {
    const Subtraction rules = random_subtraction(random);
    SCOPED_TRACE(rules.text() + rules.law());
    EXPECT_EQ(verdict_on(rules.text(), rules.law()).answer, Answer::proved);
    Subtraction spoiled = rules;
    spoiled.nimbers[random() % spoiled.nimbers.size()] ^= 1;
    EXPECT_EQ(verdict_on(spoiled.text(), spoiled.law()).answer, Answer::refuted);
  }
}

// The reader of rules proves the end of play in a small box alone.
TEST(Prove, ProvesNothingWherePlayMayGoOnForEver) {
  const auto verdict =
      verdict_on("game loop(n)\n (n) -> (n - 1)\n (n) -> (n + 1) when n >= 100 and n mod 2 = 0\n",
                 "P when n mod 2 = 0");
  EXPECT_EQ(verdict.answer, Answer::outside);
  EXPECT_THAT(verdict.why, HasSubstr("play ends"));
}

}  // namespace
}  // namespace grundy::law
