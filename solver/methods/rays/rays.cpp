#include "methods/rays/rays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "methods/forms.hpp"
#include "rules/proofs/polynomial.hpp"
#include "rules/rules.hpp"

namespace grundy::ray {
namespace {

// Part 1, cones: rules that lower several coordinates at once, each by any amount.
//
// A cone is x -> x - (sum of k_i e_i) for all k_i >= 1, where i runs over a set of coordinates. It
// is written as the direction with ones at these. Moore's Nim (Ann. of Math. 11 (1910), 93-94) has
// a cone for each set of at most k heaps. A cone of one coordinate is a ray.
//
// One rule may stand for several: (a, b) -> (a - j, b - k) for j >= 0, k >= 0 when j + k >= 1 has
// the cones of a alone, of b alone, and of both. Its condition is the same for all amounts that
// are 0 for the same coordinates.

using family::Direction;
using rules::Condition;
using rules::OptionRule;
using rules::Polynomial;
using rules::Rules;
using rules::Variable;

constexpr std::int64_t endless = std::numeric_limits<std::int64_t>::max();
// Sums of smaller coefficients do not overflow.
constexpr std::int64_t too_large = std::int64_t{1} << 40;

// By how much each binder lowers its coordinate. The variable of a binder stands for that amount
// from now on. All are listed by binder.
struct Amounts {
  std::vector<std::size_t> axes;
  std::vector<Polynomial> binders;  // the binder of the rule, in terms of its amount
  std::vector<bool> may_be_zero;    // otherwise the amount is 1 or more

