#include "relation/proofs/prove.hpp"

#include <isl/constraint.h>

#include <algorithm>

#include "relation/proofs/definition.hpp"
#include "relation/proofs/heap_claims.hpp"
#include "relation/proofs/orders.hpp"
#include "relation/relation.hpp"
#include "relation/text.hpp"
#include "relation/translate.hpp"

namespace grundy::relation {

namespace {

// Relations from positions to the single summands of their options.
std::vector<Map> summands_of(const Relation& relation, unsigned dimensions) {
  std::vector<Map> all = {relation.moves};
  for (const Sum& sum : relation.sums)
    for (unsigned i = 0; i < sum.summands; ++i) {
      const unsigned after = (static_cast<unsigned>(sum.summands) - 1 - i) * dimensions;
      Map one(isl_map_project_out(sum.options.copy(), isl_dim_out, (i + 1) * dimensions, after));
      all.emplace_back(isl_map_project_out(one.take(), isl_dim_out, 0, i * dimensions));
    }
  return all;
}

// weights . option - weights . position >= `least`, or == `least` if `equal`.
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

// Whether weights . position is bounded from below in `where`.
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

// Whether the sums are bounded from below, and every move lowers the first one that it changes.
bool falls(const Map& moves, const std::vector<Weights>& in_turn) {
  Map same = moves;
  for (const Weights& weights : in_turn) {
    if (!is_bounded(domain(moves), weights)) return false;
    if (!is_empty(changing(same, weights, 1, false))) return false;
    same = changing(same, weights, 0, true);
  }
  return is_empty(same);
}

// False if no proof was found.
bool play_ends(const rules::Rules& rules, const Relation& relation) {
  const auto summands = summands_of(relation, static_cast<unsigned>(rules.dimensions()));
  const auto ways = orders_to_try(rules);
  return std::any_of(ways.begin(), ways.end(), [&](const auto& in_turn) {
    return std::all_of(summands.begin(), summands.end(),
                       [&](const Map& moves) { return falls(moves, in_turn); });
  });
}

// The check of the claim.

using rules::Claim;
using rules::Rules;

Verdict not_decided(std::string why) {
  return {Answer::outside, {}, std::move(why), {}};
}

// From points to the sum of their coordinates, followed by the coordinates.
Map with_sum(const Set& points) {
  isl_space* space = isl_set_get_space(points.get());
  isl_aff* sum = isl_aff_zero_on_domain(isl_local_space_from_space(isl_space_copy(space)));
  const auto size = static_cast<int>(isl_set_dim(points.get(), isl_dim_set));
  for (int axis = 0; axis < size; ++axis)
    sum = isl_aff_set_coefficient_si(sum, isl_dim_in, axis, 1);
  Map same(isl_map_identity(isl_space_map_from_set(space)));
  Map sums(isl_map_from_aff(sum));
  return Map(isl_map_flat_range_product(sums.take(), same.take()));
}

// The point with the least sum of coordinates, and of those the first in C order. Nothing if isl
// ran out of memory.
std::optional<Position> least_point(const Set& points) {
  Map keyed(isl_map_intersect_domain(with_sum(points).take(), points.copy()));
  Set least(isl_set_lexmin(isl_map_range(keyed.take())));
  isl_point* point = isl_set_sample_point(least.take());
  if (point == nullptr) return std::nullopt;
  Position position;
  const auto size = static_cast<int>(isl_set_dim(points.get(), isl_dim_set));
  for (int axis = 0; axis < size; ++axis) {
    isl_val* value = isl_point_get_coordinate_val(point, isl_dim_set, axis + 1);
    position.push_back(isl_val_get_num_si(value));
    isl_val_free(value);
  }
  isl_point_free(point);
  return position;
}

Verdict concluded(const Set& failures, const Context& context) {
  if (context.failed()) return {};
  if (is_empty(failures)) return {context.failed() ? Answer::limit : Answer::proved, {}, {}, {}};
  const auto at = least_point(failures);
  if (!at || context.failed()) return {};
  return {Answer::refuted, *at, {}, {}};
}

// The move from each N-position to the first P-option in C order, as text.
std::string winning_moves(const Rules& rules, const Relation& relation, const Set& p) {
  const Map winning(isl_map_lexmin(isl_map_intersect_range(relation.moves.copy(), p.copy())));
  return text_of_moves(rules, winning, relation.universe - p);
}

Verdict of_outcomes(const Rules& rules, Convention convention, const Claim& claim,
                    const Relation& relation, const Context& context) {
  if (!relation.sums.empty())
    return not_decided(
        "outcomes of sums do not follow from those of their positions; claim nimbers");
  if (claim.scale) {
    const auto failures = failures_of_scaled(rules, claim, relation, convention);
    return failures ? concluded(*failures, context) : not_decided(failures.error().message);
  }
  const auto p = claimed_p(rules, claim, relation);
  if (!p) return not_decided(p.error().message);
  Verdict verdict = concluded(failures_of_outcomes(relation, *p, convention), context);
  if (verdict.answer == Answer::proved) verdict.wins = winning_moves(rules, relation, *p);
  return verdict;
}

Verdict of_nimbers(const Rules& rules, const Claim& claim, const Relation& relation,
                   const Context& context) {
  if (const auto p = period_of_claim(claim, relation)) {
    const auto failures = failures_by_residues(rules, claim, relation, *p);
    return failures ? concluded(*failures, context) : not_decided(failures.error().message);
  }
  const auto nimbers = claimed_nimbers(rules, claim, relation);
  if (!nimbers) return not_decided(nimbers.error().message);
  for (const std::int64_t m : moduli(relation.sums, *nimbers)) {
    const auto [certain, possible] = failures_of_nimbers(relation, *nimbers, m);
    if (!is_empty(certain) || is_empty(possible) || context.failed())
      return concluded(certain, context);
  }
  return not_decided(
      "the xor of nimbers in sums, which are too many here, is outside linear arithmetic");
}

}  // namespace

Verdict prove(const Rules& rules, Convention convention, const Claim& claim) {
  const Context context;
  const auto relation = relation_of(rules, context.get());
  if (!relation) return not_decided(relation.error().message);
  if (!play_ends(rules, *relation)) {
    if (context.failed()) return {};
    return not_decided("that play ends is proved for boxes, and not for all positions at once");
  }
  return claim.quantity == Quantity::outcome
             ? of_outcomes(rules, convention, claim, *relation, context)
             : of_nimbers(rules, claim, *relation, context);
}

}  // namespace grundy::relation
