#include "relation/prove.hpp"

#include "relation/by_residues.hpp"
#include "relation/definition.hpp"
#include "relation/ending_of_play.hpp"
#include "relation/relation.hpp"
#include "relation/scaled.hpp"
#include "relation/sums.hpp"
#include "relation/text.hpp"

namespace grundy::law::presburger {
namespace {

using rules::Claim;
using rules::Rules;

Verdict not_decided(std::string why) {
  return {Answer::outside, {}, std::move(why), {}};
}

// From points to the sum of their coordinates and then these.
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

// Nothing if there was no memory.
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

// The first option, in C order, that is a P-position.
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

}  // namespace grundy::law::presburger
