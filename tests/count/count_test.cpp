// Counts against looking at every position, with values from the oracle.
#include "ask/count/count.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <map>
#include <random>

#include "oracle/oracle.hpp"

namespace grundy::count {
namespace {

using testing::HasSubstr;

Options with(Outcome outcome, std::optional<std::int64_t> modulus = std::nullopt) {
  Options options;
  options.outcome = outcome;
  options.modulus = modulus;
  options.sum_coordinates = true;
  return options;
}

Options misere_play() {
  Options options;
  options.convention = Convention::misere;
  return options;
}

Result<Amount> ask(std::string_view expression, std::string_view where,
                   const Options& options = {}) {
  query::Games games;
  const auto question = read(expression, where, games);
  if (!question) return question.error();
  return count(*question, options);
}

// The positions of `variables` in 0 .. high with `holds`, that have nimber 0 by the oracle.
using Holds = std::function<bool(const std::vector<std::int64_t>&)>;
using Terms = std::vector<std::pair<std::string, std::vector<std::size_t>>>;  // game, variables

Amount brute_force(const Terms& terms, std::size_t variables, std::int64_t high, const Holds& holds,
                   Outcome outcome) {
  query::Games games;
  std::map<std::string, oracle::Oracle> oracles;
  for (const auto& [game, of] : terms)
    oracles.try_emplace(game, *(*games.find(game))->rules, Convention::normal);
  Amount amount;
  std::vector<std::int64_t> at(variables, 0);
  while (true) {
    if (holds(at)) {
      std::uint32_t nimber = 0;
      for (const auto& [game, of] : terms) {
        Position position;
        for (const std::size_t v : of) position.push_back(at[v]);
        nimber ^= *oracles.at(game).nimber_by_xor(position);
      }
      if ((nimber == 0) == (outcome == Outcome::P)) {
        ++amount.count;
        for (const std::int64_t x : at) amount.sum += x;
      }
    }
    std::size_t v = 0;
    while (v < variables && at[v] == high) at[v++] = 0;
    if (v == variables) return amount;
    ++at[v];
  }
}

struct Case {
  std::string expression;
  std::string where;
  Terms terms;
  std::size_t variables;
  Holds holds;
};

const std::vector<Case> cases{
    {"nim(a)", "a <= 12", {{"nim", {0}}}, 1, [](const auto&) { return true; }},
    {"subtraction(a) + nim(b)",
     "a <= 12 and b <= 9",
     {{"subtraction", {0}}, {"nim", {1}}},
     2,
     [](const auto& x) { return x[1] <= 9; }},
    {"lasker(a) + lasker(b) + lasker(c)",
     "0 <= a <= b <= c <= 12",
     {{"lasker", {0}}, {"lasker", {1}}, {"lasker", {2}}},
     3,
     [](const auto& x) { return x[0] <= x[1] && x[1] <= x[2]; }},
    {"kayles(a) + kayles(b) + nim(c)",
     "12 >= c > b >= a",
     {{"kayles", {0}}, {"kayles", {1}}, {"nim", {2}}},
     3,
     [](const auto& x) { return x[2] > x[1] && x[1] >= x[0]; }},
    {"nim(a) + kayles(b) + nim(c) + kayles(d)",
     "a < b <= 11 and 2 <= c < d <= 12",
     {{"nim", {0}}, {"kayles", {1}}, {"nim", {2}}, {"kayles", {3}}},
     4,
     [](const auto& x) { return x[0] < x[1] && x[1] <= 11 && 2 <= x[2] && x[2] < x[3]; }},
    // A star of orderings, a term in common, a general condition, a variable in two terms.
    {"nim(a) + nim(b) + nim(c)",
     "a <= b and a <= c and b <= 12 and c <= 10",
     {{"nim", {0}}, {"nim", {1}}, {"nim", {2}}},
     3,
     [](const auto& x) { return x[0] <= x[1] && x[0] <= x[2] && x[2] <= 10; }},
    {"wythoff(a,b) + nim(c)",
     "a < b <= 12 and c <= 12",
     {{"wythoff", {0, 1}}, {"nim", {2}}},
     3,
     [](const auto& x) { return x[0] < x[1]; }},
    {"nim(a) + subtraction(b)",
     "a <= 12 and b <= 12 and (a + b) mod 3 = 1",
     {{"nim", {0}}, {"subtraction", {1}}},
     2,
     [](const auto& x) { return (x[0] + x[1]) % 3 == 1; }},
    {"nim(a) + lasker(b)",
     "a <= b and a + b <= 12",
     {{"nim", {0}}, {"lasker", {1}}},
     2,
     [](const auto& x) { return x[0] <= x[1] && x[0] + x[1] <= 12; }},
    {"nim(a) + nim(b) + kayles(c)",
     "2*a + b <= 21 and b + 3*c = 11",
     {{"nim", {0}}, {"nim", {1}}, {"kayles", {2}}},
     3,
     [](const auto& x) { return 2 * x[0] + x[1] <= 21 && x[1] + 3 * x[2] == 11; }},
    {"nim(a) + wythoff(a,b)",
     "a <= 12 and b <= 12 or b < 0 and a <= 3 and b <= 2",
     {{"nim", {0}}, {"wythoff", {0, 1}}},
     2,
     [](const auto&) { return true; }},
    {"three_pile(a,b,c)",
     "0 <= a <= b <= c <= 12",
     {{"three_pile", {0, 1, 2}}},
     3,
     [](const auto& x) { return x[0] <= x[1] && x[1] <= x[2]; }},
};

TEST(Count, AgreesWithLookingAtEveryPosition) {
  for (const Case& c : cases) {
    SCOPED_TRACE(c.expression + " where " + c.where);
    for (const Outcome outcome : {Outcome::P, Outcome::N}) {
      // A disjunction bounds nothing by itself.
      const std::string where =
          c.where.find(" or ") == std::string::npos ? c.where : "a <= 12 and b <= 12";
      const auto found = ask(c.expression, where, with(outcome));
      ASSERT_TRUE(found) << found.error().message;
      const Amount expected = brute_force(c.terms, c.variables, 12, c.holds, outcome);
      EXPECT_EQ(found->count, expected.count);
      EXPECT_EQ(found->sum, expected.sum);
      const auto modular = ask(c.expression, where, with(outcome, 7));
      ASSERT_TRUE(modular) << modular.error().message;
      EXPECT_EQ(modular->count, expected.count % 7);
      EXPECT_EQ(modular->sum, expected.sum % 7);
    }
  }
}

// At sizes that brute force can do, and the published answer.
// A sum of random terms, numbers among their coordinates, under random conditions.
class RandomQuestion {
 public:
  explicit RandomQuestion(std::uint64_t seed) : engine_(seed), variables_(1 + below(3)) {
    std::size_t next = 0;
    while (next < variables_ || terms_.size() < 2) add_term(next);
    for (std::size_t v = 0; v < variables_; ++v)
      where_ += fmt::format("{}{} <= {}", v ? " and " : "", name(v), high_);
    for (std::size_t more = below(4); more > 0; --more) add_condition();
  }

