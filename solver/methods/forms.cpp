#include "methods/forms.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
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

// Whether k may be as large as the coordinates allow: no end, or that of one which moves.
bool reaches_the_end(const Rules& rules, const rules::Binder& binder, const Direction& direction) {
  if (!binder.high) return true;
  for (Variable axis = 0; axis < rules.dimensions(); ++axis) {
    const Polynomial room =
        Polynomial(rules::variable(axis)) - Polynomial(rules.coordinates[axis].low);
    if (direction[axis] && Polynomial(*binder.high) == room) return true;
  }
  return false;
}

// The only axis along which it leads, to every position, if it is one.
std::optional<std::size_t> axis_of(const Direction& direction) {
  if (std::accumulate(direction.begin(), direction.end(), std::int64_t{0}) != 1)
    return std::nullopt;
  return static_cast<std::size_t>(std::find(direction.begin(), direction.end(), 1) -
                                  direction.begin());
}

// Of k * step, for a coordinate that falls by it; none for another polynomial.
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

}  // namespace grundy::family
