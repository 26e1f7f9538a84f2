#include "compile/enforce.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <variant>

#include "compile/selection.hpp"
#include "compile/size.hpp"

namespace grundy::compile {
namespace {

using kernels::Selection;
using rules::Complaint;
using rules::Condition;
using rules::Expression;
using rules::Facts;
using rules::Limit;
using rules::Limits;
using rules::OptionRule;
using rules::Polynomial;
using rules::Region;
using rules::Rules;
using rules::Variable;

// n * e - m * d for limits n / d and m / e; nothing if coefficients overflow.
std::optional<Polynomial> cross_difference(const Limit& a, const Limit& b) {
  try {
    if (a.divisor == b.divisor) return a.numerator - b.numerator;
    return a.numerator * b.divisor - b.numerator * a.divisor;
  } catch (const std::overflow_error&) {
    return std::nullopt;
  }
}

// The largest number for which least prime factors are tabulated.
constexpr std::int64_t most_divided = std::int64_t{1} << 26;

// More limits than this are all kept, as each is compared with each.
constexpr std::size_t most_compared = 64;

// Drops limits that another one makes redundant at every position of the box. Divisors are at least
// 1, so n / d <= m / e if n * e <= m * d.
std::vector<Limit> tightest_of(const std::vector<Limit>& limits, bool upper, Facts& region) {
  if (limits.size() > most_compared) return limits;
  const auto implies = [&](const Limit& tight, const Limit& loose) {
    const auto difference = cross_difference(tight, loose);
    if (!difference) return false;
    const auto slack = region.lower(upper ? Polynomial(0) - *difference : *difference);
    return slack && *slack >= 0;
  };
  std::vector<Limit> kept;
  for (const Limit& limit : limits) {
    if (std::ranges::any_of(kept, [&](const Limit& other) { return implies(other, limit); }))
      continue;
    std::erase_if(kept, [&](const Limit& other) { return implies(limit, other); });
    kept.push_back(limit);
  }
  return kept;
}

template <class T>
void add_new(std::vector<T>& list, const T& value) {
  if (std::ranges::find(list, value) == list.end()) list.push_back(value);
}

bool is_relation(const Condition& condition) {
  return !condition.sides.empty() && condition.op != Condition::Op::not_equal;
}

struct Square {
  std::int64_t a;
  Polynomial b;
  Polynomial c;
};

// The polynomial as a k^2 + b k + c, if k does not occur otherwise and a is not 0.
std::optional<Square> square_in(const Polynomial& polynomial, Variable variable) {
  constexpr std::int64_t largest = std::int64_t{1} << 31;
  const auto powers = polynomial.powers(variable);
  if (!powers || powers->size() != 3) return std::nullopt;
  const auto a = (*powers)[2].as_constant();
  if (!a || *a == 0 || *a < -largest || *a > largest) return std::nullopt;
  return Square{*a, (*powers)[1], (*powers)[0]};
}

std::optional<Polynomial> discriminant_of(const Square& square) {
  try {
    return square.b * square.b - Polynomial(4) * Polynomial(square.a) * square.c;
  } catch (const std::overflow_error&) {
    return std::nullopt;
  }
}

struct Requirement {
  std::variant<Polynomial, Condition> what;
  bool is_range = false;  // whether it keeps a coordinate of a summand in its range
};

class Enforcer {
 public:
  Enforcer(const Rules& rules, const OptionRule& rule, const Box& box, Proofs proofs)
      : rules_(rules),
        rule_(rule),
        box_(box),
        proofs_(proofs),
        at_options_(rules, rule, Region::within(box)),
        before_ranges_(Facts::before_ranges(rules, rule, Region::within(box))),
        region_(Facts::of_region(rules, rule, Region::within(box))),
        required_(rule.binders.size() + 1),
        parts_meant_(rule.binders.size()) {
    result_.tests.resize(rule.binders.size() + 1);
    result_.roots.resize(rule.binders.size());
    result_.parts.resize(rule.binders.size());
    for (std::size_t binder = 0; binder < rule.binders.size(); ++binder) require_own_ends(binder);
    require(rule.when);
    for (const auto& summand : rule.summands) require_ranges(summand);
  }

  rules::Proved<std::optional<Enforcement>> run() {
    const bool impossible = at_options_.impossible();
    if (impossible && proofs_ == Proofs::trusted) return std::nullopt;
    if (const auto complaint = enforce_all()) {
      if (impossible) return std::nullopt;
      return *complaint;
    }
    return std::optional(std::move(result_));
  }

