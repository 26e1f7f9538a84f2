// Claims about nimbers without bound in games that give sums: what isl says of them, against what
// the definition says of each position.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <optional>
#include <random>
#include <set>
#include <vector>

#include "law/child/child.hpp"
#include "law/prove.hpp"
#include "law/sequence.hpp"
#include "oracle/evaluate.hpp"
#include "oracle/options.hpp"
#include "oracle/oracle.hpp"
#include "rules/language/parse_claim.hpp"

namespace grundy::law {
namespace {

using relation::Answer;
using testing::HasSubstr;

const std::string any_number = "  (n) -> (n - k) for k >= 1\n";

struct Law {
  std::string rules;
  std::string claim;
  std::string spoiled;
};

const std::vector<Law> laws{
    // Winning Ways, chapter 4.
    {any_number + "  (n) -> (i) + (n - i) for i in 1 .. n - 1\n",
     "nimber = 0 when n = 0, n + 1 when n mod 4 = 3, n - 1 when n mod 4 = 0, n",
     "nimber = 0 when n = 0, n + 1 when n mod 4 = 3, n when n = 4000, n - 1 when n mod 4 = 0, n"},
    // The xor of two parts is at most their sum, less than n.
    {"  (n) -> (i) + (n - k - i) for k >= 1, i in 0 .. n - k\n", "nimber = n",
     "nimber = n when n != 1001 and n != 1002, 2003 - n"},
    {any_number + "  (n) -> (i) + (n - 2 - i) for i in 1 .. n - 3\n", "nimber = n",
     "nimber = n when n != 5000, n - 1"},
    // Into three parts: period 8.
    {any_number +
         "  (n) -> (i) + (j) + (n - i - j) for i in 1 .. n, j in 1 .. n - i when i + j < n\n",
     "nimber = 0 when n = 0, n + 1 when n mod 8 = 7, n - 1 when n mod 8 = 0, n", "nimber = n"},
    // Not a whole heap.
    {"  (n) -> (n - k) for k in 1 .. n - 1\n  (n) -> (i) + (n - i) for i in 1 .. n - 1 when 2 * i "
     "!= n\n",
     "nimber = max(n - 1, 0)", "nimber = max(n - 2, 0)"},
};

TEST(Sums, OfNimbersWithoutBound) {
  for (const auto& [rules, claim, spoiled] : laws) {
    const std::string game = "game g(n)\n" + rules;
    SCOPED_TRACE(game);
    const auto right = verdict_on(game, claim);
    EXPECT_EQ(right.answer, Answer::proved) << right.why << testing::PrintToString(right.at);
    EXPECT_EQ(verdict_on(game, spoiled).answer, Answer::refuted);
  }
}

TEST(Sums, OfTwoCoordinates) {
  const std::string game =
      "game g(a, b)\n  (a, b) -> (a - k, b) for k >= 1\n"
      "  (a, b) -> (i, b - 1) + (a - 1 - i, b - 1) for i in 0 .. a - 1\n";
  EXPECT_EQ(verdict_on(game, "nimber = a").answer, Answer::proved);
  EXPECT_EQ(verdict_on(game, "nimber = a when b != 9, a + 1").answer, Answer::refuted);
}

// That two equal summands are nothing is not seen.
TEST(Sums, AreLeftOpenWhereTheyAreNotKnown) {
  const auto verdict = verdict_on(
      "game g(n)\n" + any_number + "  (n) -> (n - 1) + (n - 1) + (1) when n >= 2\n", "nimber = n");
  EXPECT_EQ(verdict.answer, Answer::outside);
  EXPECT_THAT(verdict.why, HasSubstr("xor of nimbers"));
}

class RandomGame {
 public:
  explicit RandomGame(std::uint64_t seed) : random_(seed) {
    text_ = fmt::format("game g(n in {} ..)\n", below(2));
    text_ += fmt::format("  (n) -> (n - k) for k >= {}\n", 1 + below(2));
    for (std::uint64_t rules = 1 + below(2); rules > 0; --rules) text_ += rule();
  }

  const std::string& text() const { return text_; }

  // What the last nimbers show, or for every third game something else.
  std::optional<std::string> claim(const std::vector<std::int64_t>& nimbers, std::int64_t low) {
    for (const std::size_t period : {1U, 2U, 4U, 8U}) {
      Sequence sequence = sequence_with(nimbers, low, period);
      if (sequence.exceptions.size() > 12) continue;
      if (below(3) == 0) spoil(sequence);
      std::vector<std::string> pieces;
      for (const auto& [n, nimber] : sequence.exceptions)
        pieces.push_back(fmt::format("{} when n = {}", nimber, n));
      for (std::int64_t r = 0; r < sequence.period; ++r)
        pieces.push_back(
            fmt::format("{} when n mod {} = {}", formula(sequence, "n", r), period, r));
      return fmt::format("nimber = {}", fmt::join(pieces, ", "));
    }
    return std::nullopt;
  }

 private:
  std::uint64_t below(std::uint64_t end) { return random_() % end; }

