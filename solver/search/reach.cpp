#include "search/reach.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "rules/proofs/bounds.hpp"
#include "rules/proofs/effort.hpp"
#include "search/key_table.hpp"

namespace grundy::lazy {
namespace {

using rules::OptionRule;
using rules::Polynomial;

constexpr double least_bytes_of_position = 8;  // see search/key_table.hpp

// The least value of each binder, if it has one wherever the rule is asked.
std::optional<std::int64_t> first_value(const rules::Binder& binder) {
  if (binder.set) return rules::least_member(*binder.set);
  const auto low = Polynomial(binder.low).as_constant();
  if (!low || !binder.high) return low;
  const auto high = Polynomial(*binder.high).as_constant();
  return high && *high >= *low ? low : std::nullopt;
}

bool always_holds(const rules::Condition& condition) {
  return condition == rules::Condition{rules::Condition::Op::all_of, {}, {}};
}

// An axis that the rule lowers, and by how much, with the first values of its binders.
struct Step {
  std::size_t axis;
  std::int64_t length;
};

std::optional<Step> step_of(const OptionRule& rule, std::size_t dimensions) {
  if (rule.summands.size() != 1 || !rule.stretches.empty() || !always_holds(rule.when))
    return std::nullopt;
  OptionRule first = rule;
  for (std::size_t binder = 0; binder < rule.binders.size(); ++binder) {
    const auto value = first_value(first.binders[binder]);
    if (!value) return std::nullopt;
    first = rules::replaced(first, rules::variable(dimensions + binder), rules::constant(*value));
  }
  std::optional<Step> step;
  for (std::size_t axis = 0; axis < dimensions; ++axis) {
    const auto change =
        (Polynomial(rules::variable(axis)) - Polynomial(first.summands[0][axis])).as_constant();
    if (!change || (*change != 0 && (step || *change < 1))) return std::nullopt;
    if (*change != 0) step = {axis, *change};
  }
  return step;
}

// Orders of the positions that may be one.
double symmetries(const rules::Rules& rules) {
  double all = 1;
  for (const auto& group : rules.symmetric)
    all *= std::tgamma(static_cast<double>(group.size()) + 1);
  return all;
}

}  // namespace

double least_reach(const rules::Rules& rules, const Position& position) {
  if (!rules.endings.empty()) return 1;
  const rules::Effort effort;
  try {
    std::vector<std::int64_t> steps(rules.dimensions());
    for (const OptionRule& rule : rules.options)
      if (const auto step = step_of(rule, rules.dimensions())) {
        std::int64_t& least = steps[step->axis];
        least = least == 0 ? step->length : std::min(least, step->length);
      }
    double reach = 1;
    for (std::size_t axis = 0; axis < steps.size(); ++axis) {
      if (steps[axis] == 0) continue;
      const double room =
          static_cast<double>(position[axis]) - static_cast<double>(rules.coordinates[axis].low);
      reach *= std::floor(room / static_cast<double>(steps[axis])) + 1;
    }
    return std::max(1.0, reach / symmetries(rules));
  } catch (const std::runtime_error&) {
    return 1;
  }
}

Status check_reach(const rules::Rules& rules, const Position& position, const Meter& meter) {
  const std::uint64_t limit = meter.left() + meter.progress().bytes;
  const double most =
      std::min(static_cast<double>(limit) / least_bytes_of_position, static_cast<double>(most_ids));
  const double reach = least_reach(rules, position);
  if (reach <= most) return {};
  return Error{Errc::memory,
               fmt::format("play from {} reaches at least {:.3g} positions, all of which a search "
                           "keeps; there is room for {:.3g} at most. Ask for a smaller position",
                           grundy::to_string(position), reach, most)};
}

}  // namespace grundy::lazy
