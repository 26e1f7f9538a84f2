// Laws that were planted: a law is drawn, and rules are made that follow it, disguised. What is
// proved of them is what the oracle says on a larger box; and of certificates that were spoiled in
// one number none passes unless its law is still true.
#include "law/planted.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <string>

#include "law/certificate/certificate.hpp"
#include "law/find.hpp"
#include "oracle/evaluate.hpp"
#include "oracle/oracle.hpp"
#include "rules/language/parse_claim.hpp"
#include "rules/parse.hpp"

namespace grundy::law {
namespace {

constexpr Limits limits{5, std::uint64_t{1} << 30};

// scripts/planted-laws asks for 1000.
std::size_t games() {
  const char* const given = std::getenv("GRUNDY_LAW_GAMES");
  return given == nullptr ? 40 : static_cast<std::size_t>(std::atoi(given));
}

// Whether the claim is what the oracle says of a box larger than what is asked of find().
bool is_true(const rules::Rules& rules, const rules::Claim& claim) {
  oracle::Oracle oracle(rules, Convention::normal);
  Box box;
  box.low.assign(rules.dimensions(), 0);
  box.high = rules.dimensions() == 1 ? Position{700} : Position{60, 60};
  for (std::uint64_t rank = 0; rank < *box.volume(); ++rank) {
    const Position at = box.position(rank);
    const auto says = oracle::claimed(claim, at);
    const auto is = oracle.nimber_by_xor(at);
    if (!is || !says || *says != static_cast<std::int64_t>(*is)) return false;
  }
  return true;
}

Found found(const rules::Rules& rules) {
  Question question;
  question.rules = rules;
  question.high =
      rules.dimensions() == 1 ? std::vector<std::int64_t>{500} : std::vector<std::int64_t>{40, 40};
  question.limits = limits;
  question.solving.executor = "serial";
  auto found = find(question);
  if (!found) ADD_FAILURE() << found.error().message << rules.text;
  return found ? *std::move(found) : Found{};
}

// How many of 3 spoiled certificates were refused.
int refused(const rules::Rules& rules, const Law& law, const Box& box, std::mt19937_64& random) {
  int refused = 0;
  for (int i = 0; i < 3; ++i) {
    const auto claim = rules::parse_claim(spoiled(law.text, random), rules);
    if (!claim) continue;
    const Certificate certificate{rules, Convention::normal, box, {}};
    const Certified spoiled{law.kind, "proved", *claim, law.checked.repetition};
    const auto judged = judge(certificate, spoiled, limits, nullptr);
    const bool holds = judged && judged->holds;
    refused += !holds;
    if (holds) {
      EXPECT_TRUE(is_true(rules, *claim)) << rules.text << claim->text;
    }
  }
  return refused;
}

TEST(PlantedLaws, AreProvedOnlyWhereTheyAreTrue) {
  std::mt19937_64 random(19);
  std::size_t proved = 0;
  int all_refused = 0;
  for (std::uint64_t seed = 0; seed < games() && !HasFailure(); ++seed) {
    const rules::Rules rules = rules::parsed(Planted(seed).text());
    const Found got = found(rules);
    if (!got.law || !got.law->claim || got.law->checked.standing != Standing::proved) continue;
    ++proved;
    EXPECT_TRUE(is_true(rules, *got.law->claim)) << rules.text << got.law->text;
    all_refused += refused(rules, *got.law, got.box, random);
  }
  fmt::print("{} games: {} laws proved, {} spoiled ones refused\n", games(), proved, all_refused);
  EXPECT_GE(proved, games() / 2);
  EXPECT_GE(all_refused, static_cast<int>(proved));
}

}  // namespace
}  // namespace grundy::law
