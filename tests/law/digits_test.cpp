// Laws of tuples by the digits of their coordinates: found, proved, right up to 10^18, and refused
// where they are spoiled.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "law/certificate/certificate.hpp"
#include "law/find.hpp"
#include "law/judged.hpp"
#include "law/report.hpp"
#include "rules/parse.hpp"

namespace grundy::law {
namespace {

using testing::HasSubstr;

constexpr Limits limits{10, std::uint64_t{1} << 30};

// R. E. Gaskell and M. J. Whinihan, "Fibonacci Nim", 1963: up to twice what was taken before.
const std::string fibonacci_nim = "game g(n, m)\n (n, m) -> (n - k, 2 * k) for k in 1 .. m\n";
const std::string nim3 =
    "game nim3(a, b, c)\n symmetric (a, b, c)\n (a, b, c) -> (a - k, b, c) for k >= 1\n";

Question question_of(const std::string& rules, std::vector<std::int64_t> high) {
  Question question;
  question.rules = rules::parsed(rules);
  question.quantity = Quantity::outcome;
  question.high = std::move(high);
  question.limits = limits;
  question.solving.executor = "serial";
  return question;
}

std::optional<Certificate> law_of(const std::string& rules, std::vector<std::int64_t> high) {
  const Question question = question_of(rules, std::move(high));
  const auto found = find(question);
  if (!found) ADD_FAILURE() << found.error().message;
  if (!found || !found->law) return std::nullopt;
  EXPECT_EQ(found->law->checked.standing, Standing::proved);
  EXPECT_TRUE(found->law->automaton);
  return certificate_of(question, *found);
}

// The least Fibonacci number in the sum that is n, no two of them neighbours.
std::int64_t least_part(std::int64_t n) {
  std::int64_t part = n;
  while (n > 0) {
    std::int64_t a = 1, b = 2;
    while (b <= n) a = std::exchange(b, a + b);
    part = a;
    n -= a;
  }
  return part;
}

TEST(Digits, FibonacciNimIsLostBelowTheLeastPart) {
  const auto law = law_of(fibonacci_nim, {400, 400});
  ASSERT_TRUE(law);
  EXPECT_EQ(law->laws[0].claim.text,
            "outcomes by the Fibonacci digits of n, m: an automaton of 8 states");
  EXPECT_THAT(judged(*law, limits), HasSubstr("holds: the definition holds at every position"));
  const Says says(*law, law->laws[0]);
  std::mt19937_64 random(1963);
  for (int i = 0; i < 2000; ++i) {
    const auto n = static_cast<std::int64_t>(random() % 1'000'000'000'000'000'000u >> i % 58);
    const std::int64_t part = least_part(n);
    for (const std::int64_t m : {std::int64_t{0}, part - 1, part, part + 1, n})
      if (m >= 0) {
        const auto said = says({n, m});
        ASSERT_TRUE(said);
        EXPECT_EQ(*said, static_cast<std::int64_t>(n == 0 || m < part ? Outcome::P : Outcome::N))
            << n << " " << m;
      }
  }
}

TEST(Digits, SpoiledAutomataAreRefused) {
  for (const auto& [rules, high] : {std::pair(fibonacci_nim, std::vector<std::int64_t>{400, 400}),
                                    std::pair(nim3, std::vector<std::int64_t>{40, 40, 40})}) {
    const auto law = law_of(rules, high);
    ASSERT_TRUE(law);
    const Automaton right = *law->laws[0].automaton;
    const auto states = static_cast<std::uint32_t>(right.values.size());
    Certificate spoiled = *law;
    Automaton& automaton = *spoiled.laws[0].automaton;
    const auto expect_refused = [&] {
      const std::string said = judged(spoiled, limits);
      if (said.starts_with("refused") || said.starts_with("error")) return;
      // A step that no number takes.
      for (std::int64_t a = 0; a < 90; ++a)
        for (std::int64_t b = 0; b < 90; ++b) {
          std::vector<std::int64_t> at(high.size(), a);
          at.back() = b;
          ASSERT_EQ(automaton.values[automaton.state(at)], right.values[right.state(at)]) << said;
        }
    };
    for (std::size_t state = 0; state < states; ++state) {
      automaton = right;
      automaton.values[state] = 1 - automaton.values[state];
      EXPECT_THAT(judged(spoiled, limits), HasSubstr("refused"));
      for (std::size_t letter = 0; letter < right.next[state].size(); ++letter) {
        automaton = right;
        automaton.next[state][letter] = (right.next[state][letter] + 1) % states;
        expect_refused();
      }
    }
    automaton = right;
    automaton.numeration = automata::Numeration::quadratic(9);
    EXPECT_THAT(judged(spoiled, limits), HasSubstr("the recurrence is not one of 1 .. 8"));
    automaton = right;
    automaton.next[0].pop_back();
    EXPECT_THAT(judged(spoiled, limits), HasSubstr("one next state for each"));
    automaton = right;
    spoiled.convention = Convention::misere;
    EXPECT_THAT(judged(spoiled, limits), HasSubstr("refused"));
  }
}

TEST(Digits, SayNothingOfWhatHasNoSuchLaw) {
  for (const std::string rules :
       {"game g(a, b)\n symmetric (a, b)\n (a, b) -> (a - k, b) for k in squares\n"
        " (a, b) -> (a - 1, b - 1)\n",
        "game g(a, b)\n symmetric (a, b)\n (a, b) -> (a - k * b, b) for k >= 1 when b >= 1\n"}) {
    const auto found = find(question_of(rules, {200, 200}));
    ASSERT_TRUE(found);
    EXPECT_FALSE(found->law && found->law->checked.standing == Standing::proved);
  }
}

}  // namespace
}  // namespace grundy::law
