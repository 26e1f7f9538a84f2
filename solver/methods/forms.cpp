#include "methods/forms.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <utility>

#include "rules/proofs/polynomial.hpp"

namespace grundy::family {

using rules::OptionRule;
using rules::Polynomial;
using rules::Rules;
using rules::Variable;

namespace {

// Whether k may be as large as the coordinates allow: without an end, or with that of a coordinate
// that moves.
bool reaches_the_end(const Rules& rules, const rules::Binder& binder, const Direction& direction) {
  if (!binder.high) return true;
  for (Variable axis = 0; axis < rules.dimensions(); ++axis) {
    const Polynomial room =
        Polynomial(rules::variable(axis)) - Polynomial(rules.coordinates[axis].low);
    if (direction[axis] && Polynomial(*binder.high) == room) return true;
  }
  return false;
}

// The axis of a direction that changes one coordinate alone, by 1.
std::optional<std::size_t> axis_of(const Direction& direction) {
  if (std::accumulate(direction.begin(), direction.end(), std::int64_t{0}) != 1)
    return std::nullopt;
  return static_cast<std::size_t>(std::find(direction.begin(), direction.end(), 1) -
                                  direction.begin());
}

// The step of a coordinate that falls by k * step; nothing for another polynomial.
std::optional<std::int64_t> step_of(const Polynomial& fall, Variable k) {
  if (fall.terms().empty()) return 0;
  const auto parts = fall.split(k);
  if (!parts || !parts->rest.terms().empty()) return std::nullopt;
  const auto step = parts->coefficient.as_constant();
  return step && *step >= 0 ? step : std::nullopt;
}

}  // namespace

bool always_true(const rules::Condition& condition) {
  return condition.op == rules::Condition::Op::all_of &&
         std::all_of(condition.parts.begin(), condition.parts.end(), always_true);
}

std::optional<Direction> ray_direction(const Rules& rules, const OptionRule& rule) {
  if (rule.binders.size() != 1 || rule.binders[0].set || !always_true(rule.when) ||
      rule.summands.size() != 1 || Polynomial(rule.binders[0].low).as_constant() != 1)
    return std::nullopt;
  Direction direction(rules.dimensions(), 0);
  for (Variable axis = 0; axis < rules.dimensions(); ++axis) {
    const Polynomial fall = Polynomial(rules::variable(axis)) - Polynomial(rule.summands[0][axis]);
    const auto step = step_of(fall, rules.dimensions());
    if (!step) return std::nullopt;
    direction[axis] = *step;
  }
  const bool moves = std::count(direction.begin(), direction.end(), 0) <
                     static_cast<std::ptrdiff_t>(direction.size());
  if (!moves || !reaches_the_end(rules, rule.binders[0], direction)) return std::nullopt;
  return direction;
}

std::optional<std::size_t> axis_of_rays(const std::vector<Direction>& directions, const Box& box) {
  std::optional<std::size_t> best;
  for (const Direction& direction : directions)
    if (const auto axis = axis_of(direction))
      if (!best || std::pair(box.extent(*axis), *axis) > std::pair(box.extent(*best), *best))
        best = axis;
  return best;
}

std::optional<std::size_t> section_axis(const Rules& rules, const Box& box) {
  constexpr std::int64_t longest = std::numeric_limits<std::uint32_t>::max();
  if (!rules.endings.empty()) return std::nullopt;
  std::vector<Direction> directions;
  for (const OptionRule& rule : rules.options)
    if (auto direction = ray_direction(rules, rule)) {
      const auto axis = axis_of(*direction);
      if (axis && box.extent(*axis) <= longest) directions.push_back(std::move(*direction));
    }
  return axis_of_rays(directions, box);
}

std::string symmetry_text(const Rules& rules, const AxisGroups& groups) {
  std::vector<std::string> texts;
  for (const auto& group : groups) {
    std::vector<std::string_view> members;
    for (const std::size_t axis : group) members.push_back(rules.coordinates[axis].name);
    texts.push_back(fmt::format("{}", fmt::join(members, ", ")));
  }
  if (texts.empty()) return "";
  return fmt::format("{} may be exchanged: only positions in which they ascend are solved",
                     fmt::join(texts, " and "));
}

namespace {

using rules::Condition;

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

  // Records that polynomial >= 0. False if that is no bound of the difference.
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

// The ray on which both binders grow together from j and k on.
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
