// Claims that repeat, about random take-and-break codes: whatever is proved is true far beyond what
// was looked at.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include <map>
#include <random>

#include "law/certificate/certificate.hpp"
#include "oracle/oracle.hpp"
#include "rules/language/catalogue.hpp"
#include "rules/language/parse_claim.hpp"

namespace grundy::law {
namespace {

using testing::HasSubstr;
using Values = std::vector<std::uint32_t>;

constexpr Limits limits{20, std::uint64_t{1} << 30};

Values values_of(const rules::Rules& rules, std::int64_t heaps) {
  oracle::Oracle oracle(rules, Convention::normal);
  Values values;
  for (std::int64_t heap = 0; heap < heaps; ++heap) values.push_back(*oracle.nimber_by_xor({heap}));
  return values;
}

// That the first values repeat from `first` on.
std::string claim_of(const Values& values, std::size_t first, std::size_t period) {
  std::map<std::uint32_t, std::vector<std::string>> having;
  for (std::size_t n = 0; n < first; ++n) having[values[n]].push_back(fmt::format("n = {}", n));
  for (std::size_t n = first; n < first + period; ++n)
    having[values[n]].push_back(
        fmt::format("n >= {} and n mod {} = {}", first, period, n % period));
  std::vector<std::string> pieces;
  for (const auto& [value, conditions] : having)
    pieces.push_back(fmt::format("{} when {}", value, fmt::join(conditions, " or ")));
  return fmt::format("nimber = {}", fmt::join(pieces, ", "));
}

Judged judged(const rules::Rules& rules, const std::string& claim, std::size_t first,
              std::size_t period) {
  const Certificate certificate{rules, Convention::normal, {{0}, {100}}, {}};
  const Certified law{
      "period", "proved", *rules::parse_claim(claim, rules),
      relation::Repetition{static_cast<std::int64_t>(first), static_cast<std::int64_t>(period)}};
  auto judged = judge(certificate, law, limits, nullptr);
  if (!judged) ADD_FAILURE() << judged.error().message;
  return judged ? *judged : Judged();
}

bool repeats(const Values& values, std::size_t first, std::size_t period) {
  for (std::size_t n = first; n + period < values.size(); ++n)
    if (values[n] != values[n + period]) return false;
  return true;
}

std::string random_code(std::mt19937_64& random) {
  std::string code = random() % 5 == 0 ? "4." : "0.";
  for (std::uint64_t digits = random() % 2; digits > 0; --digits)
    code += static_cast<char>('0' + random() % 8);
  return code + static_cast<char>('1' + random() % 7);
}

TEST(Repetition, IsProvedOnlyWhereItHolds) {
  std::mt19937_64 random(1956);
  std::size_t proved = 0, refused = 0;
  for (int game = 0; game < 12; ++game) {
    const std::string code = random_code(random);
    const rules::Rules rules = *rules::load(code);
    const Values values = values_of(rules, 160);
    for (int guess = 0; guess < 4; ++guess) {
      const std::size_t first = random() % 12, period = 1 + random() % 12;
      const Judged found = judged(rules, claim_of(values, first, period), first, period);
      SCOPED_TRACE(fmt::format("{} from {} with period {}: {}", code, first, period, found.why));
      EXPECT_TRUE(!found.holds || repeats(values, first, period));
      ++(found.holds ? proved : refused);
    }
    // The least that 160 values allow, if there is one.
    for (std::size_t period = 1; period <= 12; ++period) {
      std::size_t first = 40;
      if (!repeats(values, first, period)) continue;
      while (first > 0 && values[first - 1] == values[first - 1 + period]) --first;
      proved += judged(rules, claim_of(values, first, period), first, period).holds ? 1U : 0U;
      break;
    }
  }
  EXPECT_GE(proved, 5u);
  EXPECT_GE(refused, 10u);
}

// Kayles (R. K. Guy and C. A. B. Smith, 1956).
TEST(Repetition, IsRefusedWhenOneNumberIsSpoiled) {
  const rules::Rules rules = *rules::load("kayles");
  const Values values = values_of(rules, 90);
  const std::string claim = claim_of(values, 71, 12);
  const Judged right = judged(rules, claim, 71, 12);
  EXPECT_TRUE(right.holds) << right.why;
  EXPECT_THAT(right.why, HasSubstr("options repeat with period 12"));
  EXPECT_FALSE(judged(rules, claim, 70, 12).holds);
  EXPECT_FALSE(judged(rules, claim, 71, 6).holds);
  for (const std::size_t n : {0u, 15u, 70u, 71u, 82u}) {
    Values spoiled = values;
    spoiled[n] ^= 1;
    EXPECT_FALSE(judged(rules, claim_of(spoiled, 71, 12), 71, 12).holds) << n;
  }
}

// No period is known where parts must differ. A claim of one meets the definition sooner or later.
TEST(Repetition, IsRefusedForGrundysGame) {
  const rules::Rules rules = *rules::load("grundys_game");
  const Values values = values_of(rules, 130);
  for (const std::size_t period : {1u, 3u, 9u})
    for (const std::size_t first : {0u, 3u, 21u, 60u})
      EXPECT_FALSE(judged(rules, claim_of(values, first, period), first, period).holds);
}

}  // namespace
}  // namespace grundy::law