  std::string expression() const {
    std::vector<std::string> texts;
    for (const auto& [game, of] : terms_) {
      std::vector<std::string> coordinates;
      for (const Coordinate& at : of)
        coordinates.push_back(at.variable ? name(*at.variable) : std::to_string(at.number));
      texts.push_back(fmt::format("{}({})", game, fmt::join(coordinates, ",")));
    }
    return fmt::format("{}", fmt::join(texts, " + "));
  }
  const std::string& where() const { return where_; }

  Amount expected(std::map<std::string, oracle::Oracle>& oracles) const {
    Amount amount;
    const Box box{Position(variables_, 0), Position(variables_, high_)};
    for (std::uint64_t rank = 0; rank < *box.volume(); ++rank) {
      const Position at = box.position(rank);
      std::uint32_t nimber = 0;
      for (const auto& [game, of] : terms_) {
        Position position;
        for (const Coordinate& one : of)
          position.push_back(one.variable ? at[*one.variable] : one.number);
        nimber ^= *oracles.at(game).nimber_by_xor(position);
      }
      if (nimber != 0 ||
          !std::ranges::all_of(holds_, [&](const Holds& holds) { return holds(at); }))
        continue;
      ++amount.count;
      for (const std::int64_t x : at) amount.sum += x;
    }
    return amount;
  }

 private:
  struct Coordinate {
    std::optional<std::size_t> variable;
    std::int64_t number = 0;
  };

  std::size_t below(std::size_t end) { return static_cast<std::size_t>(engine_() % end); }
  static std::string name(std::size_t variable) {
    return std::string(1, static_cast<char>('a' + variable));
  }

  void add_term(std::size_t& next) {
    const std::array<std::pair<std::string, std::size_t>, 4> games{
        {{"nim", 1}, {"subtraction", 1}, {"wythoff", 2}, {"lasker", 1}}};
    const auto& [game, dimensions] = games[below(games.size())];
    std::vector<Coordinate> of;
    while (of.size() < dimensions) {
      if (next < variables_ && below(4) > 0)
        of.push_back({next++});
      else if (next > 0 && below(3) == 0)
        of.push_back({below(next)});
      else
        of.push_back({std::nullopt, static_cast<std::int64_t>(below(9))});
    }
    terms_.emplace_back(game, of);
  }

