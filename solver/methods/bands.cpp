#include "methods/bands.hpp"

#include <algorithm>
#include <optional>

#include "rules/proofs/polynomial.hpp"

namespace grundy::family {
namespace {

using rules::Condition;
using rules::OptionRule;
using rules::Polynomial;
using rules::Rules;
using rules::Variable;

// Sums and products of smaller numbers with those of bands do not overflow.
constexpr std::int64_t too_large = std::int64_t{1} << 40;

// of_j * j + of_k * k + constant.
struct Linear {
  std::int64_t of_j = 0;
  std::int64_t of_k = 0;
  std::int64_t constant = 0;
};

std::optional<Linear> linear(const Polynomial& polynomial, Variable j) {
  const auto by_j = polynomial.split(j);
  const auto by_k = by_j ? by_j->rest.split(j + 1) : std::nullopt;
  if (!by_k) return std::nullopt;
  const auto of_j = by_j->coefficient.as_constant();
  const auto of_k = by_k->coefficient.as_constant();
  const auto constant = by_k->rest.as_constant();
  if (!of_j || !of_k || !constant) return std::nullopt;
  for (const std::int64_t number : {*of_j, *of_k, *constant})
    if (number <= -too_large || number >= too_large) return std::nullopt;
  return Linear{*of_j, *of_k, *constant};
}

// What is known of the difference j - k.
class Difference {
 public:
  explicit Difference(Variable j) : j_(j) {}

  // Whether polynomial >= 0 says something about the difference, and nothing else.
  bool at_least_zero(const Polynomial& polynomial) {
    const auto fact = linear(polynomial, j_);
    if (!fact || fact->of_j + fact->of_k != 0 || std::abs(fact->of_j) != 1) return false;
    if (fact->of_j == 1)
      low_ = std::max(low_.value_or(-fact->constant), -fact->constant);
    else
      high_ = std::min(high_.value_or(fact->constant), fact->constant);
    return true;
  }

  bool holds(const Condition& condition) {
    using Op = Condition::Op;
    if (condition.op == Op::all_of)
      return std::all_of(condition.parts.begin(), condition.parts.end(),
                         [this](const Condition& part) { return holds(part); });
    if (condition.sides.size() != 2) return false;
    const Polynomial rise = Polynomial(condition.sides[1]) - Polynomial(condition.sides[0]);
    const Polynomial fall = Polynomial(condition.sides[0]) - Polynomial(condition.sides[1]);
    switch (condition.op) {
      case Op::less:
        return at_least_zero(rise - Polynomial(1));
      case Op::less_equal:
        return at_least_zero(rise);
      case Op::greater:
        return at_least_zero(fall - Polynomial(1));
      case Op::greater_equal:
        return at_least_zero(fall);
      case Op::equal:
        return at_least_zero(rise) && at_least_zero(fall);
      default:
        return false;
    }
  }

  bool bounded() const {
    return low_ && high_ && std::abs(*low_) < widest_band && std::abs(*high_) < widest_band &&
           *high_ - *low_ < widest_band;
  }
  std::int64_t low() const { return *low_; }
  std::int64_t high() const { return *high_; }

 private:
  Variable j_;
  std::optional<std::int64_t> low_;
  std::optional<std::int64_t> high_;
};

// How far each coordinate falls.
std::optional<std::vector<Linear>> falls(const Rules& rules, const OptionRule& rule) {
  std::vector<Linear> falls;
  for (Variable axis = 0; axis < rules.dimensions(); ++axis) {
    const auto fall = linear(Polynomial(rules::variable(axis)) - Polynomial(rule.summands[0][axis]),
                             rules.dimensions());
    if (!fall) return std::nullopt;
    falls.push_back(*fall);
  }
  return falls;
}

bool leads_back(const Direction& direction) {
  return std::all_of(direction.begin(), direction.end(), [](auto step) { return step >= 0; }) &&
         std::any_of(direction.begin(), direction.end(), [](auto step) { return step > 0; });
}

// Both binders grow together from j and k on.
std::optional<RayFrom> ray_from(const std::vector<Linear>& falls, std::int64_t j, std::int64_t k) {
  RayFrom ray;
  for (const Linear& fall : falls) {
    ray.first.push_back(fall.constant + fall.of_j * j + fall.of_k * k);
    ray.step.push_back(fall.of_j + fall.of_k);
  }
  if (!leads_back(ray.first) || !leads_back(ray.step)) return std::nullopt;
  return ray;
}

std::vector<RayFrom> single(const Rules& rules, const OptionRule& rule) {
  const auto low = Polynomial(rule.binders[0].low).as_constant();
  const auto all = falls(rules, rule);
  if (!low || std::abs(*low) >= widest_band || !all || rule.binders[0].high ||
      !always_true(rule.when))
    return {};
  const auto ray = ray_from(*all, *low, 0);
  if (!ray) return {};
  return {*ray};
}

std::vector<RayFrom> side_by_side(const Rules& rules, const OptionRule& rule) {
  const Variable j = rules.dimensions();
  const rules::Binder& of_j = rule.binders[0];
  const rules::Binder& of_k = rule.binders[1];
  const auto least_j = Polynomial(of_j.low).as_constant();
  const auto least_k = Polynomial(of_k.low).as_constant();
  const Polynomial k(rules::variable(j + 1));
  Difference difference(j);
  if (!least_j || std::abs(*least_j) >= widest_band || of_j.high) return {};
  if (!least_k && !difference.at_least_zero(k - Polynomial(of_k.low))) return {};
  if (least_k && std::abs(*least_k) >= widest_band) return {};
  if (of_k.high && !difference.at_least_zero(Polynomial(*of_k.high) - k)) return {};
  if (!difference.holds(rule.when) || !difference.bounded()) return {};
  const auto all = falls(rules, rule);
  if (!all) return {};
  std::vector<RayFrom> rays;
  for (std::int64_t apart = difference.low(); apart <= difference.high(); ++apart) {
    const std::int64_t first = least_k ? std::max(*least_j, *least_k + apart) : *least_j;
    const auto ray = ray_from(*all, first, first - apart);
    if (!ray) return {};
    rays.push_back(*ray);
  }
  return rays;
}

}  // namespace

std::vector<RayFrom> rays_of_band(const Rules& rules, const OptionRule& rule) {
  const auto has_set = [](const rules::Binder& binder) { return binder.set.has_value(); };
  if (rule.summands.size() != 1 || std::any_of(rule.binders.begin(), rule.binders.end(), has_set))
    return {};
  if (rule.binders.size() == 1) return single(rules, rule);
  if (rule.binders.size() == 2) return side_by_side(rules, rule);
  return {};
}

}  // namespace grundy::family