  std::string rule() {
    const std::uint64_t least = 1 + below(4), taken = below(3);
    switch (below(7)) {
      case 0:
        return fmt::format("  (n) -> (i) + (n - {} - i) for i in {} .. n when i < n - {} - i\n",
                           taken, least, taken);
      case 1:
        return fmt::format("  (n) -> (i) + (n - k - i) for k >= {}, i in {} .. n - k - {}\n",
                           1 + taken, least, least);
      case 2:
        return fmt::format("  (n) -> (i) + (n - i) + ({}) for i in {} .. n - 1\n", least,
                           least + 1);
      case 3:
        return fmt::format("  (n) -> (i) + (n - i) for i in 1 .. n - 1 when n mod {} = {}\n",
                           2 + taken, below(2));
      case 4:
        return fmt::format("  (n) -> (n - {}) + ({}) + (floor(n / 2)) when n > {}\n", least,
                           taken + 1, least + 2);
      case 5:
        return fmt::format("  (n) -> (i) + (j) for i in 1 .. n - 1, j in 1 .. min({}, n - 1)\n",
                           least);
      default:
        return fmt::format("  (n) -> (i) + (n - {} - i) for i in {} .. n - {}\n", taken, least,
                           taken + least);
    }
  }

  // Sometimes far from the nimbers that were seen.
  void spoil(Sequence& sequence) {
    const std::size_t r = below(sequence.offsets.size());
    switch (below(3)) {
      case 0:
        sequence.offsets[r] += below(2) == 0 ? 1 : -1;
        break;
      case 1:
        sequence.saltus[r] += below(2) == 0 ? 1 : -1;
        break;
      default:
        sequence.exceptions.emplace_back(70 + static_cast<std::int64_t>(below(60)),
                                         static_cast<std::int64_t>(below(150)));
    }
  }

  std::mt19937_64 random_;
  std::string text_;
};

// What the definition says of a heap whose options have these nimbers: sums with a negative one are
// no options.
std::int64_t defined(const rules::Rules& rules, std::int64_t n,
                     const std::function<std::int64_t(std::int64_t)>& value) {
  std::set<std::uint32_t> met;
  const auto visit = [&](const oracle::Sum& option) -> Status {
    std::int64_t all = 0;
    for (const Position& part : option) {
      const std::int64_t of = value(part[0]);
      if (of < 0) return {};
      all ^= of;
    }
    met.insert(static_cast<std::uint32_t>(all));
    return {};
  };
  EXPECT_TRUE(oracle::for_each_option(rules, {n}, visit));
  return oracle::mex(met);
}

// In a child, since a random claim may take long.
relation::Verdict limited_verdict_on(const rules::Rules& rules, const rules::Claim& claim) {
  auto child = Child::start({1.5, std::uint64_t{1} << 30}, [&] {
    const auto verdict = relation::prove(rules, Convention::normal, claim);
    return fmt::format("{}{}", static_cast<int>(verdict.answer),
                       verdict.at.empty() ? 0 : verdict.at[0]);
  });
  EXPECT_TRUE(child);
  const auto text = child->text(nullptr);
  if (!text || !*text) return {};
  return {static_cast<Answer>((**text)[0] - '0'), {std::stoll((*text)->substr(1))}, {}, {}};
}

// GRUNDY_LAW_GAMES=1000 takes some minutes.
std::uint64_t games() {
  const char* const given = std::getenv("GRUNDY_LAW_GAMES");
  return given == nullptr ? 80 : static_cast<std::uint64_t>(std::atoi(given));
}

TEST(Sums, AgreeWithTheDefinitionOfEachHeap) {
  constexpr std::int64_t seen = 64, heaps = 150;
  std::size_t proved = 0, refuted = 0;
  for (std::uint64_t seed = 0; seed < games(); ++seed) {
    RandomGame random(seed);
    const rules::Rules rules = rules::parsed(random.text());
    const std::int64_t low = rules.coordinates[0].low;
    std::vector<std::int64_t> nimbers;
    for (std::int64_t n = low; n < low + seen; ++n)
      nimbers.push_back(defined(
          rules, n, [&](std::int64_t m) { return nimbers[static_cast<std::size_t>(m - low)]; }));
    const auto text = random.claim(nimbers, low);
    if (!text) continue;
    SCOPED_TRACE(random.text() + *text);
    const auto claim = rules::parse_claim(*text, rules);
    ASSERT_TRUE(claim);
    const auto claimed = [&](std::int64_t n) { return *oracle::claimed(*claim, {n}); };
    const auto is_wrong = [&](std::int64_t n) { return claimed(n) != defined(rules, n, claimed); };
    const auto verdict = limited_verdict_on(rules, *claim);
    if (verdict.answer == Answer::proved) {
      for (std::int64_t n = low; n < low + heaps; ++n) ASSERT_FALSE(is_wrong(n)) << n;
      ++proved;
    } else if (verdict.answer == Answer::refuted) {
      ASSERT_TRUE(is_wrong(verdict.at[0])) << verdict.at[0];
      ++refuted;
    }
  }
  EXPECT_GT(proved, games() / 4);
  EXPECT_GT(refuted, games() / 8);
}

}  // namespace
}  // namespace grundy::law