  void add_condition() {
    const std::size_t a = below(variables_);
    const std::size_t b = below(variables_);
    const auto k = static_cast<std::int64_t>(below(9));
    const auto add = [&](const std::string& text, Holds holds) {
      where_ += " and " + text;
      holds_.push_back(std::move(holds));
    };
    const std::string x = name(a);
    const std::string y = name(b);
    switch (below(6)) {
      case 0:
        return add(fmt::format("{} <= {}", x, y), [=](const auto& at) { return at[a] <= at[b]; });
      case 1:
        return add(fmt::format("{} < {}", x, y), [=](const auto& at) { return at[a] < at[b]; });
      case 2:
        return add(fmt::format("{} >= {}", x, k), [=](const auto& at) { return at[a] >= k; });
      case 3:
        return add(fmt::format("{} + {} != {}", x, y, k),
                   [=](const auto& at) { return at[a] + at[b] != k; });
      case 4:
        return add(fmt::format("({0} > {1} or {1} mod 2 = 0)", x, y),
                   [=](const auto& at) { return at[a] > at[b] || at[b] % 2 == 0; });
      default:
        return add(fmt::format("not {} = {}", x, y),
                   [=](const auto& at) { return at[a] != at[b]; });
    }
  }

  static constexpr std::int64_t high_ = 8;
  std::mt19937_64 engine_;
  std::size_t variables_;
  std::vector<std::pair<std::string, std::vector<Coordinate>>> terms_;
  std::string where_;
  std::vector<Holds> holds_;
};

TEST(Count, RandomQuestionsAgreeWithLookingAtEveryPosition) {
  query::Games games;
  std::map<std::string, oracle::Oracle> oracles;
  for (const std::string game : {"nim", "subtraction", "wythoff", "lasker"})
    oracles.try_emplace(game, *(*games.find(game))->rules, Convention::normal);
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const RandomQuestion question(seed);
    SCOPED_TRACE(question.expression() + " where " + question.where());
    const auto found = ask(question.expression(), question.where(), with(Outcome::P));
    ASSERT_TRUE(found) << found.error().message;
    const Amount expected = question.expected(oracles);
    ASSERT_EQ(found->count, expected.count);
    ASSERT_EQ(found->sum, expected.sum);
  }
}

TEST(Count, NimSquare) {
  const auto small = ask("square_nim(a) + square_nim(b) + square_nim(c)", "0 <= a <= b <= c <= 29");
  ASSERT_TRUE(small) << small.error().message;
  EXPECT_EQ(small->count, 1160);  // given in the statement of Project Euler 310
  const auto large =
      ask("square_nim(a) + square_nim(b) + square_nim(c)", "0 <= a <= b <= c <= 100000");
  ASSERT_TRUE(large) << large.error().message;
  EXPECT_EQ(to_string(large->count), "2586528661783");
}

TEST(Count, MoreThanCanBeVisited) {
  // Of a, .., f below 2^20, the sixth is decided by the others: 2^100.
  const auto many = ask("nim(a) + nim(b)", "a <= 1048575 and b <= 1048575");
  ASSERT_TRUE(many) << many.error().message;
  EXPECT_EQ(to_string(many->count), "1048576");
  const auto chains =
      ask("subtraction(a) + subtraction(b) + subtraction(c) + subtraction(d)",
          "a <= 1000000 and b <= 1000000 and c <= 1000000 and d <= 1000000", with(Outcome::N));
  ASSERT_TRUE(chains) << chains.error().message;
  EXPECT_GT(chains->count, Number{1} << 78);
}

// Those of three heaps of at least 540, which are chosen nimber by nimber.
TEST(Count, MultisetsAndSetsAgreeWithLookingAtEachOne) {
  query::Games games;
  oracle::Oracle kayles(*(*games.find("kayles"))->rules, Convention::normal);
  std::vector<std::uint32_t> nimber;
  for (std::int64_t n = 0; n <= 560; ++n) nimber.push_back(*kayles.nimber_by_xor({n}));
  for (const std::size_t step : {0u, 1u})
    for (const Outcome outcome : {Outcome::P, Outcome::N}) {
      Amount expected;
      for (std::size_t a = 5; a < nimber.size(); ++a)
        for (std::size_t b = a + step; b < nimber.size(); ++b)
          for (std::size_t c = b + step; c < nimber.size(); ++c)
            if (((nimber[a] ^ nimber[b] ^ nimber[c]) == 0) == (outcome == Outcome::P)) {
              ++expected.count;
              expected.sum += static_cast<Number>(a + b + c);
            }
      const std::string where = step == 0 ? "5 <= a <= b <= c <= 560" : "5 <= a < b < c <= 560";
      for (const std::int64_t modulus : {std::int64_t{1} << 60, std::int64_t{998'244'353}}) {
        SCOPED_TRACE(where + " modulo " + std::to_string(modulus));
        const auto found = ask("kayles(a) + kayles(b) + kayles(c)", where, with(outcome, modulus));
        ASSERT_TRUE(found) << found.error().message;
        EXPECT_EQ(found->count, expected.count % modulus);
        EXPECT_EQ(found->sum, expected.sum % modulus);
      }
    }
}

// Chains of like terms, against chains of which one link is written in another way, so that dynamic
// programming counts them. The range is long enough for symmetric polynomials.
TEST(Count, ChainsOfLikeTermsAreMultisets) {
  for (const std::string condition : {"-1 < a <= b <= 3000 and b <= c and c <= 3000",
                                      "7 <= a < b < c <= 3000", "0 <= a < b < c < 3001 and a > 6"})
    for (const Outcome outcome : {Outcome::P, Outcome::N})
      for (const std::optional<std::int64_t> modulus :
           {std::optional<std::int64_t>(), std::optional<std::int64_t>(1'000'003)}) {
        SCOPED_TRACE(condition);
        const auto options = with(outcome, modulus);
        for (const auto& [sum, same] :
             {std::pair("kayles(a) + kayles(b) + kayles(c)", "kayles(a) + 0.77(b) + 3*kayles(c)"),
              std::pair("nim(a) + nim(b) + nim(c)", "nim(a) + nim(b) + 3*nim(c)")}) {
          const auto like = ask(sum, condition, options);
          const auto unlike = ask(same, condition, options);
          ASSERT_TRUE(like && unlike);
          EXPECT_EQ(to_string(like->count), to_string(unlike->count));
          EXPECT_EQ(to_string(like->sum), to_string(unlike->sum));
        }
      }
}

// 3 equal piles or more in Nim: {a, b, a ^ b}, or {a, a, 0}; of k bits with a < b < c nonzero there
// are (2^k - 1)(2^k - 2) / 6.
TEST(Count, MultisetsOfManyNimbers) {
  const auto sets = ask("nim(a) + nim(b) + nim(c)", "1 <= a < b < c <= 1048575");
  ASSERT_TRUE(sets) << sets.error().message;
  EXPECT_EQ(sets->count, Number{1048575} * 1048574 / 6);
  const auto multisets = ask("nim(a) + nim(b) + nim(c)", "a <= b <= c <= 1048575");
  ASSERT_TRUE(multisets) << multisets.error().message;
  EXPECT_EQ(multisets->count, Number{1048575} * 1048574 / 6 + 1048576);
}

TEST(Count, NoticesOverflow) {
  std::string expression = "nim(a0)";
  std::string where = "a0 <= 60000";
  for (int i = 1; i < 8; ++i) {
    expression += " + subtraction(a" + std::to_string(i) + ")";
    where += " and a" + std::to_string(i) + " <= 60000";
  }
  const auto count = ask(expression, where);  // 60001^7 fits 127 bits, their sum does not
  ASSERT_TRUE(count) << count.error().message;
  EXPECT_FALSE(ask(expression, where, with(Outcome::P)));
  where.replace(where.find("a7 <= 60000"), 11, "a7 <= 60000000");
  where.replace(where.find("a6 <= 60000"), 11, "a6 <= 60000000");
  const auto large = ask(expression, where);
  ASSERT_FALSE(large);
  EXPECT_THAT(large.error().message, HasSubstr("option `mod`"));
  EXPECT_TRUE(ask(expression, where, with(Outcome::P, 1'000'000'007)));
}

TEST(Count, EmptyRangesCountNothing) {
  EXPECT_EQ(ask("nim(a) + nim(b)", "5 <= a <= 3 and b <= 4")->count, 0);
  EXPECT_EQ(ask("nim(a) + nim(b)", "a < b and b <= 0")->count, 0);
}

// Linear inequalities bound the variables together: as many as where each has its own bound.
TEST(Count, LinearInequalitiesBoundTogether) {
  struct Bounded {
    std::string where;
    std::string bounds;  // that follow
  };
  const std::vector<Bounded> all{
      {"a <= b and a + b <= 60", "a <= 30 and b <= 60"},
      {"a + b + c <= 24", "a <= 24 and b <= 24 and c <= 24"},
      {"2*a + 3*b <= 50 and 10 <= a", "a <= 25 and b <= 10"},
      {"a < b and 3*b <= 2*a + 40", "a <= 37 and b <= 38"},
      {"a + b = 31", "a <= 31 and b <= 31"},
      {"a - b <= 5 and b - a <= 5 and a + b <= 40", "a <= 22 and b <= 22"},
      {"a + b + c <= 30 and a <= b <= c and (a + c) mod 2 = 0", "a <= 10 and b <= 15 and c <= 30"},
  };
  for (const Bounded& bounded : all) {
    SCOPED_TRACE(bounded.where);
    const bool three = bounded.where.find('c') != std::string::npos;
    const std::string sum = three ? "nim(a) + lasker(b) + kayles(c)" : "nim(a) + lasker(b)";
    const auto together = ask(sum, bounded.where);
    const auto apart = ask(sum, bounded.where + " and " + bounded.bounds);
    ASSERT_TRUE(together) << together.error().message;
    ASSERT_TRUE(apart) << apart.error().message;
    EXPECT_GT(together->count, 0);
    EXPECT_EQ(together->count, apart->count);
    EXPECT_EQ(together->sum, apart->sum);
  }
  EXPECT_EQ(ask("nim(a) + nim(b)", "a + b <= 10 and a + b >= 11")->count, 0);
}

// Wythoff's pairs, each the least number not used before and its distance more.
TEST(Count, WythoffsPairsUpToASum) {
  std::vector<bool> used(200, false);
  int pairs = 0;
  for (int d = 0, m = 0;; ++d) {
    while (used[static_cast<std::size_t>(m)]) ++m;
    used[static_cast<std::size_t>(m)] = used[static_cast<std::size_t>(m + d)] = true;
    if (2 * m + d > 100) break;
    ++pairs;
  }
  EXPECT_EQ(ask("wythoff(m, n)", "m <= n and m + n <= 100")->count, pairs);
}

TEST(Count, ASingleTermMayBePlayedAnyWay) {
  const auto misere = ask("nim(a)", "a <= 9", misere_play());
  ASSERT_TRUE(misere) << misere.error().message;
  EXPECT_EQ(misere->count, 1);
  const auto sum = ask("nim(a) + nim(b)", "a <= 9 and b <= 9", misere_play());
  ASSERT_FALSE(sum);
  EXPECT_EQ(sum.error().code, Errc::unsupported);
  EXPECT_THAT(sum.error().message, HasSubstr("under misère play"));
}

TEST(Count, SaysWhatIsWrongWithAQuestion) {
  const auto refusal = [](std::string_view expression, std::string_view where) {
    const auto found = ask(expression, where);
    return found ? std::string("counted") : found.error().message;
  };
  EXPECT_THAT(refusal("nim(a) + nim(b)", "a <= 5"), HasSubstr("nothing bounds b above"));
  EXPECT_THAT(refusal("nim(a) + nim(b)", "a <= b + 5 and a + 2*b >= 7"),
              HasSubstr("nothing bounds a above"));
  EXPECT_THAT(refusal("nim(a) + nim(b)", "not a + b >= 5 or a + b = 9"),
              HasSubstr("nothing bounds a above"));
  EXPECT_THAT(refusal("nim(5)", "a <= 5"), HasSubstr("no free coordinate"));
  EXPECT_THAT(refusal("nim(a)", "z <= 5"), HasSubstr("`z`"));
  EXPECT_THAT(refusal("nim(a)", "a <= "), HasSubstr("option `where`:1:6: expected a number"));
  EXPECT_THAT(refusal("nim(a)", "a <= 5 and\nz <= 5"), HasSubstr("option `where`:2:1: "));
  for (const char* nothing : {"", " ", "\n"})
    EXPECT_EQ(refusal("nim(a)", nothing),
              "option `where`: expected a condition, such as '0 <= a <= b <= 100'");
  EXPECT_THAT(refusal("nim(a)", "a + 1"), HasSubstr("option `where`"));
  EXPECT_THAT(refusal("nim(a", "a <= 5"), HasSubstr("expected"));
  EXPECT_THAT(refusal("nim(a) + nim(b) + nim(c)",
                      "a <= 100000 and b <= 100000 and c <= 100000 and (a + b + c) mod 2 = 0"),
              HasSubstr("must be looked at together"));
}

}  // namespace
}  // namespace grundy::count