 private:
  std::optional<Complaint> enforce_all() {
    if (auto complaint = enforce_level(0, region_)) return complaint;
    for (std::size_t binder = 0; binder < rule_.binders.size(); ++binder) {
      Facts& outside = entered_.back();
      std::vector<Polynomial> ends;
      auto complaint = proofs_ == Proofs::trusted ? bound(binder, outside, ends)
                                                  : bound_loosely(binder, outside, ends);
      if (complaint) return complaint;
      if ((complaint = enforce_level(binder + 1, outside.with(ends)))) return complaint;
    }
    return std::nullopt;
  }

  std::size_t level_of(const Polynomial& polynomial) const {
    for (std::size_t binder = rule_.binders.size(); binder-- > 0;)
      if (polynomial.mentions(variable_of(binder))) return binder + 1;
    return 0;
  }

  // The condition is not simplified: the level of i - i < 1 is that of i.
  std::size_t level_of(const Condition& condition) const {
    std::size_t level = 0;
    for (std::size_t binder = 0; binder < rule_.binders.size(); ++binder)
      for (const Expression& side : condition.sides)
        if (rules::mentions(side, variable_of(binder))) level = binder + 1;
    for (const Condition& part : condition.parts) level = std::max(level, level_of(part));
    return level;
  }

  Variable variable_of(std::size_t binder) const { return rules_.dimensions() + binder; }
  Polynomial at(std::size_t binder) const {
    return Polynomial(rules::variable(variable_of(binder)));
  }

  void require(const Condition& condition) {
    if (condition.op == Condition::Op::all_of)
      for (const Condition& part : condition.parts) require(part);
    else if (is_relation(condition) && proofs_ == Proofs::trusted)
      require_relation(condition);
    else
      required_[level_of(condition)].push_back({condition});
  }

  void require_relation(const Condition& relation) {
    std::vector<Polynomial> facts = at_least_zero(relation, true);
    for (const Polynomial& fact : facts) require(fact);
    const std::size_t level = level_of(relation);
    if (level == 0) return;
    if (auto meant = parts_meant(relation, variable_of(level - 1)))
      parts_meant_[level - 1].emplace_back(*std::move(meant), std::move(facts));
  }

  void require(const Polynomial& polynomial, bool is_range = false) {
    if (proofs_ == Proofs::replayed)
      return required_[level_of(polynomial)].push_back({polynomial, is_range});
    for (const Polynomial& fact : rules::straightened(polynomial, rules_.dimensions()))
      required_[level_of(fact)].push_back({fact, is_range});
  }

  void require_own_ends(std::size_t binder) {
    const rules::Binder& range = rule_.binders[binder];
    if (range.set) return;  // the loop runs over its members only
    require(at(binder) - Polynomial(range.low));
    if (range.high) require(Polynomial(*range.high) - at(binder));
  }

  void require_ranges(const std::vector<Expression>& summand) {
    for (std::size_t axis = 0; axis < summand.size(); ++axis) {
      const rules::Coordinate& coordinate = rules_.coordinates[axis];
      require(Polynomial(summand[axis]) - Polynomial(coordinate.low), true);
      require(Polynomial(*coordinate.high) - Polynomial(summand[axis]), true);
    }
  }

  // Enforces the requirements of a level in turn: passed tests help to prove that the next numbers
  // fit.
  std::optional<Complaint> enforce_level(std::size_t level, Facts here) {
    std::vector<Requirement>& open = required_[level];
    while (!open.empty()) {
      const std::size_t count = open.size();
      std::vector<Polynomial> tested;
      std::erase_if(open, [&](const Requirement& requirement) {
        return is_enforced(requirement) || add_test(requirement, level, here, tested);
      });
      if (open.size() == count) return too_large(open.front());
      if (!tested.empty()) here = here.with(tested);
    }
    entered_.push_back(std::move(here));
    return std::nullopt;
  }

  bool add_test(const Requirement& requirement, std::size_t level, Facts& here,
                std::vector<Polynomial>& tested) {
    Tests& tests = result_.tests[level];
    if (const auto* condition = std::get_if<Condition>(&requirement.what)) {
      if (!fits(*condition, here)) return false;
      tests.conditions.push_back(*condition);
      if (is_relation(*condition))
        for (const Polynomial& fact : at_least_zero(*condition, true)) tested.push_back(fact);
    } else {
      const Polynomial& polynomial = std::get<Polynomial>(requirement.what);
      if (!fits(polynomial, here)) return false;
      add_new(tests.at_least_zero, polynomial);
      tested.push_back(polynomial);
    }
    return true;
  }

  bool is_enforced(const Requirement& requirement) {
    const auto* polynomial = std::get_if<Polynomial>(&requirement.what);
    if (!polynomial || proofs_ == Proofs::replayed) return false;
    if (std::ranges::find(ends_, *polynomial) != ends_.end()) return true;
    if (!requirement.is_range) return false;
    const auto least = before_ranges_.lower(*polynomial);
    return least && *least >= 0;
  }

