// Claims decided by automata: published laws, and laws that were planted in rules; spoiled ones are
// refuted.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "law/automata/choose.hpp"
#include "law/automata/prove.hpp"
#include "oracle/evaluate.hpp"
#include "oracle/oracle.hpp"
#include "rules/language/parse_claim.hpp"
#include "rules/parse.hpp"

namespace grundy::automata {
namespace {

using relation::Answer;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

struct Law {
  std::string game;
  std::string claim;
  std::string spoiled;  // in one place
  Convention convention = Convention::normal;
};

const std::string take_one_heap = " symmetric (a, b)\n (a, b) -> (a - k, b) for k >= 1\n";
const std::string nim2 = "game nim2(a, b)\n" + take_one_heap;
const std::string nim3 =
    "game nim3(a, b, c)\n symmetric (a, b, c)\n (a, b, c) -> (a - k, b, c) for k >= 1\n";
const std::string wythoff = nim2 + " (a, b) -> (a - k, b - k) for k >= 1\n";
const std::string half = "game half(n)\n (n) -> (n - k) for k in 1 .. floor(n / 2)\n";
const std::string mark = "game mark(n)\n (n) -> (n - 1)\n (n) -> (floor(n / 2)) when n >= 1\n";
const std::string lasker =
    "game lasker(n)\n (n) -> (n - k) for k >= 1\n"
    " (n) -> (k) + (n - k) for k in 1 .. n - 1\n";

const std::vector<Law> laws{
    // C. L. Bouton, "Nim, a game with a complete mathematical theory", 1901.
    {nim2, "nimber = a bxor b", "nimber = a bxor b bxor floor(a / 1000) mod 2"},
    {nim3, "nimber = a bxor b bxor c", "nimber = a bxor b bxor (c + 1)"},
    {nim3, "P when a bxor b = c", "P when a bxor b = c and a != 77"},
    {nim2, "P when a = b and a > 1 or a + b = 1", "P when a = b and a > 1", Convention::misere},
    // A. S. Fraenkel and M. Lorberbom, "Nimhoff games", 1991.
    {"game cyclic(a, b)\n" + take_one_heap + " (a, b) -> (a - 1, b - 1)\n",
     "nimber = (floor(a / 3) bxor floor(b / 3)) * 3 + (a + b) mod 3",
     "nimber = (floor(a / 3) bxor floor(b / 3)) * 3 + (a - b) mod 3"},
    // W. A. Wythoff, "A modification of the game of Nim", 1907, and Fraenkel 1982 for t = 2.
    {wythoff,
     "P when min(a, b) * min(a, b) - min(a, b) * (max(a, b) - min(a, b)) -"
     " (max(a, b) - min(a, b)) * (max(a, b) - min(a, b)) <= 0 and (min(a, b) + 1) * (min(a, b) + 1)"
     " - (min(a, b) + 1) * (max(a, b) - min(a, b)) -"
     " (max(a, b) - min(a, b)) * (max(a, b) - min(a, b)) > 0",
     "P when min(a, b) * min(a, b) - min(a, b) * (max(a, b) - min(a, b)) -"
     " (max(a, b) - min(a, b)) * (max(a, b) - min(a, b)) <= 0 and (min(a, b) + 2) * (min(a, b) + 2)"
     " - (min(a, b) + 2) * (max(a, b) - min(a, b)) -"
     " (max(a, b) - min(a, b)) * (max(a, b) - min(a, b)) > 0"},
    {nim2 + " (a, b) -> (a - k, b - j) for k >= 1, j in k - 1 .. k + 1 when j >= 1\n",
     "P when (a - b) mod 2 = 0 and min(a, b) * min(a, b) - 2 * floor((max(a, b) - min(a, b)) / 2) *"
     " floor((max(a, b) - min(a, b)) / 2) <= 0 and (min(a, b) + 1) * (min(a, b) + 1) -"
     " 2 * floor((max(a, b) - min(a, b)) / 2) * floor((max(a, b) - min(a, b)) / 2) > 0",
     "P when (a - b) mod 2 = 0 and min(a, b) * min(a, b) - 2 * floor((max(a, b) - min(a, b)) / 2) *"
     " floor((max(a, b) - min(a, b)) / 2) <= 0 and (min(a, b) + 2) * (min(a, b) + 2) -"
     " 2 * floor((max(a, b) - min(a, b)) / 2) * floor((max(a, b) - min(a, b)) / 2) > 0"},
    {half, "P when n + 1 in powers(2)", "P when n in powers(2)"},
    {half, "P when n bxor n + 1 = 2 * n + 1", "P when n bxor n + 1 = 2 * n"},
    // A. S. Fraenkel, "Aperiodic subtraction games", 2011.
    {mark, "P when valuation(n, 2) mod 2 = 1 or n = 0", "P when valuation(n, 2) mod 2 = 1"},
    {"game take(n)\n (n) -> (n - k) for k in powers(2)\n", "nimber = n mod 3", "nimber = n mod 4"},
    {lasker, "nimber = 0 when n = 0, n + 1 when n mod 4 = 3, n - 1 when n mod 4 = 0, n",
     "nimber = 0 when n = 0, n + 1 when n mod 4 = 3, n - 1 when n mod 4 = 1, n"},
    // Coordinates below 0, ends of play, and the empty sum.
    {"game low(a in -9 .., b)\n (a, b) -> (a - k, b) for k >= 1\n (a, b) -> (a, b - k) for k >= "
     "1\n",
     "nimber = a + 9 bxor b", "nimber = a + 8 bxor b"},
    {"game loses(n)\n lost when n >= 1 and n band n - 1 = 0\n (n) -> (n - 1)\n",
     "P when n mod 2 = 0 or n = 1", "P when n mod 2 = 0"},
    {"game nothing(n)\n (n) -> () when n >= 1 and n band n - 1 = 0\n", "P when n not in powers(2)",
     "P when n in powers(2)"},
};

rules::Claim claim_of(const rules::Rules& rules, const std::string& text) {
  const auto claim = rules::parse_claim(text, rules);
  if (!claim) ADD_FAILURE() << claim.error().message;
  return claim ? *claim : rules::Claim();
}

TEST(ProveByAutomata, DecidesPublishedLaws) {
  for (const Law& law : laws) {
    SCOPED_TRACE(law.game + law.claim);
    const rules::Rules rules = rules::parsed(law.game);
    const Decision right = decide(rules, law.convention, claim_of(rules, law.claim));
    EXPECT_EQ(right.verdict.answer, Answer::proved)
        << right.verdict.why << testing::PrintToString(right.verdict.at);
    const Decision wrong = decide(rules, law.convention, claim_of(rules, law.spoiled));
    EXPECT_EQ(wrong.verdict.answer, Answer::refuted) << wrong.verdict.why;
  }
}

}  // namespace
}  // namespace grundy::automata