  Variable variable(const Rules& rules, std::size_t binder) const {
    return rules.dimensions() + binder;
  }
};

// The binder that a fall mentions, if there is exactly one.
std::optional<std::size_t> only_binder(const Rules& rules, const OptionRule& rule,
                                       const Polynomial& fall) {
  std::optional<std::size_t> only;
  for (std::size_t binder = 0; binder < rule.binders.size(); ++binder)
    if (fall.mentions(rules.dimensions() + binder)) {
      if (only) return std::nullopt;
      only = binder;
    }
  return only;
}

// The amounts, if every binder lowers one coordinate and no two lower the same.
std::optional<Amounts> amounts_of(const Rules& rules, const OptionRule& rule) {
  Amounts amounts{std::vector<std::size_t>(rule.binders.size(), rules.dimensions()),
                  std::vector<Polynomial>(rule.binders.size()),
                  {}};
  for (Variable axis = 0; axis < rules.dimensions(); ++axis) {
    const Polynomial fall = Polynomial(rules::variable(axis)) - Polynomial(rule.summands[0][axis]);
    if (fall.terms().empty()) continue;
    const auto binder = only_binder(rules, rule, fall);
    if (!binder || amounts.axes[*binder] != rules.dimensions()) return std::nullopt;
    const Variable variable = amounts.variable(rules, *binder);
    const auto parts = fall.split(variable);
    const auto sign = parts ? parts->coefficient.as_constant() : std::nullopt;
    if (!sign || (*sign != 1 && *sign != -1)) return std::nullopt;
    // fall = rest + sign * binder, so the binder is sign * (fall - rest).
    amounts.axes[*binder] = axis;
    amounts.binders[*binder] =
        Polynomial(*sign) * (Polynomial(rules::variable(variable)) - parts->rest);
  }
  const auto idle = [&](std::size_t axis) { return axis == rules.dimensions(); };
  if (std::ranges::any_of(amounts.axes, idle)) return std::nullopt;
  return amounts;
}

// The polynomial in terms of amounts.
std::optional<Polynomial> in_amounts(const Rules& rules, const Amounts& amounts,
                                     std::optional<Polynomial> polynomial) {
  for (std::size_t binder = 0; polynomial && binder < amounts.binders.size(); ++binder)
    polynomial = polynomial->substitute(amounts.variable(rules, binder), amounts.binders[binder]);
  return polynomial;
}

// Evaluates one end of a binder, which is that `room` is 0 or more. True if it only makes the
// amount at least 0, or at least 1, or at most what the coordinate allows. Sets may_be_zero.
bool is_natural_end(const Rules& rules, Amounts& amounts, std::size_t binder,
                    const Polynomial& room) {
  const auto in_terms = in_amounts(rules, amounts, room);
  const auto parts = in_terms ? in_terms->split(amounts.variable(rules, binder)) : std::nullopt;
  const auto sign = parts ? parts->coefficient.as_constant() : std::nullopt;
  if (sign == 1) {
    const auto least = parts->rest.as_constant();  // the amount is at least -least
    if (least != 0 && least != -1) return false;
    amounts.may_be_zero[binder] = least == 0;
    return true;
  }
  if (sign != -1) return false;
  const std::size_t axis = amounts.axes[binder];
  const auto spare =
      (parts->rest - Polynomial(rules::variable(axis)) + Polynomial(rules.coordinates[axis].low))
          .as_constant();
  return spare && *spare >= 0;
}

// Whether all ends of binders are natural, and keep binders from raising their coordinates.
bool have_natural_ends(const Rules& rules, const OptionRule& rule, Amounts& amounts) {
  amounts.may_be_zero.assign(rule.binders.size(), false);
  for (std::size_t i = 0; i < rule.binders.size(); ++i) {
    const rules::Binder& binder = rule.binders[i];
    const Polynomial value(rules::variable(amounts.variable(rules, i)));
    const bool is_what_is_left =
        amounts.binders[i].split(amounts.variable(rules, i))->coefficient.as_constant() == -1;
    if (is_what_is_left && !binder.high) return false;
    if (!is_natural_end(rules, amounts, i, value - Polynomial(binder.low))) return false;
    if (binder.high && !is_natural_end(rules, amounts, i, Polynomial(*binder.high) - value))
      return false;
  }
  return true;
}

// Bounds of an expression: low .. high, where `endless` and -endless mean that there is no bound.
struct Range {
  std::int64_t low = 0;
  std::int64_t high = 0;
};

// Which amounts are positive, by binder; the others are 0.
using Pattern = std::vector<bool>;

// Bounds of a sum of products of amounts; nothing for any other polynomial.
std::optional<Range> range_of(const Rules& rules, const Polynomial& polynomial,
                              const Pattern& positive) {
  Range range;
  bool unbounded_below = false;
  bool unbounded_above = false;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    if (coefficient <= -too_large || coefficient >= too_large) return std::nullopt;
    bool zero = false;
    for (const rules::Expression& atom : monomial) {
      if (atom.op != rules::Expression::Op::variable ||
          static_cast<Variable>(atom.value) < rules.dimensions())
        return std::nullopt;
      zero = zero || !positive[static_cast<Variable>(atom.value) - rules.dimensions()];
    }
    if (zero) continue;
    // The product is 1 or more, however large.
    range.low += coefficient;
    range.high += coefficient;
    if (monomial.empty()) continue;
    (coefficient > 0 ? unbounded_above : unbounded_below) = true;
  }
  if (unbounded_below) range.low = -endless;
  if (unbounded_above) range.high = endless;
  return range;
}

// Whether the comparison is certainly true, or certainly false, with left - right in this range.
std::optional<bool> decided(Condition::Op op, const Range& range) {
  using Op = Condition::Op;
  const auto negated = [](std::optional<bool> known) {
    return known ? std::optional(!*known) : std::nullopt;
  };
  switch (op) {
    case Op::less:
      if (range.high < 0) return true;
      return range.low >= 0 ? std::optional(false) : std::nullopt;
    case Op::less_equal:
      if (range.high <= 0) return true;
      return range.low > 0 ? std::optional(false) : std::nullopt;
    case Op::equal:
      if (range.low == 0 && range.high == 0) return true;
      return range.low > 0 || range.high < 0 ? std::optional(false) : std::nullopt;
    case Op::greater:
      return negated(decided(Op::less_equal, range));
    case Op::greater_equal:
      return negated(decided(Op::less, range));
    default:
      return negated(decided(Op::equal, range));
  }
}

std::optional<bool> holds(const Rules& rules, const Amounts& amounts, const Condition& condition,
                          const Pattern& positive) {
  using Op = Condition::Op;
  if (condition.sides.size() == 2) {
    const auto difference =
        in_amounts(rules, amounts, Polynomial(condition.sides[0]) - Polynomial(condition.sides[1]));
    const auto range = difference ? range_of(rules, *difference, positive) : std::nullopt;
    return range ? decided(condition.op, *range) : std::nullopt;
  }
  bool open = false;
  for (const Condition& part : condition.parts) {
    const auto known = holds(rules, amounts, part, positive);
    if (condition.op == Op::negation) return known ? std::optional(!*known) : std::nullopt;
    if (known == (condition.op == Op::any_of)) return known;
    open = open || !known;
  }
  return open ? std::nullopt : std::optional(condition.op == Op::all_of);
}

// The cones that a rule stands for. Nothing for other rules. Throws std::overflow_error as
// rules/proofs/polynomial.hpp does.
std::vector<Direction> cones_of(const Rules& rules, const OptionRule& rule) {
  const auto has_set = [](const rules::Binder& binder) { return binder.set.has_value(); };
  if (rule.summands.size() != 1 || rule.binders.empty() ||
      std::ranges::any_of(rule.binders, has_set))
    return {};
  auto amounts = amounts_of(rules, rule);
  if (!amounts || !have_natural_ends(rules, rule, *amounts)) return {};
  std::vector<Direction> cones;
  for (std::size_t bits = 0; bits < std::size_t{1} << rule.binders.size(); ++bits) {
    Pattern positive;
    Direction cone(rules.dimensions(), 0);
    bool possible = true;
    for (std::size_t binder = 0; binder < rule.binders.size(); ++binder) {
      positive.push_back(bits >> binder & 1);
      possible = possible && (positive[binder] || amounts->may_be_zero[binder]);
      cone[amounts->axes[binder]] = positive[binder] ? 1 : 0;
    }
    if (!possible) continue;
    const auto known = holds(rules, *amounts, rule.when, positive);
    if (!known || (bits == 0 && *known)) return {};
    if (*known) cones.push_back(std::move(cone));
  }
  return cones;
}

// Part 2, rays.

using family::RayFrom;

// Whether b is k a for some k >= 1.
bool is_multiple(const Direction& b, const Direction& a) {
  const auto axis = static_cast<std::size_t>(
      std::find_if(a.begin(), a.end(), [](std::int64_t step) { return step > 0; }) - a.begin());
  const std::int64_t k = b[axis] / a[axis];
  const auto reaches = [k](std::int64_t of_b, std::int64_t of_a) {
    return of_a == 0 ? of_b == 0 : of_b % of_a == 0 && of_b / of_a == k;
  };
  return k > 0 && std::equal(b.begin(), b.end(), a.begin(), reaches);
}

// Adds a direction. The options of a multiple are among those of the direction.
void add(std::vector<Direction>& directions, Direction direction) {
  const auto adds_nothing = [&](const Direction& known) { return is_multiple(direction, known); };
  if (std::any_of(directions.begin(), directions.end(), adds_nothing)) return;
  std::erase_if(directions, [&](const Direction& known) { return is_multiple(known, direction); });
  directions.push_back(std::move(direction));
}

void add_cone(Rays& rays, Direction cone) {
  if (std::ranges::count(cone, 1) == 1)
    add(rays.directions, std::move(cone));
  else if (std::ranges::find(rays.cones, cone) == rays.cones.end())
    rays.cones.push_back(std::move(cone));
}

// Whether some cone has all options of the ray.
bool lies_in_cone(const Rays& rays, const Direction& direction) {
  return std::ranges::any_of(rays.cones, [&](const Direction& cone) {
    return std::ranges::equal(
        cone, direction, {}, [](auto one) { return one > 0; }, [](auto step) { return step > 0; });
  });
}

// Adds the rays of a band. False if one of them runs along no ray.
bool add_band(Rays& rays, const std::vector<RayFrom>& band) {
  for (const RayFrom& ray : band) {
    if (ray.first == ray.step) continue;
    const auto along = std::find(rays.directions.begin(), rays.directions.end(), ray.step);
    if (along == rays.directions.end()) return false;
    if (is_multiple(ray.first, ray.step)) continue;
    rays.starts.resize(rays.directions.size());
    auto& starts = rays.starts[static_cast<std::size_t>(along - rays.directions.begin())];
    if (std::find(starts.begin(), starts.end(), ray.first) == starts.end())
      starts.push_back(ray.first);
  }
  return !band.empty();
}

}  // namespace

