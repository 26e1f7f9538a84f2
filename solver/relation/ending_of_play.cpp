#include "relation/ending_of_play.hpp"

#include <isl/constraint.h>

#include <algorithm>
#include <variant>

#include "rules/proofs/termination.hpp"

namespace grundy::law::presburger {
namespace {

using Weights = std::vector<std::int64_t>;

constexpr std::int64_t probe_extent = 24;  // of the box whose descent is tried everywhere

// A relation from positions to one of the summands that they can be moved to.
std::vector<Map> summands_of(const Relation& relation, unsigned dimensions) {
  std::vector<Map> all = {relation.moves};
  for (const Sum& sum : relation.sums)
    for (unsigned i = 0; i < sum.summands; ++i) {
      const unsigned behind = (static_cast<unsigned>(sum.summands) - 1 - i) * dimensions;
      Map one(isl_map_project_out(sum.options.copy(), isl_dim_out, (i + 1) * dimensions, behind));
      all.emplace_back(isl_map_project_out(one.take(), isl_dim_out, 0, i * dimensions));
    }
  return all;
}

// weights . option - weights . position >= `least`, or == 0.
isl_constraint* change(const Map& moves, const Weights& weights, std::int64_t least, bool equal) {
  isl_local_space* space = isl_local_space_from_space(isl_map_get_space(moves.get()));
  isl_constraint* constraint =
      equal ? isl_constraint_alloc_equality(space) : isl_constraint_alloc_inequality(space);
  isl_ctx* context = isl_map_get_ctx(moves.get());
  for (std::size_t axis = 0; axis < weights.size(); ++axis) {
    const auto weight = [&](std::int64_t sign) {
      return isl_val_int_from_si(context, sign * weights[axis]);
    };
    const int at = static_cast<int>(axis);
    constraint = isl_constraint_set_coefficient_val(constraint, isl_dim_in, at, weight(-1));
    constraint = isl_constraint_set_coefficient_val(constraint, isl_dim_out, at, weight(1));
  }
  return isl_constraint_set_constant_si(constraint, static_cast<int>(-least));
}

Map changing(const Map& moves, const Weights& weights, std::int64_t least, bool equal) {
  return Map(isl_map_add_constraint(moves.copy(), change(moves, weights, least, equal)));
}

// Whether weights . position is bounded from below where there are moves.
bool is_bounded(const Set& where, const Weights& weights) {
  if (is_empty(where)) return true;
  isl_ctx* context = isl_set_get_ctx(where.get());
  isl_aff* sum = isl_aff_zero_on_domain(isl_local_space_from_space(isl_set_get_space(where.get())));
  for (std::size_t axis = 0; axis < weights.size(); ++axis)
    sum = isl_aff_set_coefficient_val(sum, isl_dim_in, static_cast<int>(axis),
                                      isl_val_int_from_si(context, weights[axis]));
  isl_val* least = isl_set_min_val(where.get(), sum);
  const bool bounded = isl_val_is_int(least) == isl_bool_true;
  isl_val_free(least);
  isl_aff_free(sum);
  return bounded;
}

// Every move lets the first of these sums fall that it changes at all.
bool falls(const Map& moves, const std::vector<Weights>& in_turn) {
  Map same = moves;
  for (const Weights& weights : in_turn) {
    if (!is_bounded(domain(moves), weights)) return false;
    if (!is_empty(changing(same, weights, 1, false))) return false;
    same = changing(same, weights, 0, true);
  }
  return is_empty(same);
}

// What lets play end in a small box.
std::vector<std::vector<Weights>> candidates(const rules::Rules& rules) {
  Box probe;
  for (const rules::Coordinate& coordinate : rules.coordinates) {
    probe.low.push_back(coordinate.low);
    const std::int64_t high = coordinate.low + probe_extent;
    probe.high.push_back(coordinate.high ? std::min(high, *coordinate.high) : high);
  }
  const auto closed = rules::closure(rules, probe);
  if (!std::holds_alternative<Box>(closed)) return {};
  const auto proved = rules::descent(rules, std::get<Box>(closed));
  const auto* descent = std::get_if<rules::Descent>(&proved);
  if (descent == nullptr) return {};
  std::vector<std::vector<Weights>> all;
  if (!descent->weights.empty()) all.push_back({descent->weights});
  std::vector<Weights> scan;
  for (const rules::ScanAxis& axis : descent->scan) {
    scan.emplace_back(rules.dimensions(), 0);
    scan.back()[axis.axis] = axis.ascending ? 1 : -1;
  }
  if (!scan.empty()) all.push_back(std::move(scan));
  // What is left, where a coordinate rises towards another one.
  Weights rest;
  for (const rules::Trend& trend : descent->trends)
    rest.push_back(trend.rises && !trend.falls ? -1 : 1);
  all.push_back({rest});
  return all;
}

}  // namespace

bool play_ends(const rules::Rules& rules, const Relation& relation) {
  const auto summands = summands_of(relation, static_cast<unsigned>(rules.dimensions()));
  const auto ways = candidates(rules);
  return std::any_of(ways.begin(), ways.end(), [&](const auto& in_turn) {
    return std::all_of(summands.begin(), summands.end(),
                       [&](const Map& moves) { return falls(moves, in_turn); });
  });
}

}  // namespace grundy::law::presburger
