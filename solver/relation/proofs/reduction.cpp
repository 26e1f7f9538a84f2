#include "relation/proofs/reduction.hpp"

#include <isl/constraint.h>

#include <algorithm>
#include <utility>

#include "relation/proofs/definition.hpp"
#include "relation/relation.hpp"

namespace grundy::relation {
namespace {

// From (n, ..) to the same with `by` added to coordinate i, which must be at least `least` before.
Map shift(isl_ctx* context, unsigned size, unsigned i, std::int64_t by, std::int64_t least) {
  isl_map* map = isl_map_universe(isl_space_alloc(context, 0, size, size));
  isl_local_space* space = isl_local_space_from_space(isl_map_get_space(map));
  for (unsigned axis = 0; axis < size; ++axis) {
    isl_constraint* equal = isl_constraint_alloc_equality(isl_local_space_copy(space));
    const int at = static_cast<int>(axis);
    equal = isl_constraint_set_coefficient_si(equal, isl_dim_in, at, 1);
    equal = isl_constraint_set_coefficient_si(equal, isl_dim_out, at, -1);
    equal =
        isl_constraint_set_constant_val(equal, isl_val_int_from_si(context, axis == i ? by : 0));
    map = isl_map_add_constraint(map, equal);
  }
  isl_local_space_free(space);
  return Map(isl_map_lower_bound_val(map, isl_dim_in, i, isl_val_int_from_si(context, least)));
}

// Whether every summand of every option is a smaller heap.
bool falls(const Map& options, unsigned summands) {
  for (unsigned i = 0; i < summands; ++i)
    if (!is_empty(
            Map(isl_map_order_le(options.copy(), isl_dim_in, 0, isl_dim_out, static_cast<int>(i)))))
      return false;
  return true;
}

class Repeating {
 public:
  Repeating(const Relation& relation, const Repetition& repetition)
      : relation_(relation),
        repetition_(repetition),
        context_(isl_set_get_ctx(relation.universe.get())),
        back_(shift(context_, 1, 0, -repetition.length, repetition.first + repetition.length)),
        failures_(relation.universe - relation.universe) {}

  bool claim_repeats(const rules::Rules& rules, const rules::Claim& claim) {
    if (claim.quantity == Quantity::outcome) {
      const auto p = claimed_p(rules, claim, relation_);
      return p && relation_.sums.empty() && is_empty(differing(*p));
    }
    const auto nimbers = claimed_nimbers(rules, claim, relation_);
    if (!nimbers) return false;
    const Map later(isl_map_intersect_domain(nimbers->copy(), domain(back_).take()));
    const Map before = then(back_, *nimbers);
    return is_empty(later - before) && is_empty(before - later);
  }

  bool all_fall() const {
    return falls(relation_.moves, 1) &&
           std::all_of(relation_.sums.begin(), relation_.sums.end(), [](const Sum& sum) {
             return falls(sum.options, static_cast<unsigned>(sum.summands));
           });
  }

  // The position from which on all options correspond.
  std::optional<std::int64_t> from() {
    for (const Set* set : {&relation_.lost, &relation_.won, &relation_.to_nothing})
      failures_ = failures_ | differing(*set);
    compare(relation_.moves, 1);
    for (const auto& [options, summands] : by_size()) compare(options, summands);
    const std::int64_t least = repetition_.first + repetition_.length;
    if (is_empty(failures_)) return least;
    isl_val* last = isl_set_dim_max_val(failures_.copy(), 0);
    std::optional<std::int64_t> from;
    if (isl_val_is_int(last) == isl_bool_true)
      from = std::max<std::int64_t>(least, isl_val_get_num_si(last) + 1);
    isl_val_free(last);
    return from;
  }

 private:
  // The n for which exactly one of n and n - p is in the set.
  Set differing(const Set& set) const {
    const Set later = set & domain(back_);
    const Set before(isl_set_apply(set.copy(), isl_map_reverse(back_.copy())));
    return (later - before) | (before - later);
  }

