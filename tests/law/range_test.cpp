// Heaps whose options are all heaps from one end to another: values by theorems against the
// definition, published laws, and laws that are spoiled.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <array>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "law/certificate/range_values.hpp"
#include "law/certificate/root_range.hpp"
#include "law/certificate/says.hpp"
#include "law/find.hpp"
#include "law/judged.hpp"
#include "law/report.hpp"
#include "oracle/oracle.hpp"
#include "rules/language/parse_claim.hpp"
#include "rules/parse.hpp"

namespace grundy::law {
namespace {

using testing::HasSubstr;

constexpr Limits limits{20, std::uint64_t{1} << 30};

Question question_of(const std::string& text, Quantity quantity,
                     Convention convention = Convention::normal) {
  Question question;
  question.rules = rules::parsed(text);
  question.quantity = quantity;
  question.convention = convention;
  question.high = {4095};
  question.limits = limits;
  question.solving.executor = "serial";
  return question;
}

std::string take_up_to_part(std::int64_t divisor) {
  return fmt::format("game part(n) (n) -> (n - k) for k in 1 .. floor(n / {})", divisor);
}

// The certificate of the law that is found; nothing if it is of another kind.
std::optional<Certificate> range_of(const Question& question) {
  const auto found = find(question);
  if (!found) ADD_FAILURE() << found.error().message;
  if (!found || !found->law || !found->law->range) return std::nullopt;
  EXPECT_EQ(found->law->checked.standing, Standing::proved);
  return certificate_of(question, *found);
}

// The solution of AtCoder Regular Contest 091 F, "Strange Nim", by the official editorial.
std::int64_t strange_nim(std::int64_t n, std::int64_t k) {
  while (n >= k && n % k != 0) {
    const std::int64_t take = n / k + 1;
    n -= (n % k + take - 1) / take * take;
  }
  return n < k ? 0 : n / k;
}

TEST(Range, StrangeNimAgreesWithItsEditorialUpToTenToThe18) {
  std::mt19937_64 random(91);
  for (const std::int64_t k : {2, 3, 4, 7, 10, 100, 1000, 65537}) {
    const auto law = range_of(question_of(take_up_to_part(k), Quantity::nimber));
    ASSERT_TRUE(law) << k;
    EXPECT_EQ(law->laws[0].range->by, RangeLaw::By::leaving);
    const Says says(*law, law->laws[0]);
    for (int i = 0; i < 200; ++i) {
      const auto n = static_cast<std::int64_t>(random() % 1'000'000'000'000'000'000u >> i % 50);
      const auto value = says({n});
      ASSERT_TRUE(value) << n;
      EXPECT_EQ(*value, strange_nim(n, k)) << n << " " << k;
    }
  }
}

TEST(Range, TakingAtMostHalfIsLostBeforePowersOf2) {
  const auto law = range_of(question_of(take_up_to_part(2), Quantity::outcome));
  ASSERT_TRUE(law);
  const Says says(*law, law->laws[0]);
  for (int power = 0; power < 62; ++power)
    for (int away = -2; away <= 2; ++away) {
      const std::int64_t n = (std::int64_t{1} << power) + away - 1;
      if (n < 0) continue;
      const bool is_lost = ((n + 1) & n) == 0;
      EXPECT_EQ(*says({n}), static_cast<std::int64_t>(is_lost ? Outcome::P : Outcome::N)) << n;
    }
}

TEST(Range, HeapsWithAValueAreAllThereAre) {
  for (const auto quantity : {Quantity::nimber, Quantity::outcome})
    for (const std::int64_t k : {2, 5, 30}) {
      const auto law = range_of(question_of(take_up_to_part(k), quantity));
      ASSERT_TRUE(law);
      const Says says(*law, law->laws[0]);
      for (const std::int64_t value : {0, 1, 2, 9, 40})
        for (const std::int64_t from : {0, 17, 1000}) {
          std::vector<std::int64_t> right;
          for (std::int64_t n = from; n <= 3000; ++n)
            if (*says({n}) == value) right.push_back(n);
          const auto heaps = says.heap_values()->heaps_with(value, from, 3000, 10'000);
          ASSERT_TRUE(heaps);
          EXPECT_EQ(*heaps, right) << k << " " << value << " " << from;
          const auto first = says.heap_values()->heaps_with(value, from, 3000, 3);
          right.resize(std::min<std::size_t>(right.size(), 3));
          EXPECT_EQ(*first, right);
        }
    }
}

// A number in n that tends to grow.
std::string random_end(std::mt19937_64& random) {
  const auto below = [&](std::int64_t count) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(count));
  };
  const std::int64_t divisor = 1 + below(6), factor = 1 + below(std::min<std::int64_t>(divisor, 3));
  std::string text = fmt::format("{}(({} * n + {}) / {})", below(2) == 0 ? "floor" : "ceil", factor,
                                 below(9) - 3, divisor);
  if (below(4) == 0) text = fmt::format("max({}, {})", text, below(12));
  if (below(4) == 0) text = fmt::format("min({}, {})", text, below(40));
  return text;
}

// That the law says of heaps 0 .. last what the oracle does.
void expect_definition(const Question& question, const Certificate& law, std::int64_t last) {
  const Says says(law, law.laws[0]);
  oracle::Oracle oracle(question.rules, question.convention);
  for (std::int64_t n = 0; n <= last; ++n) {
    const auto said = says({n});
    ASSERT_TRUE(said) << n;
    const std::int64_t right = question.quantity == Quantity::nimber
                                   ? std::int64_t{*oracle.nimber_by_xor({n})}
                                   : static_cast<std::int64_t>(*oracle.outcome({n}));
    ASSERT_EQ(*said, right) << n;
  }
}

// Games of the shape and games that look like it, as takes and as heaps.
TEST(Range, RandomGamesAgreeWithTheDefinition) {
  std::mt19937_64 random(2018);
  int laws = 0, leaving = 0;
  for (int i = 0; i < 100; ++i) {
    const std::string low = random_end(random), high = random_end(random);
    const std::string text =
        i % 3 == 0   ? fmt::format("game g(n) (n) -> (m) for m in {} .. min(n - 1, {})", low, high)
        : i % 3 == 1 ? fmt::format("game g(n) (n) -> (n - k) for k in max(1, {}) .. {}", low, high)
                     : fmt::format("game g(n) (n) -> (n - k) for k in 1 .. {}", high);
    const bool misere = i % 4 == 3;
    const Quantity quantity = misere || i % 2 == 0 ? Quantity::outcome : Quantity::nimber;
    const auto convention = misere ? Convention::misere : Convention::normal;
    Question question = question_of(text, quantity, convention);
    question.high = {1023};
    const auto law = range_of(question);
    if (!law) continue;
    ++laws;
    leaving += law->laws[0].range->by == RangeLaw::By::leaving;
    SCOPED_TRACE(text);
    ASSERT_NO_FATAL_FAILURE(expect_definition(question, *law, 400));
  }
  EXPECT_GE(laws, 25);
  EXPECT_GE(leaving, 3);
}

std::string edited(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

TEST(Range, SpoiledLawsAreRefused) {
  const auto law = range_of(question_of(take_up_to_part(3), Quantity::nimber));
  ASSERT_TRUE(law);
  const std::string text = certificate_text(*law);
  EXPECT_THAT(judged(text, limits),
              HasSubstr("holds: the options of n are n - floor(n / 3) .. n - 1"));
  const auto with_end = [&](const std::string& end) {
    return judged(edited(text, "n - floor(n / 3)", end), limits);
  };
  for (const char* end : {"n - floor(n / 4)", "n - floor((n + 1) / 3)", "n", "0", "floor(n / 3)",
                          "n - floor(n / 3) + 1", "0 when n = 1000000000, n - floor(n / 3)"})
    EXPECT_THAT(with_end(end), HasSubstr("refused: it was not proved")) << end;
  EXPECT_THAT(with_end("n when n <= 2, n - floor(n / 3)"), HasSubstr("holds"));
  EXPECT_THAT(with_end("n - floor(n / 0)"), HasSubstr("error"));
  EXPECT_THAT(with_end("n bxor 1"), HasSubstr("error"));
  EXPECT_THAT(judged(edited(text, "floor(n / 3)\\n", "floor(n / 4)\\n"), limits),
              HasSubstr("holds"));
  EXPECT_THAT(judged(edited(text, "k in 1 .. floor(n / 3)", "k in 1 .. floor(n / 2)"), limits),
              HasSubstr("refused: it was not proved"));
  EXPECT_THAT(judged(edited(text, "k in 1 .. floor(n / 3)", "k in 2 .. floor(n / 3)"), limits),
              HasSubstr("refused: it was not proved"));
  EXPECT_THAT(judged(edited(text, "\"by\": \"leaving\"", "\"by\": \"luck\""), limits),
              HasSubstr("error"));
  EXPECT_THAT(judged(edited(text, "\"value\": \"nimber\"", "\"value\": \"outcome\""), limits),
              HasSubstr("refused: the heap that leaves tells nimbers"));
  EXPECT_THAT(judged(edited(text, "\"normal\"", "\"misere\""), limits),
              HasSubstr("refused: nimbers"));
}

// Each of these has an option missing, ends that fall, or an ending, and is no such game.
TEST(Range, OtherGamesHaveNoSuchLaw) {
  for (const char* text :
       {"game g(n) (n) -> (n - k) for k in 1 .. floor(n / 3) when k != 2",
        "game g(n) (n) -> (n - k) for k in 1 .. floor(n / 3) when n mod 7 != 0",
        "game g(n) (n) -> (n - k) for k in 1 .. floor(n / 3) when n != 1000000",
        "game g(n) (n) -> (n - k) for k in 1 .. floor(n / 3) (n) -> () when n = 50000000",
        "game g(n) lost when n = 77777777 (n) -> (n - k) for k in 1 .. floor(n / 3)",
        "game g(n) (n) -> (n - k) for k in 1 .. max(3, 5000 - n)"})
    EXPECT_FALSE(range_of(question_of(text, Quantity::nimber))) << text;
}

// Codeforces 255 E, "Furlo and Rublo and Game": nimbers by its accepted solutions, from these heaps
// on. Conditions may exceed 64 bits.
TEST(Range, RootsAgreeWithPublishedNimbers) {
  constexpr std::array<std::pair<std::int64_t, std::int64_t>, 7> from{
      {{0, 0}, {4, 1}, {16, 2}, {82, 0}, {6724, 3}, {50626, 1}, {2562991876, 2}}};
  for (const char* condition :
       {"y * y <= n and y * y * y * y >= n", "n >= y * y and n <= y * y * y * y and y < n",
        "not (y * y > n) and ceil(n / max(1, y * y)) <= y * y"}) {
    const auto law = range_of(
        question_of(fmt::format("game furlo(n) (n) -> (y) for y in 1 .. n - 1 when {}", condition),
                    Quantity::nimber));
    ASSERT_TRUE(law) << condition;
    EXPECT_TRUE(law->laws[0].range->ends.are_conditions());
    const Says says(*law, law->laws[0]);
    for (std::size_t i = 0; i < from.size(); ++i) {
      const std::int64_t last = i + 1 < from.size() ? from[i + 1].first - 1 : 777'777'777'777;
      for (const std::int64_t n : {from[i].first, (from[i].first + last) / 2, last}) {
        const auto value = says({n});
        ASSERT_TRUE(value) << n;
        EXPECT_EQ(*value, from[i].second) << n;
      }
    }
  }
}

TEST(Range, RandomRootsAgreeWithTheDefinition) {
  std::mt19937_64 random(255);
  const std::vector<std::string> uppers{"y * y <= n",           "y * y + y <= 2 * n + 3",
                                        "y * (y + 2) <= n * 3", "floor(y * y / 3) < n",
                                        "2 * y <= n",           "min(y * y, 40) <= n"};
  const std::vector<std::string> lowers{"y * y * y >= n",         "y * y * 5 > n",
                                        "4 * y * y + y >= n",     "n <= y * y * y * y",
                                        "max(y, 3) * y * 2 >= n", "floor(n / 5) <= y"};
  int laws = 0;
  for (int i = 0; i < 30; ++i) {
    const std::string text = fmt::format(
        "game g(n) (n) -> (y) for y in {} .. n - {} when {} and {}", random() % 3, 1 + random() % 3,
        uppers[random() % uppers.size()], lowers[random() % lowers.size()]);
    const bool misere = i % 3 == 2;
    const Quantity quantity = i % 3 == 0 ? Quantity::nimber : Quantity::outcome;
    const auto convention = misere ? Convention::misere : Convention::normal;
    Question question = question_of(text, quantity, convention);
    question.high = {1023};
    question.limits.seconds = 3;
    const auto law = range_of(question);
    if (!law || !law->laws[0].range->ends.are_conditions()) continue;
    ++laws;
    SCOPED_TRACE(text);
    ASSERT_NO_FATAL_FAILURE(expect_definition(question, *law, 500));
  }
  EXPECT_GE(laws, 10);
}

TEST(Range, ConditionsThatTurnRoundAreNoRoots) {
  for (const char* text : {"game g(n) (n) -> (y) for y in 0 .. n - 1 when y * y <= n and y != 9",
                           "game g(n) (n) -> (y) for y in 0 .. n - 1 when y * y >= n mod 7",
                           "game g(n) (n) -> (y) for y in 0 .. n - 1 when y * n <= 1000",
                           "game g(n) (n) -> (y) for y in 0 .. n - 1 when (n - y) * y <= 10",
                           "game g(n) (n) -> (y) for y in 0 .. n - 1 when y * y <= n or y * y >= 9",
                           "game g(n) (n) -> (y) for y in 0 .. n - 1 when y * y = n",
                           "game g(n) (n) -> (2 * y) for y in 0 .. n - 1 when y * y * 2 < n",
                           "game g(n) (n) -> (y) for y in even when y * y < n and y < n"})
    EXPECT_EQ(root_range(rules::parsed(text)), nullptr) << text;
}

}  // namespace
}  // namespace grundy::law
