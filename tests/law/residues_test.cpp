// Claims about heaps with a formula for each residue: what isl says of them, residue by residue, is
// what the definition says of each heap.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <random>
#include <set>
#include <vector>

#include "law/prove.hpp"
#include "oracle/evaluate.hpp"
#include "oracle/options.hpp"
#include "oracle/oracle.hpp"
#include "rules/language/parse_claim.hpp"

namespace grundy::law {
namespace {

using relation::Answer;

class RandomClaim {
 public:
  explicit RandomClaim(std::uint64_t seed) : random_(seed) {
    const std::int64_t low = static_cast<std::int64_t>(below(3));
    text_ = fmt::format("game g(n in {} ..)\n", low);
    for (std::uint64_t rules = 1 + below(2); rules > 0; --rules) text_ += rule();
  }

  const std::string& text() const { return text_; }

  // With a formula for each residue that fits the last of these nimbers, if one does, and with all
  // heaps before that do not fit. One number of one claim in three is changed.
  std::string claim(const std::vector<std::uint32_t>& nimbers, std::int64_t low) {
    const std::size_t period = period_of(nimbers);
    const std::int64_t p = static_cast<std::int64_t>(period), slope = slope_of(nimbers, period);
    const std::size_t changed = below(3) == 0 ? below(period) : period;
    const std::int64_t change = below(2) == 0 ? 1 : -1;
    std::vector<std::string> pieces;
    std::vector<std::int64_t> offsets(period);
    for (std::size_t i = 0; i < nimbers.size(); ++i) {  // the last ones stay
      const std::int64_t n = low + static_cast<std::int64_t>(i);
      offsets[static_cast<std::size_t>(n % p)] = nimbers[i] - slope * (n / p);
    }
    for (std::size_t i = 0; i < nimbers.size() / 4; ++i) {
      const std::int64_t n = low + static_cast<std::int64_t>(i);
      if (nimbers[i] != offsets[static_cast<std::size_t>(n % p)] + slope * (n / p))
        pieces.push_back(fmt::format("{} when n = {}", nimbers[i], n));
    }
    for (std::size_t r = 0; r < period; ++r)
      pieces.push_back(fmt::format("{} * floor(n / {}) + {} when n mod {} = {}", slope, period,
                                   offsets[r] + (r == changed ? change : 0), period, r));
    return fmt::format("nimber = {}", fmt::join(pieces, ", "));
  }

 private:
  std::uint64_t below(std::uint64_t end) { return random_() % end; }

  std::string rule() {
    const std::uint64_t k = 1 + below(5), m = 2 + below(3);
    switch (below(6)) {
      case 0:
        return fmt::format("  (n) -> (n - k) for k >= 1 when k != {} and k != {}\n", k, k + m);
      case 1:
        return fmt::format("  (n) -> (n - k) for k in {{{}, {}, {}}}\n", k, k + m, k + m + 1);
      case 2:
        return fmt::format("  (n) -> (n - k) for k >= 1 when k mod {} = 1\n", m);
      case 3:
        return fmt::format("  (n) -> (n - k) for k in 1 .. {} when n mod {} != 0\n", k, m);
      case 4:
        return fmt::format("  (n) -> () when n mod {} = 1\n  (n) -> (n - {})\n", m, k);
      default:
        return fmt::format("  lost when n = {}\n  (n) -> (n - k) for k in 1 .. {}\n", k, m);
    }
  }

  static std::int64_t slope_of(const std::vector<std::uint32_t>& nimbers, std::size_t period) {
    return std::int64_t{nimbers.back()} - nimbers[nimbers.size() - 1 - period];
  }

