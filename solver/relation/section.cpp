#include "relation/section.hpp"

#include <algorithm>

#include "relation/relation.hpp"

namespace grundy::law::presburger {
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
  rules.symmetric.clear();  // ranges differ; the options are written out
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

}  // namespace grundy::law::presburger
