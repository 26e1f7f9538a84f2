// Values by digits: published laws up to 10^18, random games against the definition, and automata
// that are spoiled.
#include "law/certificate/automaton.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <array>
#include <bit>
#include <optional>
#include <random>
#include <string>

#include "law/certificate/says.hpp"
#include "law/find.hpp"
#include "law/judged.hpp"
#include "law/report.hpp"
#include "oracle/oracle.hpp"
#include "rules/parse.hpp"

namespace grundy::law {
namespace {

using testing::HasSubstr;

constexpr Limits limits{2, std::uint64_t{1} << 30};

const std::string mark = "game mark(n) (n) -> (n - 1) (n) -> (floor(n / 2)) when n >= 1";

std::optional<Certificate> automaton_of(const std::string& text, Quantity quantity,
                                        Convention convention = Convention::normal) {
  Question question;
  question.rules = rules::parsed(text);
  question.quantity = quantity;
  question.convention = convention;
  question.high = {16383};
  question.limits = limits;
  question.solving.executor = "serial";
  const auto found = find(question);
  if (!found) ADD_FAILURE() << text << ": " << found.error().message;
  if (!found || !found->law || !found->law->automaton) return std::nullopt;
  EXPECT_EQ(found->law->checked.standing, Standing::proved);
  return certificate_of(question, *found);
}

std::vector<std::int64_t> far_heaps(unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<std::int64_t> heaps{0, 1, 2, 3, 4, 5, 6, 7, 8, 1'000'000'000'000'000'000};
  for (int i = 0; i < 500; ++i) {
    const auto n = static_cast<std::int64_t>(random() % 1'000'000'000'000'000'000u >> i % 58);
    heaps.push_back(n);
    heaps.push_back(n & -(std::int64_t{1} << i % 40));  // with zeros at the end
  }
  return heaps;
}

// A. S. Fraenkel, "Aperiodic subtraction games" (2011): P-positions of Mark are the numbers whose
// binary digits end in an odd count of zeros, and 0.
TEST(Automaton, MarkIsLostWhereAnOddCountOfZerosIsLast) {
  const auto law = automaton_of(mark, Quantity::nimber);
  ASSERT_TRUE(law);
  const Says says(*law, law->laws[0]);
  for (const std::int64_t n : far_heaps(2011)) {
    const bool is_lost = n == 0 || std::countr_zero(static_cast<std::uint64_t>(n)) % 2 == 1;
    EXPECT_EQ(*says({n}) == 0, is_lost) << n;
  }
}

// Of t: in base t an odd count of zeros is last.
TEST(Automaton, MarkTIsLostWhereAnOddCountOfZerosIsLastInBaseT) {
  for (const std::int64_t t : {3, 4, 5, 10}) {
    const auto law = automaton_of(fmt::format("game mark_t(n) (n) -> (n - k) for k in 1 .. {} "
                                              "(n) -> (floor(n / {})) when n >= 1",
                                              t - 1, t),
                                  Quantity::outcome);
    ASSERT_TRUE(law) << t;
    const Says says(*law, law->laws[0]);
    for (std::int64_t n : far_heaps(static_cast<unsigned>(t))) {
      for (int i = 0; i < 3; ++i, n = n < 1'000'000'000'000'000 ? n * t : n + 1) {
        std::int64_t zeros = 0;
        for (std::int64_t m = n; m > 0 && m % t == 0; m /= t) ++zeros;
        const auto right = n == 0 || zeros % 2 == 1 ? Outcome::P : Outcome::N;
        EXPECT_EQ(*says({n}), static_cast<std::int64_t>(right)) << n << " " << t;
      }
    }
  }
}

// Codeforces 603 C, "Lieges of Legendre", with an odd K: the solution of its editorial.
std::int64_t lieges(std::int64_t n) {
  constexpr std::array<std::int64_t, 5> first{0, 1, 0, 1, 2};
  if (n <= 4) return first[static_cast<std::size_t>(n)];
  if (n % 2 == 1) return 0;
  return lieges(n / 2) == 1 ? 2 : 1;
}

TEST(Automaton, LiegesOfLegendreAgreesWithItsEditorialUpToTenToThe18) {
  for (const char* option : {"(i) + (i) + (i) for i in 1 .. n when 2 * i = n",
                             "3 * (i) + (i) + (i) for i in 1 .. n when 2 * i = n",
                             "3 * (floor(n / 2)) when n >= 2 and n mod 2 = 0"}) {
    const auto law = automaton_of(fmt::format("game lieges(n) (n) -> (n - 1) (n) -> {}", option),
                                  Quantity::nimber);
    ASSERT_TRUE(law);
    const Says says(*law, law->laws[0]);
    for (const std::int64_t n : far_heaps(603)) EXPECT_EQ(*says({n}), lieges(n)) << n;
  }
}

// Moves near the heap and near a part of it, some for some residues alone, and sums of both.
std::string random_game(std::mt19937_64& random) {
  const auto below = [&](std::int64_t count) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(count));
  };
  const std::int64_t base = 2 + below(3);
  const auto part = [&]() -> std::string {
    if (below(2) == 0) return fmt::format("(n - {})", 1 + below(4));
    return fmt::format("({}((n + {}) / {}) - {})", below(2) == 0 ? "floor" : "ceil", below(3), base,
                       below(2));
  };
  std::string text = "game g(n)";
  for (std::int64_t rule = 0; rule < 2 + below(2); ++rule) {
    text += "\n (n) -> " + part();
    if (below(3) == 0) text += " + " + part();
    text += fmt::format(" when n >= {}", 6 + below(4));
    if (below(4) == 0) text += fmt::format(" and n mod {0} = {1}", 2 + below(3), below(2));
    if (below(6) == 0) text += fmt::format(" and n != {}", below(20));
  }
  return text;
}

