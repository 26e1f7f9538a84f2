#include "relation/proofs/line.hpp"

#include <isl/constraint.h>

#include "relation/proofs/definition.hpp"
#include "relation/relation.hpp"

namespace grundy::relation {
namespace {

// Half a second.
constexpr unsigned long most_operations = 2'000'000;

constexpr std::uint64_t most_positions = std::uint64_t{1} << 62;

// From i to start + i * step, for 0 <= i < count.
Map map_of(isl_ctx* context, const Stretch& stretch) {
  const auto axes = static_cast<unsigned>(stretch.start.size());
  isl_map* map = isl_map_universe(isl_space_alloc(context, 0, 1, axes));
  isl_local_space* space = isl_local_space_from_space(isl_map_get_space(map));
  for (unsigned axis = 0; axis < axes; ++axis) {
    isl_constraint* equal = isl_constraint_alloc_equality(isl_local_space_copy(space));
    const auto value = [&](std::int64_t of) { return isl_val_int_from_si(context, of); };
    equal = isl_constraint_set_coefficient_val(equal, isl_dim_in, 0, value(stretch.step[axis]));
    equal = isl_constraint_set_coefficient_si(equal, isl_dim_out, static_cast<int>(axis), -1);
    equal = isl_constraint_set_constant_val(equal, value(stretch.start[axis]));
    map = isl_map_add_constraint(map, equal);
  }
  isl_local_space_free(space);
  map = isl_map_lower_bound_si(map, isl_dim_in, 0, 0);
  const auto last = static_cast<std::int64_t>(stretch.count) - 1;
  return Map(isl_map_upper_bound_val(map, isl_dim_in, 0, isl_val_int_from_si(context, last)));
}

// The positions with that claimed value.
std::optional<Set> having(const rules::Rules& rules, const rules::Claim& claim,
                          const Relation& relation, std::int64_t value) {
  if (claim.quantity == Quantity::outcome) {
    const auto p = claimed_p(rules, claim, relation);
    if (!p) return std::nullopt;
    return value == static_cast<std::int64_t>(Outcome::P) ? *p : relation.universe - *p;
  }
  const auto nimbers = claimed_nimbers(rules, claim, relation);
  if (!nimbers) return std::nullopt;
  isl_val* wanted = isl_val_int_from_si(isl_map_get_ctx(nimbers->get()), value);
  isl_map* with = isl_map_lower_bound_val(nimbers->copy(), isl_dim_out, 0, isl_val_copy(wanted));
  return Set(isl_map_domain(isl_map_upper_bound_val(with, isl_dim_out, 0, wanted)));
}

// The least numbers of a set of numbers.
std::vector<std::uint64_t> least(Set numbers, std::size_t most) {
  std::vector<std::uint64_t> found;
  while (found.size() < most && isl_set_is_empty(numbers.get()) == isl_bool_false) {
    isl_val* first = isl_set_dim_min_val(numbers.copy(), 0);
    if (isl_val_is_int(first) != isl_bool_true) {
      isl_val_free(first);
      break;
    }
    found.push_back(static_cast<std::uint64_t>(isl_val_get_num_si(first)));
    numbers =
        Set(isl_set_lower_bound_val(numbers.take(), isl_dim_set, 0, isl_val_add_ui(first, 1)));
  }
  return found;
}

}  // namespace

std::optional<std::vector<std::uint64_t>> numbers_with(const rules::Rules& rules,
                                                       const rules::Claim& claim,
                                                       const Stretch& stretch, std::int64_t value,
                                                       std::size_t most) {
  if (stretch.count == 0) return std::vector<std::uint64_t>();
  if (stretch.count > most_positions) return std::nullopt;
  const Context context(most_operations);
  const auto relation = relation_of(rules, context.get());
  if (!relation) return std::nullopt;
  const auto positions = having(rules, claim, *relation, value);
  if (!positions) return std::nullopt;
  const Map line = map_of(context.get(), stretch);
  Set numbers(isl_map_domain(isl_map_intersect_range(line.copy(), positions->copy())));
  auto found = least(coalesced(numbers), most);
  if (context.failed()) return std::nullopt;
  return found;
}

}  // namespace grundy::relation