  // The ends of the loop: all limits that facts give for its binder and that can be computed
  // outside the loop.
  std::optional<Complaint> bound(std::size_t binder, Facts& outside,
                                 std::vector<Polynomial>& ends) {
    Limits limits;
    for (const Polynomial& fact : at_options_.known())
      for (const bool upper : {true, false}) {
        const auto limit = at_options_.limit(fact, binder, upper);
        if (!limit || !fits(limit->numerator, outside) ||
            !make_sure_of(limit->divisor, outside, ends))
          continue;
        add_new(upper ? limits.upper : limits.lower, *limit);
        ends.push_back(upper ? limit->numerator - limit->divisor * at(binder)
                             : limit->divisor * at(binder) - limit->numerator);
        if (level_of(fact) == binder + 1) ends_.push_back(fact);
      }
    bound_by_roots(binder, outside, ends);
    bound_by_powers(binder, outside, ends);
    const RootLimits& roots = result_.roots[binder];
    if (limits.lower.empty() && roots.lower.empty()) return unbounded(binder);
    if (limits.upper.empty() && roots.upper.empty()) return unbounded(binder);
    bound_by_parts(binder, outside, ends);
    result_.limits.push_back(
        {tightest_of(limits.lower, false, region_), tightest_of(limits.upper, true, region_)});
    result_.reach.push_back({at_options_.lower(at(binder)), at_options_.upper(at(binder))});
    return std::nullopt;
  }

  // Uses facts a k^2 + b k + c >= 0. Let r be the root of b^2 - 4 a c, rounded down. For a < 0 the
  // fact means that 2 a k + b lies between -r and r, which is impossible if there is no root. For
  // a > 0 it means that 2 a k + b is at least the root, rounded up, if that sum is known not to be
  // negative.
  void bound_by_roots(std::size_t binder, Facts& outside, std::vector<Polynomial>& ends) {
    RootLimits& roots = result_.roots[binder];
    for (const Polynomial& fact : at_options_.known()) {
      const auto square = square_in(fact, variable_of(binder));
      if (!square || level_of(fact) != binder + 1) continue;
      const auto& [a, b, c] = *square;
      const auto discriminant = discriminant_of(*square);
      if (!discriminant) continue;
      const Polynomial& radicand = *discriminant;
      const Polynomial slope = Polynomial(2 * a) * at(binder) + b;
      if (!fits(radicand, outside) || !fits(b, outside)) continue;
      Facts inside = outside.with(ends);
      const bool rises = inside.lower(slope).value_or(-1) >= 0;
      const bool falls = inside.upper(slope).value_or(1) <= 0;
      if (a < 0) {
        if (!falls) roots.lower.push_back({radicand, b, -1, -2 * a});
        if (!rises || falls) roots.upper.push_back({radicand, b, 1, -2 * a});
      } else if (rises) {
        roots.lower.push_back({radicand - Polynomial(1), Polynomial(1) - b, 1, 2 * a});
      } else {
        continue;
      }
      ends.push_back(fact);
      ends_.push_back(fact);
    }
  }

  // Uses facts that fall like a higher power of the binder, or like a square times something.
  void bound_by_powers(std::size_t binder, Facts& outside, std::vector<Polynomial>& ends) {
    for (const Polynomial& fact : at_options_.known()) {
      if (std::ranges::find(ends_, fact) != ends_.end()) continue;
      const auto limit = at_options_.power_limit(fact, binder);
      if (!limit) continue;
      const Polynomial radicand(
          *rules::combine(Expression::Op::floor_divide,
                          {limit->numerator.expression(), rules::constant(limit->divisor)}));
      if (!fits(radicand, outside)) continue;
      result_.roots[binder].upper.push_back(
          {radicand, Polynomial(limit->shift), 1, 1, limit->degree});
      if (outside.with(ends).lower(at(binder)).value_or(limit->shift - 1) < limit->shift) continue;
      ends.push_back(limit->exact ? fact : power_fact(*limit, at(binder)));
      if (limit->exact) ends_.push_back(fact);
    }
  }

  // numerator - divisor (k - shift)^degree, which is not negative inside the loop.
  static Polynomial power_fact(const rules::PowerLimit& limit, const Polynomial& k) {
    Polynomial power(limit.divisor);
    for (std::size_t i = 0; i < limit.degree; ++i) power = power * (k - Polynomial(limit.shift));
    return limit.numerator - power;
  }

