// Laws are judged again from their files, and files that were edited are refused.
#include "law/certificate/certificate.hpp"

#include <gmock/gmock.h>

#include "law/judged.hpp"
#include "rules/language/catalogue.hpp"
#include "rules/language/parse_claim.hpp"

namespace grundy::law {
namespace {

using testing::HasSubstr;

constexpr Limits limits{10, std::uint64_t{1} << 30};

Certificate certificate(const std::string& game, const std::string& status,
                        const std::string& claim, std::vector<std::int64_t> high) {
  Certificate made{*rules::load(game), Convention::normal, {}, {}};
  for (const rules::Coordinate& coordinate : made.rules.coordinates)
    made.box.low.push_back(coordinate.low);
  made.box.high = std::move(high);
  made.laws.push_back({"residues", status, *rules::parse_claim(claim, made.rules)});
  return made;
}

std::string edited(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, text.npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(Certificate, IsJudgedAgain) {
  const auto file = [](auto... arguments) { return certificate_text(certificate(arguments...)); };
  EXPECT_EQ(judged(file("kiki", "proved", "P when n mod 2 = 1 and m mod 2 = 1",
                        std::vector<std::int64_t>{9, 9}),
                   limits),
            "holds: proved again, by linear arithmetic (isl)");
  EXPECT_EQ(judged(file("nim3", "verified", "nimber = a bxor b bxor c",
                        std::vector<std::int64_t>{9, 9, 9}),
                   limits),
            "holds: the definition holds at the 1000 positions up to (9, 9, 9)");
  const std::string nim = file("nim3", "verified", "P when a bxor b = c and b not in {-1}",
                               std::vector<std::int64_t>{9, 9, 9});
  EXPECT_EQ(judged(nim, limits),
            "holds: the definition holds at the 1000 positions up to (9, 9, 9)");
  EXPECT_EQ(judged(edited(nim, "{-1}", "primes"), limits),
            "refused: it contradicts itself at (0, 2, 2)");
  EXPECT_EQ(
      judged(file("nim", "proved", "nimber = n when n in odd, n", std::vector<std::int64_t>{9}),
             limits),
      "holds: proved again, by linear arithmetic (isl)");
  EXPECT_EQ(judged(file("lasker", "verified",
                        "nimber = n + 1 when n mod 4 = 3, n when n mod 4 != 0 or n = 0, n - 1",
                        std::vector<std::int64_t>{200}),
                   limits),
            "holds: the definition holds at the 201 positions up to (200)");
  EXPECT_EQ(judged(file("lasker", "proved",
                        "nimber = n + 1 when n mod 4 = 3, n when n mod 4 != 0 or n = 0, n - 1",
                        std::vector<std::int64_t>{200}),
                   limits),
            "holds: proved again, by linear arithmetic (isl)");
  EXPECT_EQ(
      judged(file("nim3", "proved", "nimber = a bxor b bxor c", std::vector<std::int64_t>{9, 9, 9}),
             limits),
      "holds: proved again, by automata on digits in base 2");
  EXPECT_EQ(judged(file("nim3", "proved", "nimber = prime_factors(a)",
                        std::vector<std::int64_t>{9, 9, 9}),
                   limits),
            "refused: `prime_factors` of the claim is outside linear arithmetic");
}

TEST(Certificate, OutcomesOfSumsAreJudgedByNimbers) {
  const std::string verified =
      certificate_text(certificate("kayles", "verified", "P when n = 0", {60}));
  EXPECT_EQ(judged(verified, limits), "holds: the definition holds at the 61 positions up to (60)");
  EXPECT_EQ(judged(edited(verified, "n = 0", "n <= 7"), limits),
            "refused: it contradicts itself at (1)");
}

// Of any game: the first positions may agree, and later ones not.
TEST(Certificate, OutcomesOfSumsAreNotProvedByRepetition) {
  Certificate made = certificate("kayles", "proved", "P when n = 0", {60});
  made.laws[0].repetition = relation::Repetition{71, 12};
  made.laws[0].values.assign(71 + 12, 1);
  made.laws[0].values[0] = 0;
  made.laws[0].claim.text =
      repetition_text(made.rules, Quantity::outcome, *made.laws[0].repetition);
  EXPECT_EQ(judged(certificate_text(made), limits),
            "refused: outcomes of sums do not repeat with those of their parts");
}

// Positions of three parts, with millions of options.
TEST(Certificate, IsJudgedInTheTimeThatThereIs) {
  Certificate made = certificate("8.EC", "verified", "nimber = 0 when n = 0, n - 1", {5000});
  const Limits soon{0.2, std::uint64_t{1} << 30};
  auto judged = judge(made, made.laws[0], soon, nullptr);
  ASSERT_TRUE(judged) << judged.error().message;
  EXPECT_TRUE(judged->holds);
  EXPECT_GT(judged->positions, 10u);
  EXPECT_LT(judged->positions, 5001u);
  EXPECT_THAT(judged->why, HasSubstr("first"));
  made.laws[0].status = "proved";
  judged = judge(made, made.laws[0], soon, nullptr);
  ASSERT_TRUE(judged) << judged.error().message;
  EXPECT_FALSE(judged->holds);
}

TEST(Certificate, IsRefusedWhenEdited) {
  const std::string proved =
      certificate_text(certificate("bash", "proved", "nimber = n mod 4", {100}));
  EXPECT_THAT(judged(proved, limits), HasSubstr("holds"));
  EXPECT_EQ(judged(edited(proved, "mod 4", "mod 5"), limits), "refused: it contradicts itself");
  EXPECT_EQ(judged(edited(proved, "\"m\": \"3\"", "\"m\": \"4\""), limits),
            "refused: it contradicts itself");
  EXPECT_EQ(judged(edited(proved, "in 1 .. m", "in 2 .. m"), limits),
            "refused: it contradicts itself");
  const std::string nim3 =
      certificate_text(certificate("nim3", "proved", "nimber = a bxor b bxor c", {9, 9, 9}));
  EXPECT_THAT(judged(nim3, limits), HasSubstr("holds"));
  EXPECT_EQ(judged(edited(nim3, "= a bxor", "= 1 + a bxor"), limits),
            "refused: it contradicts itself");
  EXPECT_EQ(judged(edited(nim3, "bxor c", "bxor (c mod 64)"), limits),
            "refused: it contradicts itself");
  EXPECT_EQ(judged(edited(nim3, "k >= 1", "k >= 2"), limits), "refused: it contradicts itself");
  EXPECT_EQ(judged(edited(proved, "normal", "misere"), limits),
            "refused: nimbers exist under normal play without `won when` only");
  const std::string verified =
      certificate_text(certificate("powers_of_two", "verified", "P when n mod 3 = 0", {100}));
  EXPECT_THAT(judged(verified, limits), HasSubstr("holds"));
  EXPECT_EQ(judged(edited(verified, "when n mod 3", "when n mod 4"), limits),
            "refused: it contradicts itself at (3)");
}

// Of a section that no move leaves; a wider one that moves leave is refused.
TEST(Certificate, OfASectionIsJudgedThere) {
  Certificate made = certificate(
      "wythoff", "proved",
      "nimber = b when a = 0, b - 2 when a = 1 and b mod 3 = 2, b + 1 when a = 1", {1, 50});
  made.section = {1, std::nullopt};
  EXPECT_EQ(judged(certificate_text(made), limits),
            "holds: proved again, by linear arithmetic (isl)");
  made.section[0] = 2;
  EXPECT_EQ(judged(certificate_text(made), limits), "refused: it contradicts itself");
  made = certificate("cards", "proved", "P when 0 = 1", {2, 2, 2, 2});
  made.section = {std::nullopt, std::nullopt, 2, std::nullopt};
  EXPECT_EQ(judged(certificate_text(made), limits),
            "refused: the section c <= 2 is no game of its own: moves lead out of the section");
}

// Take 1, 3 or 4: period 7, here said of 14 values and from 3 on.
TEST(Certificate, OfListedValuesIsJudgedByEachOfThem) {
  Certificate made = certificate("subtraction", "proved", "nimber = 0", {100});
  Certified& law = made.laws.back();
  law.repetition = relation::Repetition{3, 14};
  law.claim.text = repetition_text(made.rules, Quantity::nimber, *law.repetition);
  law.values = {0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1, 2, 3, 2, 0, 1, 0};
  EXPECT_THAT(judged(certificate_text(made), limits), HasSubstr("holds: "));
  for (std::size_t i = 0; i < law.values.size(); ++i) {
    law.values[i] ^= 1;
    EXPECT_THAT(judged(certificate_text(made), limits), HasSubstr("refused: "));
    law.values[i] ^= 1;
  }
  law.repetition->first = 4;
  EXPECT_THAT(judged(certificate_text(made), limits), HasSubstr("error F.law: `values`"));
}

// Take 1 or 2: period 3, here said of heaps from 46,578 on.
TEST(Certificate, OfManyHeapsIsJudgedByEachOfThem) {
  Certificate made = certificate("0.33", "proved", "nimber = 0", {100});
  Certified& law = made.laws.back();
  law.repetition = relation::Repetition{46578, 3};
  law.claim.text = repetition_text(made.rules, Quantity::nimber, *law.repetition);
  for (std::uint32_t n = 0; n < 46581; ++n) law.values.push_back(n % 3);
  EXPECT_THAT(judged(certificate_text(made), limits),
              HasSubstr("holds: the definition holds at the"));
  for (const std::size_t wrong : {0u, 23456u, 46577u, 46580u}) {
    law.values[wrong] ^= 4;
    EXPECT_THAT(judged(certificate_text(made), limits),
                HasSubstr("refused: it contradicts itself"));
    law.values[wrong] ^= 4;
  }
}

TEST(Certificate, DamageIsReportedPolitely) {
  const std::string text =
      certificate_text(certificate("bash", "proved", "nimber = n mod 4", {100}));
  for (std::size_t length = 0; length < text.size() - 2; length += 7)
    EXPECT_THAT(judged(text.substr(0, length), limits), HasSubstr("error F.law: "));
  EXPECT_THAT(judged(edited(text, "\"version\": 1", "\"version\": 2"), limits),
              HasSubstr("version"));
  EXPECT_THAT(judged(edited(text, "\"proved\"", "\"sure\""), limits), HasSubstr("`status`"));
  EXPECT_THAT(judged(edited(text, "100", "100, 100"), limits), HasSubstr("`box`"));
  EXPECT_THAT(judged(edited(text, "n mod 4", "n mud 4"), limits), HasSubstr("F.law:1:"));
  EXPECT_THAT(judged(edited(text, "\"laws\"", "\"lows\""), limits), HasSubstr("laws"));
  EXPECT_THAT(judged(edited(text, "\"bash\"", "\"nim\""), limits),
              HasSubstr("`game` is not the one"));
  EXPECT_THAT(judged(edited(text, "\"bash\"", "{}"), limits), HasSubstr("`game` is not a text"));
  EXPECT_THAT(judged(edited(text, "\"residues\"", "\"magic\""), limits),
              HasSubstr("`kind` is not one of period, intervals, function, rows, xor, residues, "));
  const std::size_t laws = text.find("\"laws\": [") + 9;
  EXPECT_THAT(judged(text.substr(0, laws) + "]}", limits),
              HasSubstr("`laws` is not a list of one law or more"));
  for (const char* high : {"-1", "100.5", "10000000000000000000", "true", "null"})
    EXPECT_THAT(judged(edited(text, "100", high), limits), HasSubstr("`box`")) << high;
  EXPECT_THAT(judged(edited(text, "\"parameters\": {", "\"parameters\": [], \"more\": {"), limits),
              HasSubstr("`parameters` is not an object"));
}

// A text that nobody judges must be what the numbers say, and numbers are not cut to size.
TEST(Certificate, ListedValuesAreReadAsTheyAre) {
  Certificate made = certificate("subtraction", "proved", "nimber = 0", {20});
  Certified& law = made.laws.back();
  law.repetition = relation::Repetition{5, 10};
  law.values.assign(15, 17);
  law.claim.text = repetition_text(made.rules, Quantity::nimber, *law.repetition);
  const std::string text = certificate_text(made);
  EXPECT_THAT(judged(text, limits), HasSubstr("refused: it contradicts itself"));
  for (const char* other : {"nimber = 0", "", "nimber(n + 10) = nimber(n) for n >= 4"})
    EXPECT_THAT(judged(edited(text, law.claim.text, other), limits),
                HasSubstr("`text` is not what"));
  for (const char* value : {"4294967313", "17.5", "-1", "true", "[17]"})
    EXPECT_THAT(judged(edited(text, "17", value), limits),
                HasSubstr("`values` is not made of integers"));
  EXPECT_THAT(judged(edited(text, "\"period\": 10", "\"period\": 10.5"), limits),
              HasSubstr("`period` is not made of integers"));
}

}  // namespace
}  // namespace grundy::law