std::optional<Rays> recognise_rays(const Rules& rules, std::string& why_not) {
  Rays rays;
  std::vector<const OptionRule*> others;
  for (const OptionRule& rule : rules.options) {
    if (auto direction = family::ray_direction(rules, rule)) {
      add(rays.directions, std::move(*direction));
    } else if (auto cones = cones_of(rules, rule); !cones.empty()) {
      for (Direction& cone : cones) add_cone(rays, std::move(cone));
    } else {
      for (RayFrom& ray : family::rays_of_band(rules, rule))
        if (ray.first == ray.step) add(rays.directions, std::move(ray.step));
      others.push_back(&rule);
    }
  }
  for (const OptionRule* rule : others)
    if (!add_band(rays, family::rays_of_band(rules, *rule))) {
      why_not = fmt::format("line {} is no ray", rule->place.line);
      return std::nullopt;
    }
  const auto in_cone = [&](const Direction& d) { return lies_in_cone(rays, d); };
  if (rays.starts.empty()) std::erase_if(rays.directions, in_cone);
  if (!rays.lead_nowhere()) return rays;
  why_not = "there are no moves";
  return std::nullopt;
}

Rays within(const Rays& rays, const Box& box) {
  const auto too_long = [&](const Direction& d, std::int64_t least) {
    for (std::size_t axis = 0; axis < d.size(); ++axis)
      if (d[axis] >= least && d[axis] >= box.extent(axis)) return true;
    return false;
  };
  const auto leads_on = [&](const Direction& d) { return !too_long(d, 1); };
  const bool moves =
      std::ranges::any_of(rays.directions, leads_on) || std::ranges::any_of(rays.cones, leads_on);
  Rays within;
  for (std::size_t i = 0; i < rays.directions.size(); ++i) {
    std::vector<Direction> starts = rays.starts.empty() ? std::vector<Direction>() : rays.starts[i];
    std::erase_if(starts, [&](const Direction& start) { return too_long(start, 1); });
    if (starts.empty() && too_long(rays.directions[i], moves ? 1 : 2)) continue;
    Direction& direction = within.directions.emplace_back(rays.directions[i]);
    for (std::size_t axis = 0; axis < direction.size(); ++axis)
      direction[axis] = std::min(direction[axis], box.extent(axis));
    within.starts.push_back(std::move(starts));
  }
  for (const Direction& cone : rays.cones)
    if (leads_on(cone)) within.cones.push_back(cone);
  const auto empty = [](const std::vector<Direction>& starts) { return starts.empty(); };
  if (std::all_of(within.starts.begin(), within.starts.end(), empty)) within.starts.clear();
  return within;
}

