// Laws with xor, powers and forms of products, planted in rules that follow them: all are proved,
// and what was spoiled is refuted. What isl and automata both decide they decide alike.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
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
using relation::Verdict;

// scripts/planted-laws asks for more.
std::uint64_t games() {
  const char* const given = std::getenv("GRUNDY_LAW_GAMES");
  return given == nullptr ? 60 : static_cast<std::uint64_t>(std::atoi(given));
}

// A condition on a and b with [a] and [b] for their names, as rules say it and as claims do.
struct Condition {
  std::string rule, claim;
};

std::string with_names(std::string text, const std::string& a, const std::string& b) {
  for (const auto& [mark, name] : {std::pair("[a]", a), std::pair("[b]", b)})
    for (std::size_t at = 0; (at = text.find(mark, at)) != text.npos; at += name.size())
      text.replace(at, 3, name);
  return text;
}

class Writer {
 public:
  Writer(std::uint64_t seed, bool has_bits) : random_(seed), has_bits_(has_bits) {}

  std::int64_t below(std::int64_t end) {
    return static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(end));
  }

  Condition condition(int depth) {
    if (depth == 0) return atom();
    const Condition x = condition(depth - 1), y = condition(depth - 1);
    const char* const join = below(2) == 0 ? "and" : "or";
    return {fmt::format("({} {} {})", x.rule, join, y.rule),
            fmt::format("({} {} {})", x.claim, join, y.claim)};
  }

 private:
  std::string coordinate() { return below(2) == 0 ? "[a]" : "[b]"; }

  std::string comparison() {
    const std::vector<std::string> all{"=", "!=", "<", "<=", ">", ">="};
    return all[static_cast<std::size_t>(below(6))];
  }

  Condition atom() {
    if (below(3) == 0)
      return both(fmt::format("({} + {}) mod {} {} {}", coordinate(), coordinate(), 2 + below(2),
                              comparison(), below(3)));
    if (!has_bits_) {
      // Forms whose roots are of the golden ratio.
      const std::vector<std::array<int, 3>> forms{{1, -1, -1}, {1, -3, 1}, {1, 1, -1},
                                                  {1, -2, -4}, {-1, 1, 1}, {2, -2, -2}};
      const auto& [a, b, c] = forms[static_cast<std::size_t>(below(6))];
      const std::string u = fmt::format("([a] + {})", below(2)), v = "[b]";
      return both(fmt::format("{} * {} * {} + {} * {} * {} + {} * {} * {} {} 0", a, u, u, b, u, v,
                              c, v, v, comparison()));
    }
    if (below(3) == 0) {
      const std::string n = fmt::format("({} + {})", coordinate(), below(3));
      return {fmt::format("({0} >= 1 and {0} band {0} - 1 = 0)", n), n + " in powers(2)"};
    }
    return both(fmt::format("([a] bxor [b] + {}) mod {} {} {}", below(3), below(2) == 0 ? 3 : 8,
                            comparison(), below(4)));
  }

  static Condition both(const std::string& text) { return {"(" + text + ")", "(" + text + ")"}; }

  std::mt19937_64 random_;
  bool has_bits_;
};

Verdict verdict_on(const rules::Rules& rules, const std::string& text) {
  const auto claim = rules::parse_claim(text, rules);
  if (!claim) {
    ADD_FAILURE() << claim.error().message;
    return {};
  }
  return decide(rules, Convention::normal, *claim).verdict;
}

constexpr const char* below_it = "for i in 0 .. a, j in 0 .. b when i + j < a + b";

