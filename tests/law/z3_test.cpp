// Two provers that share nothing agree on laws and on spoiled ones.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "law/by_z3.hpp"
#include "law/certificate/certificate.hpp"
#include "law/find.hpp"
#include "law/planted.hpp"
#include "law/report.hpp"
#include "relation/proofs/prove.hpp"
#include "rules/language/catalogue.hpp"
#include "rules/language/parse_claim.hpp"
#include "rules/parse.hpp"

namespace grundy::law {
namespace {

using relation::Answer;

struct Tally {
  std::size_t hold = 0, fail = 0, unknown = 0;
};

// Where both decide they say the same.
void compare(const rules::Rules& rules, Convention convention, const std::string& text,
             Tally& tally) {
  const auto claim = rules::parse_claim(text, rules);
  if (!claim) return;
  const Answer isl = relation::prove(rules, convention, *claim).answer;
  if (isl != Answer::proved && isl != Answer::refuted) return;
  const ByZ3 z3 = by_z3(rules, convention, *claim);
  tally.hold += z3 == ByZ3::holds;
  tally.fail += z3 == ByZ3::fails;
  tally.unknown += z3 == ByZ3::unknown || z3 == ByZ3::not_asked;
  EXPECT_TRUE(z3 != ByZ3::holds || isl == Answer::proved) << rules.text << text;
  EXPECT_TRUE(z3 != ByZ3::fails || isl == Answer::refuted) << rules.text << text;
}

std::optional<Found> found(const rules::Rules& rules, Quantity quantity, Convention convention) {
  Question question;
  question.rules = rules;
  question.quantity = quantity;
  question.convention = convention;
  question.high = std::vector<std::int64_t>(rules.dimensions(), rules.dimensions() == 1 ? 500 : 40);
  question.limits = {5, std::uint64_t{1} << 30};
  question.solving.executor = "serial";
  auto found = find(question);
  if (!found || !found->law || found->law->checked.standing != Standing::proved)
    return std::nullopt;
  return *std::move(found);
}

void compare_law(const rules::Rules& rules, Quantity quantity, Convention convention,
                 std::mt19937_64& random, Tally& tally) {
  const auto law = found(rules, quantity, convention);
  if (!law || !law->law->claim) return;
  // As a file says it.
  Question question;
  question.rules = rules;
  question.quantity = quantity;
  question.convention = convention;
  const auto certificate =
      read_certificate(certificate_text(certificate_of(question, *law)), "test");
  ASSERT_TRUE(certificate) << certificate.error().message;
  const std::string text = certificate->laws.front().claim.text;
  compare(certificate->rules, certificate->convention, text, tally);
  for (int i = 0; i < 3; ++i)
    compare(certificate->rules, certificate->convention, spoiled(text, random), tally);
}

TEST(Z3, AgreesOnTheLawsOfTheCatalogue) {
  std::mt19937_64 random(2008);
  Tally tally;
  for (const char* game :
       {"bash", "kiki", "nim", "odd_heaps", "rabbit_and_grass", "s_nim", "subtraction"})
    for (const Convention convention : {Convention::normal, Convention::misere})
      for (const Quantity quantity : {Quantity::outcome, Quantity::nimber}) {
        if (convention == Convention::misere && quantity == Quantity::nimber) continue;
        const auto rules = rules::load(game);
        ASSERT_TRUE(rules) << rules.error().message;
        compare_law(*rules, quantity, convention, random, tally);
      }
  fmt::print("{} hold, {} fail, {} unknown\n", tally.hold, tally.fail, tally.unknown);
  EXPECT_GE(tally.hold, 20u);
  EXPECT_GE(tally.fail, 50u);
}

TEST(Z3, AgreesOnPlantedLaws) {
  std::mt19937_64 random(2008);
  Tally tally;
  for (std::uint64_t seed = 0; seed < 40; ++seed)
    compare_law(rules::parsed(Planted(seed).text()), Quantity::nimber, Convention::normal, random,
                tally);
  fmt::print("{} hold, {} fail, {} unknown\n", tally.hold, tally.fail, tally.unknown);
  EXPECT_GE(tally.hold, 60u);
  EXPECT_GE(tally.fail, 90u);
}

}  // namespace
}  // namespace grundy::law