TEST(Automaton, RandomGamesAgreeWithTheDefinition) {
  std::mt19937_64 random(603);
  int laws = 0;
  for (int i = 0; i < 24; ++i) {
    const std::string text = random_game(random);
    const bool misere = i % 2 == 1 && !rules::parsed(text).has_sums();
    const Quantity quantity = misere ? Quantity::outcome : Quantity::nimber;
    const auto convention = misere ? Convention::misere : Convention::normal;
    const auto law = automaton_of(text, quantity, convention);
    if (!law) continue;
    ++laws;
    const Says says(*law, law->laws[0]);
    oracle::Oracle oracle(law->rules, convention);
    for (std::int64_t n = 0; n <= 300; ++n) {
      const auto said = says({n});
      ASSERT_TRUE(said) << text << " " << n << " " << said.error().message;
      if (quantity == Quantity::nimber) {
        const auto nimber = oracle.nimber_by_xor({n});
        ASSERT_TRUE(nimber) << text << " " << n << " " << nimber.error().message;
        ASSERT_EQ(*said, std::int64_t{*nimber}) << text << " " << n;
      } else {
        const auto outcome = oracle.outcome({n});
        ASSERT_TRUE(outcome) << text << " " << n << " " << outcome.error().message;
        ASSERT_EQ(*said, static_cast<std::int64_t>(*outcome)) << text << " " << n;
      }
    }
  }
  EXPECT_GE(laws, 4);
}