bool in_steps_of_one(const Rays& rays) {
  return std::all_of(rays.directions.begin(), rays.directions.end(), [](const Direction& d) {
    return std::all_of(d.begin(), d.end(), [](std::int64_t step) { return step <= 1; });
  });
}

namespace {

bool may_exchange(const Rays& rays, const Box& box, std::size_t i, std::size_t j) {
  if (box.low[i] != box.low[j] || box.high[i] != box.high[j]) return false;
  const auto maps_to_itself = [i, j](const std::vector<family::Direction>& directions) {
    return std::ranges::all_of(directions, [&](family::Direction direction) {
      std::swap(direction[i], direction[j]);
      return std::ranges::find(directions, direction) != directions.end();
    });
  };
  return maps_to_itself(rays.directions) && maps_to_itself(rays.cones);
}

}  // namespace

AxisGroups interchangeable_axes(const Rays& rays, const Box& box) {
  AxisGroups groups;
  if (!rays.starts.empty()) return groups;
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis) {
    const auto joins = [&](const std::vector<std::size_t>& group) {
      return group.size() < max_interchangeable && may_exchange(rays, box, group[0], axis);
    };
    const auto group = std::find_if(groups.begin(), groups.end(), joins);
    if (group != groups.end())
      group->push_back(axis);
    else
      groups.push_back({axis});
  }
  std::erase_if(groups, [](const auto& group) { return group.size() < 2; });
  return groups;
}

std::optional<std::size_t> ray_axis(const Rays& rays, const Box& box) {
  return family::axis_of_rays(rays.directions, box);
}

}  // namespace grundy::ray
