// Bounds must hold at every option there is: random games, every position of a small box.
#include "rules/proofs/bounds.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "oracle/evaluate.hpp"
#include "oracle/options.hpp"
#include "rules/language/catalogue.hpp"
#include "rules/parse.hpp"
#include "support/random_rules.hpp"

namespace grundy::rules {
namespace {

using Variables = std::vector<std::int64_t>;

// Binders without end are tried up to here; that is beyond what the boxes below allow.
constexpr std::int64_t far = 40;

std::int64_t value(const Expression& expression, const Variables& variables) {
  const auto result = oracle::evaluate(expression, variables);
  EXPECT_TRUE(result) << result.error().message;
  return result ? *result : 0;
}

std::int64_t value(const Polynomial& polynomial, const Variables& variables) {
  return value(polynomial.expression(), variables);
}

// Calls use(variables) for all values of the binders for which the condition holds.
class Instances {
 public:
  Instances(const OptionRule& rule, std::function<void(const Variables&)> use)
      : rule_(rule), use_(std::move(use)) {}

  void from(const Position& position) {
    variables_ = position;
    bind(0);
  }

 private:
  void bind(std::size_t number) {
    if (number == rule_.binders.size()) {
      const auto holds = oracle::holds(rule_.when, variables_);
      if (holds && *holds) use_(variables_);
      return;
    }
    const Binder& binder = rule_.binders[number];
    std::vector<std::int64_t> values;
    if (binder.set) {
      values = binder.set->members(-far, far);
    } else {
      const std::int64_t high = binder.high ? value(*binder.high, variables_) : far;
      for (std::int64_t k = value(binder.low, variables_); k <= high; ++k) values.push_back(k);
    }
    for (const std::int64_t k : values) {
      variables_.push_back(k);
      bind(number + 1);
      variables_.pop_back();
    }
  }

  const OptionRule& rule_;
  std::function<void(const Variables&)> use_;
  Variables variables_;
};

bool in_ranges(const Rules& rules, const OptionRule& rule, const Variables& variables,
               const Box& box) {
  for (const auto& summand : rule.summands)
    for (std::size_t axis = 0; axis < summand.size(); ++axis) {
      const auto at = oracle::evaluate(summand[axis], variables);
      if (!at || *at < rules.coordinates[axis].low) return false;
      if (*at > rules.coordinates[axis].high.value_or(box.high[axis] + far)) return false;
    }
  return true;
}

std::vector<Polynomial> forms(const Rules& rules, const OptionRule& rule) {
  std::vector<Polynomial> all;
  const std::size_t count = rules.dimensions() + rule.binders.size();
  for (Variable v = 0; v < count; ++v) {
    all.emplace_back(variable(v));
    for (Variable w = 0; w < v; ++w) all.push_back(all[v] - Polynomial(variable(w)));
  }
  for (const auto& summand : rule.summands)
    for (Variable axis = 0; axis < summand.size(); ++axis) {
      all.emplace_back(summand[axis]);
      all.push_back(Polynomial(summand[axis]) - Polynomial(variable(axis)));
    }
  return all;
}

// A polynomial with the bounds that were proved for it.
struct Claim {
  Polynomial polynomial;
  std::optional<std::int64_t> low;
  std::optional<std::int64_t> high;

  void expect_holds(const Variables& variables) const {
    const std::int64_t at = value(polynomial, variables);
    EXPECT_GE(at, low.value_or(at)) << grundy::to_string(variables);
    EXPECT_LE(at, high.value_or(at)) << grundy::to_string(variables);
  }
};

std::vector<Claim> claims(const std::vector<Polynomial>& polynomials, Facts& facts) {
  std::vector<Claim> all;
  for (const Polynomial& p : polynomials) all.push_back({p, facts.lower(p), facts.upper(p)});
  return all;
}

void expect_limits_hold(const std::vector<Limits>& limits, std::size_t dimensions,
                        const Variables& variables) {
  for (std::size_t binder = 0; binder < limits.size(); ++binder) {
    const std::int64_t at = variables[dimensions + binder];
    for (const Limit& limit : limits[binder].upper) {
      EXPECT_GE(value(limit.divisor, variables), 1);
      EXPECT_LE(at * value(limit.divisor, variables), value(limit.numerator, variables));
    }
    for (const Limit& limit : limits[binder].lower) {
      EXPECT_GE(value(limit.divisor, variables), 1);
      EXPECT_GE(at * value(limit.divisor, variables), value(limit.numerator, variables));
    }
  }
}

class Soundness {
 public:
  std::size_t instances = 0;
  std::size_t tight = 0;