// Lost exactly where the condition holds: from elsewhere all such positions below can be reached,
// and from anywhere some others.
TEST(AutomataPlanted, OutcomesAreProvedAndSpoiledOnesRefuted) {
  for (const bool has_bits : {true, false})
    for (std::uint64_t seed = 0; seed < games() && !HasFailure(); ++seed) {
      Writer writer(seed, has_bits);
      const Condition c = writer.condition(1 + static_cast<int>(writer.below(2)));
      const std::string is_p = fmt::format("(a = 0 and b = 0 or {})", with_names(c.rule, "a", "b"));
      const std::string leads_to_p =
          fmt::format("(i = 0 and j = 0 or {})", with_names(c.rule, "i", "j"));
      const rules::Rules rules = rules::parsed(
          fmt::format("game planted(a, b)\n (a, b) -> (i, j) {} and not {} and {}\n"
                      " (a, b) -> (i, j) {} and not {} and (i + j) mod 3 = {}\n",
                      below_it, is_p, leads_to_p, below_it, leads_to_p, writer.below(3)));
      const std::string right =
          fmt::format("P when a = 0 and b = 0 or {}", with_names(c.claim, "a", "b"));
      SCOPED_TRACE(rules.text + right);
      const Verdict verdict = verdict_on(rules, right);
      EXPECT_EQ(verdict.answer, Answer::proved)
          << verdict.why << testing::PrintToString(verdict.at);
      const std::int64_t far = std::int64_t{1} << writer.below(20);
      const Position at{writer.below(far), writer.below(far)};
      const bool holds = *oracle::claimed(*rules::parse_claim(right, rules), at) ==
                         static_cast<std::int64_t>(Outcome::P);
      const std::string wrong =
          holds ? fmt::format("P when (a != {} or b != {}) and ({})", at[0], at[1], right.substr(7))
                : fmt::format("{} or a = {} and b = {}", right, at[0], at[1]);
      const Verdict spoiled = verdict_on(rules, wrong);
      EXPECT_EQ(spoiled.answer, Answer::refuted) << spoiled.why << testing::PrintToString(at);
    }
}

// A position has the nimber of the first condition that holds, but for three small sums.
TEST(AutomataPlanted, NimbersAreProvedAndSpoiledOnesRefuted) {
  for (std::uint64_t seed = 0; seed < games() && !HasFailure(); ++seed) {
    Writer writer(seed, true);
    std::string claim = "nimber = a + b when a + b <= 2";
    std::vector<std::string> has;  // a nimber, as rules say it
    std::string others;
    for (int v = 0; v < 4; ++v) {
      const Condition c = writer.condition(0);
      claim += v < 3 ? fmt::format(", {} when {}", v, with_names(c.claim, "a", "b")) : ", 3";
      has.push_back(fmt::format("({}[a] + [b] > 2{}{})",
                                v < 3 ? fmt::format("[a] + [b] = {} or ", v) : "", others,
                                v < 3 ? " and " + c.rule : ""));
      others += " and not " + c.rule;
    }
    std::string text = "game planted(a, b)\n";
    for (std::size_t v = 0; v < 4; ++v)
      for (std::size_t u = 0; u < 4; ++u)
        if (u < v || (u > v && writer.below(2) == 0))
          text += fmt::format(" (a, b) -> (i, j) {} and {} and {}\n", below_it,
                              with_names(has[v], "a", "b"), with_names(has[u], "i", "j"));
    const rules::Rules rules = rules::parsed(text);
    SCOPED_TRACE(rules.text + claim);
    const Verdict verdict = verdict_on(rules, claim);
    EXPECT_EQ(verdict.answer, Answer::proved) << verdict.why << testing::PrintToString(verdict.at);
    const Position at{3 + writer.below(5000), writer.below(5000)};
    const auto is = oracle::claimed(*rules::parse_claim(claim, rules), at);
    const std::int64_t other = (*is + 1 + writer.below(3)) % 4;
    const Verdict spoiled = verdict_on(rules, fmt::format("nimber = {} when a = {} and b = {}, {}",
                                                          other, at[0], at[1], claim.substr(9)));
    EXPECT_EQ(spoiled.answer, Answer::refuted) << spoiled.why << testing::PrintToString(at);
  }
}

}  // namespace
}  // namespace grundy::automata
