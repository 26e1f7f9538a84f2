// Laws that are found in the catalogue, and games for which none is claimed. Sources stand with the
// games.
#include "law/find.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include <random>

#include "law/guess.hpp"
#include "oracle/evaluate.hpp"
#include "oracle/oracle.hpp"
#include "rules/language/catalogue.hpp"
#include "rules/parse.hpp"

namespace grundy::law {
namespace {

struct Known {
  std::string game;
  Quantity quantity;
  std::string kind;  // "": none
  std::string text;
  Standing standing = Standing::proved;
  std::vector<std::int64_t> high = {};
};

Found found(const rules::Rules& rules, Quantity quantity, std::vector<std::int64_t> high = {},
            double seconds = 20) {
  Question question;
  question.rules = rules;
  question.quantity = quantity;
  question.high = std::move(high);
  question.limits = {seconds, std::uint64_t{1} << 30};
  question.solving.executor = "serial";
  auto found = find(question);
  if (!found) ADD_FAILURE() << rules.name << ": " << found.error().message;
  return found ? *std::move(found) : Found{};
}

const std::vector<Known> known{
    {"nim", Quantity::nimber, "period", "nimber = n"},
    {"bash", Quantity::nimber, "period", "nimber = n mod 4"},
    {"bash", Quantity::outcome, "period", "P when n mod 4 = 0"},
    {"odd_heaps", Quantity::nimber, "period", "nimber = n mod 2"},
    {"s_nim", Quantity::nimber, "period",
     "nimber = 2 when n mod 7 = 5, 0 when n mod 7 = 0 or n mod 7 = 1 or n mod 7 = 4, 1"},
    {"lasker",
     Quantity::nimber,
     "period",
     "nimber = 0 when n = 0, n + 1 when n mod 4 = 3, n - 1 when n mod 4 = 0, n",
     Standing::proved,
     {2000}},
    {"powers_of_two", Quantity::nimber, "period", "nimber = n mod 3"},
    {"nim3", Quantity::nimber, "xor", "nimber = a bxor b bxor c", Standing::proved, {40}},
    {"wythoff",
     Quantity::nimber,
     "rows",
     "nimber = b when a = 0, b - 2 when a = 1 and b mod 3 = 2, b + 1 when a = 1",
     Standing::verified,
     {1, 500}},
    {"multiplication", Quantity::outcome, "intervals",
     "P when n = 1 or 9 * s < n <= 18 * s for some s in powers(18)"},
    {"cards",
     Quantity::outcome,
     "residues",
     "P when a mod 2 = 1 and c <= 1 and b mod 3 = 0 and d = 0 and b = c or a mod 2 = 1 and c <= 1 "
     "and b mod 3 != 0 and (b + c) mod 3 != 1 or a mod 2 = 1 and c > 1 and b mod 3 = 1 or a mod 2 "
     "!= 1 and c = 0 and b = 0 and d = 0 and a = 0 or a mod 2 != 1 and c = 0 and b = 0 and d != 0 "
     "or a mod 2 != 1 and c = 0 and b != 0 and b mod 3 != 2 or a mod 2 != 1 and c != 0 and b mod 3 "
     "= 0",
     Standing::proved,
     {20}},
    {"kiki", Quantity::outcome, "residues", "P when n mod 2 = 1 and m mod 2 = 1"},
    {"grundys_game", Quantity::nimber, "", "", Standing::refuted, {2000}},
    {"officers", Quantity::nimber, "", "", Standing::refuted, {2000}},
    {"square_nim", Quantity::nimber, "", "", Standing::refuted, {2000}},
    {"three_pile", Quantity::outcome, "", "", Standing::refuted, {60}},
    {"couples_are_forever", Quantity::nimber, "", "", Standing::refuted, {2000}},
    {"couples_are_forever", Quantity::outcome, "", "", Standing::refuted, {16000}},
    {"officers", Quantity::outcome, "", "", Standing::refuted, {16000}},
    {"dawsons_kayles",
     Quantity::outcome,
     "period",
     "P when n mod 34 = 4 or n mod 34 = 8 or n mod 34 = 20 or n mod 34 = 24 or n mod 34 = 28 or "
     "n = 0 or n = 14 or n = 34",
     Standing::verified,
     {2000}},
    {"treblecross", Quantity::nimber, "", "", Standing::refuted, {2000}},
};

TEST(Find, FindsTheLawsOfTheCatalogue) {
  for (Known law : known) {
    SCOPED_TRACE(law.game);
    const rules::Rules rules = *rules::load(law.game);
    if (law.high.size() == 1) law.high.resize(rules.dimensions(), law.high[0]);
    const Found got = found(rules, law.quantity, law.high);
    if (law.kind.empty()) {
      EXPECT_FALSE(got.law) << got.law->text;
      continue;
    }
    ASSERT_TRUE(got.law);
    EXPECT_EQ(got.law->kind, law.kind);
    EXPECT_EQ(got.law->text, law.text);
    EXPECT_EQ(to_string(got.law->checked.standing), to_string(law.standing))
        << got.law->checked.why_not;
  }
}

TEST(Find, IgnoresCoordinatesThatDoNotMatter) {
  const auto rules = rules::parsed("game idle(a, b)\n (a, b) -> (a - k, b) for k in 1 .. 2\n");
  const Found got = found(rules, Quantity::nimber);
  ASSERT_TRUE(got.law);
  EXPECT_EQ(got.law->text, "nimber = a mod 3");
  EXPECT_EQ(got.law->checked.standing, Standing::proved);
}

// A. S. Fraenkel (1982): also where the numbers taken from both piles may differ by less than t.
TEST(Find, ProvesThatPilesAreMultiplesOfIrrationalNumbers) {
  const std::string nim = "game g(a, b)\n symmetric (a, b)\n (a, b) -> (a - k, b) for k >= 1\n";
  std::string rules = nim;
  for (int t = 1; t <= 4; ++t) {
    rules += fmt::format(" (a, b) -> (a - k, b - k - {}) for k >= 1\n", t - 1);
    const Found got = found(rules::parsed(rules), Quantity::outcome, {120, 120});
    ASSERT_TRUE(got.law) << t;
    EXPECT_EQ(got.law->kind, "beatty");
    EXPECT_EQ(got.law->checked.standing, Standing::proved) << got.law->checked.why_not;
  }
  const Found other = found(rules::parsed(nim + " (a, b) -> (a - k, b - 2 * k) for k >= 1\n"),
                            Quantity::outcome, {120, 120});
  EXPECT_TRUE(!other.law || other.law->kind != "beatty");
}

// Law after law by the period of what is taken; saltus 0, 1 and more.
TEST(Find, FindsArithmeticPeriods) {
  const auto law = [](const std::string& rule) {
    const Found got =
        found(rules::parsed("game g(n)\n (n) -> (n - k) " + rule + "\n"), Quantity::nimber, {3000});
    return got.law ? got.law->text : "none";
  };
  EXPECT_EQ(law("for k in even"), "nimber = floor(n / 2)");
  EXPECT_EQ(law("for k >= 3"), "nimber = floor(n / 3)");
  // CGSuite, GameHeapTest: all but 2, 3 and 7 may be taken; period 4, saltus 2.
  EXPECT_EQ(law("for k >= 1 when k != 2 and k != 3 and k != 7"),
            "nimber = 2 * floor(n / 4) when n mod 4 = 0 or n mod 4 = 2, 2 * floor(n / 4) + 1");
}

// Nimbers of even heaps grow, those of odd heaps repeat.
TEST(Find, FindsSplitPeriods) {
  const auto rules = rules::parsed(
      "game g(n)\n (n) -> (n - k) for k >= 1 when n mod 2 = 0\n"
      " (n) -> (n - k) for k in 1 .. 2 when n mod 2 = 1\n");
  const Found got = found(rules, Quantity::nimber, {3000});
  ASSERT_TRUE(got.law);
  EXPECT_EQ(got.law->kind, "period");
  EXPECT_EQ(got.law->checked.standing, Standing::proved);
  ASSERT_TRUE(got.law->progression);
  EXPECT_EQ(got.law->progression->length, 4);
  EXPECT_EQ(got.law->progression->saltus, std::nullopt);
  EXPECT_THAT(got.law->text, testing::HasSubstr("floor(n / 4)"));
}

TEST(Find, SaysNothingOfSmallBoxesButWhatIsProved) {
  EXPECT_EQ(found(*rules::load("nim"), Quantity::nimber, {20}).law->text, "nimber = n");
  Question question;
  question.rules = *rules::load("grundys_game");
  question.high = {20};
  question.limits = {20, std::uint64_t{1} << 30};
  question.solving.executor = "serial";
  const auto nothing = find(question);
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().code, Errc::usage);
}

// Sums under misère play are searched, which takes ever longer.
TEST(Find, NamesNoBoxThatTakesMinutes) {
  Question question;
  question.rules = *rules::load("kayles");
  question.quantity = Quantity::outcome;
  question.convention = Convention::misere;
  question.limits = {5, std::uint64_t{1} << 30};
  question.solving.executor = "serial";
  const auto found = find(question);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_FALSE(found->law);
  ASSERT_TRUE(found->misere);
  EXPECT_EQ(found->misere->wild, 5);
  EXPECT_GE(found->misere->genera.size(), 20u);
}

// A coordinate at which the game is over, beyond what guesses are made from.
TEST(Find, LearnsFromItsMistakes) {
  const auto rules = rules::parsed(
      "game g(a, b)\n lost when a = 40 \n"
      " (a, b) -> (a - 1, b)\n (a, b) -> (a, b - 1)\n");
  const Found got = found(rules, Quantity::outcome, {80, 80});
  ASSERT_TRUE(got.law);
  EXPECT_EQ(got.law->kind, "residues");
  EXPECT_EQ(got.law->checked.standing, Standing::proved);
  EXPECT_THAT(got.law->text, testing::HasSubstr("a = 40"));
}

// n mod 2 is refuted far beyond any box, where its true value is not known. power_part(n, 2) mod 2
// is the same, and nothing that can be proved or refuted as linear arithmetic.
TEST(Find, TellsNothingThatEarlierGuessesRefute) {
  const auto rules = rules::parsed(
      "game g(n)\n (n) -> (n - k) for k in {1, 3}\n"
      " (n) -> (n - 2) when n = 900000000000000001\n");
  const Found got = found(rules, Quantity::nimber, {1000}, /*seconds=*/5);
  if (!got.law || !got.law->claim) return;
  const auto says = oracle::claimed(*got.law->claim, {900'000'000'000'000'001});
  ASSERT_TRUE(says);
  EXPECT_NE(*says, 1) << got.law->text;
}

// Functions of a heap that arithmetic knows.
TEST(Find, FindsFunctionsOfOneHeap) {
  const auto law = [](const std::string& rule, Quantity quantity = Quantity::nimber) {
    const Found got = found(rules::parsed("game g(n)\n" + rule), quantity, {3000});
    EXPECT_TRUE(!got.law || got.law->checked.standing == Standing::verified);
    return got.law ? got.law->kind + ": " + got.law->text : "none";
  };
  // Subtract a divisor, or a proper one.
  EXPECT_EQ(law(" (n) -> (n - k) for k >= 1 when n mod k = 0\n"),
            "function: nimber = 0 when n = 0, valuation(n, 2) + 1");
  EXPECT_EQ(law(" (n) -> (n - k) for k >= 1 when n mod k = 0 and k < n\n"),
            "function: nimber = valuation(n, 2)");
  // Leave a proper divisor: as many moves as there are prime factors, one or more at once.
  EXPECT_EQ(law(" (n) -> (k) for k >= 1 when n mod k = 0 and k < n\n"),
            "function: nimber = prime_factors(n)");
  // Turn a one of the binary digits into a zero.
  EXPECT_EQ(law(" (n) -> (n - s) for s in powers(2) when floor(n / s) mod 2 = 1\n"),
            "function: nimber = digit_sum(n, 2) mod 2");
  EXPECT_EQ(
      law(" (n) -> (n - s) for s in powers(2) when floor(n / s) mod 2 = 1\n", Quantity::outcome),
      "function: P when digit_sum(n, 2) mod 2 = 0");
}

// Halve an even number: by digits this is proved, and a function would be verified.
TEST(Find, PrefersAProvedAutomatonToAVerifiedFunction) {
  const Found got =
      found(rules::parsed("game g(n)\n (n) -> (floor(n / 2)) when n mod 2 = 0 and n > 0\n"),
            Quantity::outcome, {3000});
  ASSERT_TRUE(got.law);
  EXPECT_EQ(got.law->text, "outcomes by the digits of n in base 2: an automaton of 3 states");
  EXPECT_EQ(got.law->checked.standing, Standing::proved);
}

// Values that the function has for few heaps say nothing.
TEST(Find, TakesNoFunctionThatFewHeapsShow) {
  Sample sample;
  sample.names = {"n"};
  sample.quantity = Quantity::outcome;
  sample.box = {{1}, {500}};
  for (std::int64_t n = 1; n <= 500; ++n) sample.values.push_back(n != 173 && n != 346);
  EXPECT_EQ(guess_function(sample).text, "");
  // How often 2 divides the heap tells all but two of them: 12 and 10.
  for (std::int64_t n = 1; n <= 500; ++n) {
    std::int64_t times = 0;
    while (n >> times << times == n) ++times;
    sample.values[static_cast<std::size_t>(n - 1)] = (times - 1) % 2 != 0;
  }
  sample.values[12 - 1] ^= 1;
  sample.values[10 - 1] ^= 1;
  EXPECT_EQ(guess_function(sample).text, "P when valuation(n, 2) mod 2 = 0 and n != 12 or n = 10");
}

TEST(Find, GuessesWhichPrimeIsLeast) {
  Sample sample;
  sample.names = {"n"};
  sample.box = {{1}, {200}};
  for (std::int64_t n = 1; n <= 200; ++n) {
    std::int64_t index = 1;
    for (std::int64_t p = 2; n > 1 && n % p != 0; ++p)
      index += std::ranges::none_of(std::vector{2, 3, 5, 7, 11, 13},
                                    [&](int q) { return q < p && p % q == 0; });
    sample.values.push_back(static_cast<std::uint32_t>(n == 1 ? 0 : index));
  }
  EXPECT_EQ(guess_function(sample).text, "nimber = least_prime(n)");
  sample.values[150] += 1;
  sample.values[151] += 1;
  sample.values[152] += 1;
  sample.values[153] += 1;
  EXPECT_EQ(guess_function(sample).text, "");
}

// The value of heap n, by a law that its values alone tell.
std::uint32_t repeated(const Law& law, std::size_t n) {
  const auto preperiod = static_cast<std::size_t>(law.progression->preperiod);
  const auto length = static_cast<std::size_t>(law.progression->length);
  return law.values[n < preperiod ? n : preperiod + (n - preperiod) % length];
}

// Some sets have numbers beyond the box: then nothing that the box shows holds for all heaps.
TEST(Find, WhatIsProvedOfAFiniteSetHoldsFarBeyondTheBox) {
  std::mt19937_64 random(/*seed=*/31);
  std::size_t proved = 0;
  for (int game = 0; game < 60; ++game) {
    std::vector<std::uint64_t> set{1 + random() % 12};
    for (std::uint64_t count = random() % 4; count > 0; --count)
      set.push_back(1 + random() % (random() % 4 == 0 ? 6000 : 40));
    const std::int64_t high = 100 + static_cast<std::int64_t>(random() % 4900);
    const std::string numbers = fmt::format("{}", fmt::join(set, ", "));
    SCOPED_TRACE(fmt::format("{} up to {}", numbers, high));
    const rules::Rules rules =
        rules::parse(fmt::format("game g(n) (n) -> (n - k) for k in {{{}}}", numbers), "test")
            ->front();
    const Found got = found(rules, Quantity::nimber, {high});
    if (!got.law || got.law->checked.standing != Standing::proved) continue;
    ++proved;
    oracle::Oracle oracle(rules, Convention::normal);
    for (std::int64_t n = 0; n <= 3 * high + 6000; ++n) {
      const auto value = *oracle.nimber_by_xor({n});
      const std::int64_t said = got.law->claim ? *oracle::claimed(*got.law->claim, {n})
                                               : repeated(*got.law, static_cast<std::size_t>(n));
      ASSERT_EQ(said, value) << got.law->text << " at " << n;
    }
  }
  EXPECT_GT(proved, 40U);
}

}  // namespace
}  // namespace grundy::law
