// Claims about games of the catalogue, from the text to the counterexample.
#include "law/check.hpp"

#include <gmock/gmock.h>

#include "rules/language/catalogue.hpp"
#include "rules/language/parse_claim.hpp"
#include "rules/parse.hpp"

namespace grundy::law {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Result<Checked> checked(rules::Rules rules, const std::string& claim,
                        std::vector<std::int64_t> high = {},
                        Convention convention = Convention::normal) {
  Task task;
  auto read = rules::parse_claim(claim, rules);
  if (!read) return read.error();
  task.rules = std::move(rules);
  task.quantity = read->quantity;
  task.claim = *std::move(read);
  task.high = std::move(high);
  task.convention = convention;
  task.limits = {20, std::uint64_t{1} << 30};
  task.solving.executor = "serial";
  return check(task);
}

Checked check_game(const std::string& game, const std::string& claim,
                   std::vector<std::int64_t> high = {},
                   Convention convention = Convention::normal) {
  auto found = checked(*rules::load(game), claim, std::move(high), convention);
  if (!found) ADD_FAILURE() << game << ": " << found.error().message;
  return found ? *std::move(found) : Checked{Standing::refuted, {}, {}, {}, {}, {}, 0};
}

struct Known {
  std::string game;
  std::string claim;
  Standing standing;
  Convention convention = Convention::normal;
};

// The sources of the laws stand with the games.
const std::vector<Known> known{
    {"kiki", "P when n mod 2 = 1 and m mod 2 = 1", Standing::proved},
    {"bash", "nimber = n mod (m + 1)", Standing::proved},
    {"nim", "nimber = n", Standing::proved},
    {"nim", "P when n = 1", Standing::proved, Convention::misere},
    {"rabbit_and_grass", "nimber = n", Standing::proved},
    {"odd_heaps", "nimber = n mod 2", Standing::proved},
    {"s_nim", "nimber = 0 when n mod 7 <= 1 or n mod 7 = 4, 1 when n mod 7 <= 3 or n mod 7 = 5, 2",
     Standing::refuted},
    {"subtraction", "P when n mod 7 = 0 or n mod 7 = 2", Standing::proved},
    {"powers_of_two", "P when n mod 3 = 0", Standing::proved},
    {"nim3", "nimber = a bxor b bxor c", Standing::proved},
    {"nim3", "P when a bxor b = c", Standing::proved},
    {"ruler", "nimber = power_part(n, 2)", Standing::verified},
    {"nim", "P when n not in 1 ..", Standing::proved},
    {"bash", "P when n in even and floor(n / 2) in even or n in {0}", Standing::proved},
    {"nim3", "P when a = b and c = 0", Standing::refuted},
    {"lasker", "nimber = 0 when n = 0, n - 1 when n mod 4 = 0, n + 1 when n mod 4 = 3, n",
     Standing::proved},
    {"calendar", "N when (m + d) mod 2 = 0 or d = 30 and (m = 9 or m = 11)", Standing::refuted},
};

TEST(Check, KnowsTheLawsOfTheCatalogue) {
  for (const Known& law : known) {
    SCOPED_TRACE(law.game + ": " + law.claim);
    const Checked found = check_game(law.game, law.claim, {}, law.convention);
    EXPECT_EQ(to_string(found.standing), to_string(law.standing)) << found.why_not;
    EXPECT_EQ(found.counterexample.has_value(), law.standing == Standing::refuted);
    EXPECT_EQ(found.proof.empty(), law.standing != Standing::proved);
    EXPECT_EQ(found.why_not.empty(), law.standing != Standing::verified);
  }
}

// Every move raises n, so that the box of any position reaches up to 10^12.
TEST(Check, ProvesWhereNoBoxFitsTheMemory) {
  const auto up = [](const std::string& claim, std::vector<std::int64_t> high = {}) {
    return checked(rules::parsed("game up(n in 0 .. 1000000000000)\n  (n) -> (n + 1)\n"), claim,
                   std::move(high));
  };
  const auto proved = up("P when n mod 2 = 0");
  ASSERT_TRUE(proved) << proved.error().message;
  EXPECT_EQ(proved->standing, Standing::proved);
  EXPECT_THAT(proved->proof, HasSubstr("linear arithmetic"));
  EXPECT_EQ(proved->box.dimensions(), 0u) << "nothing was compared";
  const auto refuted = up("P when n mod 2 = 1");
  ASSERT_TRUE(refuted) << refuted.error().message;
  EXPECT_EQ(refuted->standing, Standing::refuted);
  EXPECT_TRUE(refuted->counterexample.has_value());
  const auto open = up("P when n mod 2 = 0 and n not in primes");
  ASSERT_FALSE(open);
  EXPECT_EQ(open.error().code, Errc::memory);
  EXPECT_THAT(open.error().message, HasSubstr("there is no proof, which needs no box: "));
  const auto compared = up("P when n mod 2 = 0", {20});
  ASSERT_FALSE(compared) << "a box that is named is compared";
  EXPECT_EQ(compared.error().code, Errc::memory);
}

TEST(Check, ShowsTheOptionThatRefutes) {
  const auto said = [](const std::string& game, const std::string& claim) {
    const Checked found = check_game(game, claim, {100});
    const bool nimber = claim.starts_with("nimber");
    return to_string(*found.counterexample, nimber ? Quantity::nimber : Quantity::outcome);
  };
  EXPECT_EQ(said("bash", "nimber = n mod 5"),
            "(4) is claimed nimber 4, and is nimber 0: none of its options has nimber 0");
  EXPECT_EQ(said("bash", "nimber = n mod 3"),
            "(3) is claimed nimber 0, and is nimber 3: its option (0) has nimber 0");
  EXPECT_EQ(said("bash", "P when n mod 4 = 0 or n = 5"),
            "(5) is claimed P, and is N: its option (4) is P");
  EXPECT_EQ(said("bash", "P when n mod 8 = 0"),
            "(4) is claimed N, and is P: none of its options is P");
  EXPECT_EQ(said("lasker", "nimber = n"),
            "(3) is claimed nimber 3, and is nimber 4: its option (1) + (2) has nimber 3");
}

TEST(Check, LooksBeyondTheBox) {
  const Checked found = check_game("bash", "P when n mod 4 = 0 or n = 3001", {100});
  ASSERT_TRUE(found.counterexample);
  EXPECT_THAT(found.counterexample->position, ElementsAre(3001));
  EXPECT_FALSE(found.counterexample->by_itself);
  EXPECT_EQ(found.counterexample->option, oracle::Sum{{3000}});
}

// Where no box reaches, the claim contradicts itself.
TEST(Check, TellsContradictionsOfFarPositions) {
  const Checked found = check_game("bash", "P when n mod 4 = 0 or n = 100000000000001", {100});
  ASSERT_TRUE(found.counterexample);
  EXPECT_EQ(to_string(*found.counterexample, Quantity::outcome),
            "(100000000000001) is claimed P, and by its options' claims is N: "
            "its option (100000000000000) is claimed P");
}

TEST(Check, TellsContradictionsOfPositionsWithTooManyOptions) {
  const Checked found = check_game("nim", "nimber = n when n < 1000000000000, n + 1", {100});
  ASSERT_TRUE(found.counterexample);
  EXPECT_EQ(to_string(*found.counterexample, Quantity::nimber),
            "(1000000000000) is claimed nimber 1000000000001, which contradicts what is claimed of "
            "its options");
}

TEST(Check, ProvesAFiniteGameByAllItsPositions) {
  const Checked found = checked(rules::parsed("game g(a in 0 .. 9, b in 0 .. 9)\n"
                                              " (a, b) -> (a - k, b) for k in squares\n"
                                              " (a, b) -> (a, b - k) for k in squares\n"),
                                "P when (a + b) mod 5 mod 2 = 0 and a * b >= 0")
                            .
                            operator*();
  EXPECT_NE(found.standing, Standing::verified);
}

TEST(Check, VerifiesOnTheBoxWhatSaysNothingBeyond) {
  const Checked found = check_game("bash", "nimber = n when n <= 3", {3});
  EXPECT_EQ(to_string(found.standing), "verified");
  EXPECT_EQ(found.why_not, "the claim says nothing at (4)");
}

TEST(Check, RefusesClaimsThatSayNothing) {
  const auto found = checked(*rules::load("nim"), "nimber = n when n > 3");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().message, "the claim says nothing at (0)");
  const auto divided = checked(*rules::load("kiki"), "P when n mod (m - 1) = 0");
  ASSERT_FALSE(divided);
  EXPECT_EQ(divided.error().code, Errc::rules);
  EXPECT_THAT(divided.error().message, HasSubstr("might be zero or negative"));
  EXPECT_EQ(checked(*rules::load("nim"), "nimber = n", {}, Convention::misere).error().code,
            Errc::unsupported);
}

}  // namespace
}  // namespace grundy::law