  void expect(const Rules& rules, const Box& box) {
    for (const OptionRule& rule : rules.options) expect(rules, rule, box);
  }

 private:
  void expect(const Rules& rules, const OptionRule& rule, const Box& box) {
    SCOPED_TRACE(rule.text);
    const Region region = Region::within(box);
    Facts facts(rules, rule, region);
    Facts before = Facts::before_ranges(rules, rule, region);
    const bool impossible = facts.impossible();
    const bool never = before.impossible();
    std::vector<Claim> at_options, at_instances;
    std::vector<Limits> limits;
    if (!impossible) {
      at_options = claims(forms(rules, rule), facts);
      for (std::size_t i = 0; i < rule.binders.size(); ++i) limits.push_back(facts.limits(i));
    }
    // Without ranges the value of a summand may be a division that nothing allows.
    std::vector<Polynomial> variables_only;
    for (Variable v = 0; v < rules.dimensions() + rule.binders.size(); ++v)
      variables_only.emplace_back(variable(v));
    if (!never) at_instances = claims(variables_only, before);
    Instances all(rule, [&](const Variables& variables) {
      EXPECT_FALSE(never);
      for (const Claim& claim : at_instances) claim.expect_holds(variables);
      if (!in_ranges(rules, rule, variables, box)) return;
      ++instances;
      EXPECT_FALSE(impossible);
      for (const Claim& claim : at_options) {
        claim.expect_holds(variables);
        tight += claim.high && value(claim.polynomial, variables) == *claim.high;
      }
      expect_limits_hold(limits, rules.dimensions(), variables);
    });
    for (std::uint64_t rank = 0; rank < *box.volume(); ++rank) {
      if (testing::Test::HasFailure()) return;
      const Position at = box.position(rank);
      if (const auto over = oracle::ending(rules, at); over && !*over) all.from(at);
    }
  }
};

TEST(Bounds, HoldAtEveryOptionOfRandomGames) {
  Soundness soundness;
  support::for_random_rules(11000, 250, [&](const Rules& rules) {
    soundness.expect(rules, support::small_box(rules, 30, 7));
  });
  EXPECT_GT(soundness.instances, 5000u);
  EXPECT_GT(soundness.tight, 1000u) << "bounds that are never reached prove little";
}

TEST(Bounds, HoldAtEveryOptionOfTheCatalogue) {
  Soundness soundness;
  for (const CatalogueEntry& entry : catalogue()) {
    const auto rules = load(entry.name);
    ASSERT_TRUE(rules);
    SCOPED_TRACE(rules->name);
    soundness.expect(*rules, support::small_box(*rules, 60, 9));
  }
  EXPECT_GT(soundness.instances, 1000u);
}

// Facts at the only rule of a game in the coordinates a, b.
Facts facts_of(const Rules& rules, const Box& box) {
  return {rules, rules.options.at(0), Region::within(box)};
}

TEST(Bounds, KnowRangesBindersAndConditions) {
  const Rules rules = parsed("game g(a, b) (a, b) -> (a - k, b) for k >= 2 when a <= b - 3");
  Facts facts = facts_of(rules, {{0, 0}, {20, 10}});
  const Polynomial a(variable(0)), b(variable(1)), k(variable(2));
  EXPECT_EQ(facts.upper(a), 7);
  EXPECT_EQ(facts.lower(a), 2);
  EXPECT_EQ(facts.lower(b), 5);
  EXPECT_EQ(facts.upper(k), 7);
  EXPECT_EQ(facts.upper(k - a), 0);
  EXPECT_EQ(facts.upper(a - b), -3);
}

TEST(Bounds, KnowTheLeastMembersOfSets) {
  const auto least = [](const std::string& set) {
    const Rules rules = parsed("game g(n) (n) -> (n - k) for k in " + set);
    return facts_of(rules, {{0}, {20}}).lower(Polynomial(variable(1)));
  };
  EXPECT_EQ(least("odd"), 1);
  EXPECT_EQ(least("even"), 2);
  EXPECT_EQ(least("primes"), 2);
  EXPECT_EQ(least("squares"), 1);
  EXPECT_EQ(least("{3, 7}"), 3);
}

TEST(Bounds, KnowWhatFloorCeilModMinAndMaxDo) {
  const Rules rules = parsed("game g(a, b) (a, b) -> (a - 1, b)");
  Facts facts = facts_of(rules, {{0, 0}, {20, 10}});
  const auto upper = [&](const std::string& text) { return facts.upper(Polynomial(number(text))); };
  const auto lower = [&](const std::string& text) { return facts.lower(Polynomial(number(text))); };
  EXPECT_EQ(upper("floor(a / 3)"), 6);
  EXPECT_EQ(upper("ceil(a / 3)"), 7);
  EXPECT_EQ(lower("ceil(a / 3)"), 1);
  EXPECT_EQ(upper("a mod 4"), 3);
  EXPECT_EQ(lower("a mod 4"), 0);
  EXPECT_EQ(upper("3 * floor(a / 3) - a"), 0);
  EXPECT_EQ(lower("3 * floor(a / 3) - a"), -2);
  EXPECT_EQ(upper("3 * ceil(a / 3) - a"), 2);
  EXPECT_EQ(lower("3 * ceil(a / 3) - a"), 0);
  EXPECT_EQ(upper("a mod 4 - a"), 0);
  EXPECT_EQ(upper("a mod (b + 1) - b"), 0);
  EXPECT_EQ(upper("min(a, b)"), 10);
  EXPECT_EQ(upper("min(a, b) - a"), 0);
  EXPECT_EQ(lower("max(a, b) - b"), 0);
  EXPECT_EQ(upper("a * b"), 200);
  EXPECT_EQ(lower("a * b"), 0);
}

TEST(Bounds, OfAQuotientAllowForEveryDivisor) {
  const Rules rules =
      parsed("game g(a, b, c in 0..20) (a, b, c) -> (a, b - 1, ceil(a / (b - c))) when b > c");
  Facts facts = facts_of(rules, {{0, 0, 0}, {20, 20, 20}});
  const Polynomial a(variable(0)), quotient(rules.options.at(0).summands.at(0).at(2));
  EXPECT_EQ(facts.lower(a + Polynomial(20) * quotient), 0);
}

TEST(Bounds, AnUnboundedRegionHasNone) {
  const Rules rules = parsed("game g(a, b) (a, b) -> (a - k, b) for k >= 1");
  Facts facts(rules, rules.options[0], Region::everything(rules));
  EXPECT_EQ(facts.upper(Polynomial(variable(0))), std::nullopt);
  EXPECT_EQ(facts.lower(Polynomial(variable(0))), 1);
  EXPECT_EQ(facts.upper(Polynomial(variable(2)) - Polynomial(variable(0))), 0);
}

TEST(Bounds, OfAProductNeedNoEndsWhereNothingIsNegative) {
  const Rules rules = parsed("game g(a, b) (a, b) -> (a, b - 1)");
  Facts facts(rules, rules.options[0], Region::everything(rules));
  EXPECT_EQ(facts.lower(Polynomial(number("floor(a * b / (a + 1))"))), 0);
}

TEST(Bounds, Beyond64BitsAreUnknown) {
  const Rules rules = parsed("game g(a, b) (a, b) -> (a - 1, b)");
  const std::int64_t far_away = std::int64_t{1} << 31;
  Facts facts = facts_of(rules, {{0, 0}, {far_away, far_away}});
  EXPECT_EQ(facts.upper(Polynomial(number("4 * a * b"))), std::nullopt);
  EXPECT_EQ(facts.lower(Polynomial(number("4 * a * b"))), 0);
}

TEST(Bounds, RulesThatNeverApplyAreImpossible) {
  const Rules rules = parsed("game g(a, b) (a, b) -> (a - 1, b) when a >= 5 and a + b <= 4");
  EXPECT_TRUE(facts_of(rules, {{0, 0}, {20, 10}}).impossible());
  const Rules far_away = parsed("game g(n) (n) -> (n - 7)");
  EXPECT_TRUE(facts_of(far_away, {{0}, {6}}).impossible());
  EXPECT_FALSE(facts_of(far_away, {{0}, {7}}).impossible());
}

TEST(Bounds, LimitsOfALoopAreThoseOfItsRule) {
  const Rules rules = parsed("game g(a, b) (a, b) -> (a - k * b, b) for k >= 1 when b >= 1");
  Facts facts = facts_of(rules, {{0, 0}, {20, 10}});
  const Limits limits = facts.limits(0);
  const Limit to_zero{Polynomial(variable(0)), Polynomial(variable(1))};
  EXPECT_NE(std::find(limits.upper.begin(), limits.upper.end(), to_zero), limits.upper.end());
  EXPECT_FALSE(facts.limit(Polynomial(variable(1)) - Polynomial(1), 0, false))
      << "k stands nowhere in b >= 1";
}

}  // namespace
}  // namespace grundy::rules