  // The options by their count of summands: those of one rule may correspond to those of another.
  std::vector<std::pair<Map, unsigned>> by_size() const {
    std::vector<std::pair<Map, unsigned>> all;
    for (const Sum& sum : relation_.sums) {
      const auto summands = static_cast<unsigned>(sum.summands);
      const auto same = std::find_if(all.begin(), all.end(),
                                     [&](const auto& known) { return known.second == summands; });
      if (same == all.end())
        all.emplace_back(sum.options, summands);
      else
        same->first = same->first | sum.options;
    }
    return all;
  }

  void compare(const Map& options, unsigned summands) {
    const Map later(isl_map_intersect_domain(options.copy(), domain(back_).take()));
    const Map before = then(back_, options);
    Map like_before = before, like_later = later;
    for (unsigned i = 0; i < summands; ++i) {
      const std::int64_t p = repetition_.length, first = repetition_.first;
      like_before = like_before | then(before, shift(context_, summands, i, p, first));
      like_later = like_later | then(later, shift(context_, summands, i, -p, first + p));
    }
    failures_ = failures_ | domain(later - like_before) | domain(before - like_later);
  }

  const Relation& relation_;
  Repetition repetition_;
  isl_ctx* context_;
  Map back_;  // from n to n - p, both at least `first`
  Set failures_;
};

std::optional<std::int64_t> repeats_from(const rules::Rules& rules, const rules::Claim* claim,
                                         const Repetition& repetition) {
  if (rules.dimensions() != 1 || repetition.length < 1) return std::nullopt;
  const Context context;
  const auto relation = relation_of(rules, context.get());
  if (!relation) return std::nullopt;
  Repeating repeating(*relation, repetition);
  if (!repeating.all_fall() || (claim && !repeating.claim_repeats(rules, *claim)))
    return std::nullopt;
  const auto from = repeating.from();
  return context.failed() ? std::nullopt : from;
}

}  // namespace

std::optional<std::int64_t> repeats_from(const rules::Rules& rules, const rules::Claim& claim,
                                         const Repetition& repetition) {
  return repeats_from(rules, &claim, repetition);
}

std::optional<std::int64_t> options_repeat_from(const rules::Rules& rules,
                                                const Repetition& repetition) {
  return repeats_from(rules, nullptr, repetition);
}

namespace {

Set positions_of(const Set& universe, const Section& section) {
  Set inside = universe;
  for (unsigned axis = 0; axis < section.size(); ++axis)
    if (section[axis])
      inside = Set(isl_set_upper_bound_val(
          inside.take(), isl_dim_set, axis,
          isl_val_int_from_si(isl_set_get_ctx(universe.get()), *section[axis])));
  return inside;
}

bool stays(const Map& options, std::size_t summands, const Set& inside) {
  Set range = inside;
  for (std::size_t i = 1; i < summands; ++i)
    range = Set(isl_set_flat_product(range.take(), inside.copy()));
  const Map from_inside(isl_map_intersect_domain(options.copy(), inside.copy()));
  return is_empty(Map(isl_map_subtract_range(from_inside.copy(), range.take())));
}

}  // namespace

rules::Rules within(rules::Rules rules, const Section& section) {
  for (std::size_t axis = 0; axis < section.size(); ++axis) {
    auto& high = rules.coordinates[axis].high;
    if (section[axis]) high = high ? std::min(*high, *section[axis]) : *section[axis];
  }
  rules.symmetric.clear();  // ranges may differ now, and the options are written out already
  return rules;
}

Status stays_within(const rules::Rules& rules, const Section& section) {
  const Context context;
  const auto relation = relation_of(rules, context.get());
  if (!relation) return relation.error();
  const Set inside = positions_of(relation->universe, section);
  const bool all = stays(relation->moves, 1, inside) &&
                   std::all_of(relation->sums.begin(), relation->sums.end(), [&](const Sum& sum) {
                     return stays(sum.options, sum.summands, inside);
                   });
  if (context.failed()) return Error{Errc::unsupported, "isl gave up"};
  if (!all) return Error{Errc::usage, "moves lead out of the section"};
  return {};
}

}  // namespace grundy::relation