  // The least one that the last three quarters show, or any.
  std::size_t period_of(const std::vector<std::uint32_t>& nimbers) {
    for (std::size_t period = 2; period < nimbers.size() / 4; ++period) {
      const std::int64_t slope = slope_of(nimbers, period);
      std::size_t i = nimbers.size() / 4;
      while (i + period < nimbers.size() && nimbers[i + period] == nimbers[i] + slope) ++i;
      if (i + period == nimbers.size()) return period;
    }
    return 2 + below(11);
  }

  std::mt19937_64 random_;
  std::string text_;
};

// What the definition says of a heap whose options have these claimed nimbers: negative ones are no
// option's. Heaps are counted from the low end.
std::optional<std::uint32_t> defined(const rules::Rules& rules, std::int64_t n,
                                     const std::function<std::int64_t(std::int64_t)>& value) {
  const auto options = oracle::options(rules, {n});
  if (!options) return std::nullopt;
  std::set<std::uint32_t> met;
  for (const auto& sum : *options) {
    const std::int64_t option = sum.empty() ? 0 : value(sum.front()[0]);
    if (option >= 0) met.insert(static_cast<std::uint32_t>(option));
  }
  return oracle::mex(met);
}

TEST(Residues, AgreeWithTheDefinitionOfEachHeap) {
  constexpr std::int64_t heaps = 200;
  std::size_t proved = 0, refuted = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    RandomClaim random(seed);
    const rules::Rules rules = rules::parsed(random.text());
    const std::int64_t low = rules.coordinates[0].low;
    std::vector<std::uint32_t> nimbers;
    while (nimbers.size() < heaps) {
      const auto nimber =
          defined(rules, low + static_cast<std::int64_t>(nimbers.size()),
                  [&](std::int64_t n) { return nimbers[static_cast<std::size_t>(n - low)]; });
      ASSERT_TRUE(nimber);
      nimbers.push_back(*nimber);
    }
    const std::string text = random.claim(nimbers, low);
    SCOPED_TRACE(random.text() + text);
    const auto claim = rules::parse_claim(text, rules);
    ASSERT_TRUE(claim);
    const auto claimed = [&](std::int64_t n) { return *oracle::claimed(*claim, {n}); };
    std::optional<std::int64_t> wrong;
    for (std::int64_t n = low; !wrong && n < low + heaps; ++n)
      if (claimed(n) != *defined(rules, n, claimed)) wrong = n;
    const auto verdict = verdict_on(random.text(), text);
    ASSERT_EQ(verdict.answer, wrong ? Answer::refuted : Answer::proved) << verdict.why;
    if (wrong) {
      EXPECT_EQ(verdict.at, Position{*wrong});
    }
    ++(wrong ? refuted : proved);
  }
  EXPECT_GT(proved, 30u);
  EXPECT_GT(refuted, 30u);
}

// All numbers but 1, 20 and 21 may be taken: period 60, saltus 20.
TEST(Residues, ManyAreProved) {
  const rules::Rules rules =
      rules::parsed("game g(n)\n  (n) -> (n - k) for k >= 1 when k != 1 and k != 20 and k != 21\n");
  std::vector<std::int64_t> nimbers;
  for (std::int64_t n = 0; n < 120; ++n)
    nimbers.push_back(
        *defined(rules, n, [&](std::int64_t m) { return nimbers[static_cast<std::size_t>(m)]; }));
  const auto claim = [&](std::int64_t spoiled, std::int64_t change) {
    std::string text = "nimber = ";
    for (std::int64_t r = 0; r < 60; ++r)
      text += fmt::format("{}20 * floor(n / 60) + {} when n mod 60 = {}", r == 0 ? "" : ", ",
                          nimbers[static_cast<std::size_t>(r)] + (r == spoiled ? change : 0), r);
    return text;
  };
  EXPECT_EQ(verdict_on(rules.text, claim(-1, 0)).answer, Answer::proved);
  for (const std::int64_t change : {-1, 1})
    EXPECT_EQ(verdict_on(rules.text, claim(59, change)).answer, Answer::refuted);
}

}  // namespace
}  // namespace grundy::law