// The automaton has no state too many, so each change changes a value somewhere.
TEST(Automaton, SpoiledAutomataAreRefused) {
  for (const auto quantity : {Quantity::nimber, Quantity::outcome}) {
    const auto law = automaton_of(mark, quantity);
    ASSERT_TRUE(law);
    EXPECT_THAT(judged(*law, limits), HasSubstr("holds: the definition holds at"));
    const Automaton right = *law->laws[0].automaton;
    const auto states = static_cast<std::uint32_t>(right.values.size());
    Certificate spoiled = *law;
    Automaton& automaton = *spoiled.laws[0].automaton;
    for (std::size_t state = 0; state < states; ++state) {
      for (std::uint32_t value = 0; value < 4; ++value) {
        if (value == right.values[state]) continue;
        automaton = right;
        automaton.values[state] = value;
        EXPECT_THAT(judged(spoiled, limits),
                    testing::AnyOf(HasSubstr("refused"), HasSubstr("error F.law")));
      }
      for (std::size_t digit = 0; digit < 2; ++digit)
        for (std::uint32_t to = 0; to <= states; ++to) {
          automaton = right;
          automaton.next[state][digit] = to;
          if (to == right.next[state][digit]) continue;
          EXPECT_THAT(judged(spoiled, limits),
                      testing::AnyOf(HasSubstr("refused"), HasSubstr("error F.law")))
              << state << " " << digit << " " << to;
        }
    }
    automaton = right;
    spoiled.rules =
        rules::parsed("game mark(n) (n) -> (n - 1) (n) -> (floor(n / 2)) when n mod 4 != 0");
    EXPECT_THAT(judged(spoiled, limits), HasSubstr("refused"));
    spoiled.rules = rules::parsed(
        "game mark(n) (n) -> (n - 1) when n != 9999999 (n) -> (floor(n / 2)) when n >= 1");
    EXPECT_THAT(judged(spoiled, limits), HasSubstr("refused"));
    spoiled.rules = rules::parsed("game mark(n) (n) -> (n - 1) (n) -> (floor(n / 3)) when n >= 1");
    EXPECT_THAT(judged(spoiled, limits), HasSubstr("refused: it was not proved that options are"));
  }
}

// Whether a player wins a sum does not follow from who wins its parts.
TEST(Automaton, OutcomesOfSumsAreRefused) {
  auto law = automaton_of(
      "game lieges(n) (n) -> (n - 1) (n) -> (i) + (i) + (i) for i in 1 .. n when 2 * i = n",
      Quantity::nimber);
  ASSERT_TRUE(law);
  EXPECT_THAT(judged(*law, limits), HasSubstr("holds: "));
  Certified& claimed = law->laws[0];
  claimed.claim.quantity = Quantity::outcome;
  for (std::uint32_t& value : claimed.automaton->values)
    value = static_cast<std::uint32_t>(value == 0 ? Outcome::P : Outcome::N);
  claimed.claim.text = automaton_text(law->rules, Quantity::outcome, *claimed.automaton);
  EXPECT_EQ(judged(*law, limits),
            "refused: outcomes of sums do not follow from those of their parts");
}

TEST(Automaton, FilesThatAreNoAutomatonAreErrors) {
  const auto law = automaton_of(mark, Quantity::nimber);
  ASSERT_TRUE(law);
  const auto with = [&](const auto& change) {
    Certificate spoiled = *law;
    change(*spoiled.laws[0].automaton);
    spoiled.laws[0].claim.text =
        automaton_text(spoiled.rules, Quantity::nimber, *spoiled.laws[0].automaton);
    return judged(spoiled, limits);
  };
  EXPECT_THAT(with([](Automaton& a) { a.numeration.p = 1; }),
              HasSubstr("the base is not one of 2 .. 64"));
  EXPECT_THAT(with([](Automaton& a) { a.values.clear(); }), HasSubstr("there are not 1 .. 1000"));
  EXPECT_THAT(with([](Automaton& a) { a.next[1].pop_back(); }),
              HasSubstr("one next state for each"));
  EXPECT_THAT(with([](Automaton& a) { a.next[1][1] = 77; }), HasSubstr("a next state is not one"));
  EXPECT_THAT(with([](Automaton& a) { a.next[0][0] = 1; }), HasSubstr("digit 0 leads out"));
  auto outcomes = automaton_of(mark, Quantity::outcome);
  ASSERT_TRUE(outcomes);
  Certified& claimed = outcomes->laws[0];
  claimed.automaton->values.back() = 2;
  claimed.claim.text = automaton_text(outcomes->rules, Quantity::outcome, *claimed.automaton);
  EXPECT_THAT(judged(*outcomes, limits), HasSubstr("of outcomes, whose values are 0 and 1"));
}

}  // namespace
}  // namespace grundy::law