  void bound_by_parts(std::size_t binder, Facts& outside, std::vector<Polynomial>& ends) {
    const auto used = [](const auto& parts) { return parts.has_value(); };
    if (std::ranges::any_of(result_.parts, used)) return;
    for (const auto& [meant, facts] : parts_meant_[binder]) {
      const auto low = outside.lower(meant.number);
      const auto high = outside.upper(meant.number);
      const auto selection = selection_of(meant, rule_.binders[binder]);
      if (!low || !high || !selection || !fits(meant.number, outside)) continue;
      const bool is_divided = meant.selection == Selection::divisors;
      if (is_divided ? *low < -most_divided || *high > most_divided : *low < 0) continue;
      if (*selection == Selection::prime_divisors && *low < 1) continue;
      result_.parts[binder] = PartsRange{*selection, meant.number, std::max(-*low, *high)};
      ends.insert(ends.end(), facts.begin(), facts.end());
      ends_.insert(ends_.end(), facts.begin(), facts.end());
      return;
    }
  }

  // Of a binder over a set the parts must be the members that are meant: prime divisors.
  static std::optional<Selection> selection_of(const PartsMeant& meant,
                                               const rules::Binder& binder) {
    if (!binder.set) return meant.selection;
    const bool are_prime = binder.set->kind == rules::NumberSet::Kind::primes;
    if (!are_prime || meant.selection != Selection::divisors) return std::nullopt;
    return Selection::prime_divisors;
  }

  // Whether the divisor of a limit can be computed. Adds a test if it is not known to be positive.
  bool make_sure_of(const Polynomial& divisor, Facts& outside, std::vector<Polynomial>& ends) {
    if (divisor.as_constant()) return true;
    if (!fits(divisor, outside)) return false;
    const auto least = outside.lower(divisor);
    if (least && *least >= 1) return true;
    const std::size_t level = level_of(divisor);
    const Polynomial positive = divisor - Polynomial(1);
    if (!fits(positive, entered_[level])) return false;
    add_new(result_.tests[level].at_least_zero, positive);
    ends.push_back(positive);
    return true;
  }

  // Bounds the loop by the values that the rule states, up to the highest one of any option in the
  // box.
  std::optional<Complaint> bound_loosely(std::size_t binder, Facts& outside,
                                         std::vector<Polynomial>& ends) {
    const rules::Binder& range = rule_.binders[binder];
    std::optional<Polynomial> low;
    std::optional<Polynomial> high;
    if (!range.set)
      low = Polynomial(range.low);
    else if (const auto least = least_member(*range.set))
      low = Polynomial(*least);
    if (range.high)
      high = Polynomial(*range.high);
    else if (const auto most = at_options_.upper(at(binder)))
      high = Polynomial(*most);
    if (!low || !high || !fits(*low, outside) || !fits(*high, outside)) return unbounded(binder);
    ends = {at(binder) - *low, *high - at(binder)};
    result_.limits.push_back({{{*low, Polynomial(1)}}, {{*high, Polynomial(1)}}});
    result_.reach.push_back({low->as_constant(), high->as_constant()});
    return std::nullopt;
  }

  Complaint unbounded(std::size_t binder) const {
    return {rule_.place,
            fmt::format("cannot compile '{}': nothing bounds {}", rule_.text,
                        rule_.binders[binder].name),
            "ask for a smaller box, or write the rule in a simpler way"};
  }

  Complaint too_large(const Requirement& requirement) const {
    const auto names = rules_.variable_names(rule_);
    const auto* condition = std::get_if<Condition>(&requirement.what);
    const std::string text =
        condition ? to_string(*condition, names)
                  : to_string(std::get<Polynomial>(requirement.what).expression(), names);
    return {rule_.place,
            fmt::format("'{}' may exceed 62 bits at positions up to {}", text,
                        grundy::to_string(box_.high)),
            "ask for a smaller box, or keep the expression smaller"};
  }

  const Rules& rules_;
  const OptionRule& rule_;
  const Box& box_;
  Proofs proofs_;
  Facts at_options_;
  Facts before_ranges_;
  Facts region_;
  std::vector<std::vector<Requirement>> required_;  // by level
  std::vector<std::vector<std::pair<PartsMeant, std::vector<Polynomial>>>>
      parts_meant_;               // by binder
  std::vector<Facts> entered_;    // by level: what holds where its tests have been passed
  std::vector<Polynomial> ends_;  // facts that the ends of the loops say
  Enforcement result_;
};

}  // namespace

rules::Proved<std::optional<Enforcement>> enforce(const Rules& rules, const OptionRule& rule,
                                                  const Box& box, Proofs proofs) {
  return Enforcer(rules, rule, box, proofs).run();
}

}  // namespace grundy::compile
