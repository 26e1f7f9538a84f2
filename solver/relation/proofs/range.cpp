#include "relation/proofs/range.hpp"

#include <fmt/format.h>
#include <isl/aff.h>

#include "relation/proofs/definition.hpp"
#include "relation/relation.hpp"
#include "relation/text.hpp"

namespace grundy::relation {
namespace {

// From any number to the one that is larger by `by`.
Map by_one(isl_ctx* context, int by) {
  isl_space* space = isl_space_set_alloc(context, 0, 1);
  isl_aff* number = isl_aff_var_on_domain(isl_local_space_from_space(space), isl_dim_set, 0);
  return Map(isl_map_from_aff(isl_aff_add_constant_si(number, by)));
}

// From n to n + by, for heaps.
Map plus(const Set& heaps, int by) {
  const Map map = by_one(isl_set_get_ctx(heaps.get()), by);
  return Map(isl_map_intersect_domain(map.copy(), heaps.copy()));
}

// From n to n - m where `map` has n to m: from heaps to takes, and back.
Map subtracted(const Map& map) {
  isl_map* apart = isl_map_neg(map.copy());
  return Map(isl_map_sum(apart, plus(domain(map), 0).take()));
}

// Whether a(n) <= b(n) for all n of which both are known.
bool at_most(const Map& a, const Map& b) {
  const Map pairs(isl_map_apply_domain(a.copy(), b.copy()));  // from b(n) to a(n)
  return is_empty(Map(isl_map_order_gt(pairs.copy(), isl_dim_out, 0, isl_dim_in, 0)));
}

bool is_game_of_ranges(const rules::Rules& rules, const Relation& relation) {
  return rules.dimensions() == 1 && relation.sums.empty() && is_empty(relation.lost) &&
         is_empty(relation.won) && is_empty(relation.to_nothing);
}

// All y with low(n) <= y <= high(n).
Map between(const Map& low, const Map& high) {
  isl_ctx* context = isl_map_get_ctx(low.get());
  isl_set* line = isl_set_universe(isl_space_set_alloc(context, 0, 1));
  const Map up(isl_set_lex_le_set(isl_set_copy(line), isl_set_copy(line)));
  const Map down(isl_set_lex_ge_set(isl_set_copy(line), line));
  return then(low, up) & then(high, down);
}

// The shorter of the number itself and of what is left when its distance from n is taken.
std::string shorter_text(const rules::Rules& rules, const Map& ends, const Map& takes,
                         const Set& heaps) {
  const std::string text = text_of_number(rules, ends, heaps);
  const std::string take = text_of_number(rules, takes, heaps);
  if (take.empty() || take.find(',') != std::string::npos) return text;
  const bool is_sum = take.find_first_of("+-") != std::string::npos;
  const std::string left =
      fmt::format("{} - {}", rules.coordinates[0].name, is_sum ? "(" + take + ")" : take);
  return text.empty() || left.size() <= text.size() ? left : text;
}

// The low end for heaps without options, which must not exceed that of the first heap with some.
Map ends_of_none(const Relation& relation) {
  const Set over = relation.universe - domain(relation.moves);
  const Map from_first(isl_map_intersect_domain(
      relation.moves.copy(), isl_set_lexmin(isl_map_domain(relation.moves.copy()))));
  isl_val* low = isl_set_dim_min_val(isl_map_range(from_first.copy()), 0);
  if (isl_val_is_int(low) != isl_bool_true) {
    isl_val_free(low);
    return plus(over, 0);
  }
  const auto number = static_cast<std::int64_t>(isl_val_get_num_si(low));
  const Set beyond(isl_set_lower_bound_val(over.copy(), isl_dim_set, 0, low));
  return plus(over - beyond, 0) | constantly(beyond, number);
}

}  // namespace

std::optional<RangeTexts> ends_of_range(const rules::Rules& rules) {
  const Context context;
  const auto relation = relation_of(rules, context.get());
  if (!relation || !is_game_of_ranges(rules, *relation)) return std::nullopt;
  const Map& moves = relation->moves;
  const Map takes = subtracted(moves);
  const Map none_low = ends_of_none(*relation);
  const Map none_high = then(none_low, by_one(context.get(), -1));
  const auto joined = [](isl_map* ends, const Map& others) {
    return Map(isl_map_union(ends, others.copy()));
  };
  RangeTexts texts{
      shorter_text(rules, joined(isl_map_lexmin(moves.copy()), none_low),
                   joined(isl_map_lexmax(takes.copy()), subtracted(none_low)), relation->universe),
      shorter_text(rules, joined(isl_map_lexmax(moves.copy()), none_high),
                   joined(isl_map_lexmin(takes.copy()), subtracted(none_high)),
                   relation->universe)};
  if (context.failed() || texts.low.empty() || texts.high.empty()) return std::nullopt;
  return texts;
}

RangeKind kind_of_range(const rules::Rules& rules, const RangeEnds& ends) {
  const Context context;
  const auto relation = relation_of(rules, context.get());
  if (!relation || !is_game_of_ranges(rules, *relation)) return RangeKind::none;
  const auto low = claimed_nimbers(rules, ends.low, *relation);
  const auto high = claimed_nimbers(rules, ends.high, *relation);
  if (!low || !high) return RangeKind::none;
  const Set& heaps = relation->universe;
  const Map next = plus(heaps, 1), before = plus(heaps, -1);
  const Map options = between(*low, *high);
  const bool is_range = is_subset(heaps, domain(*low)) && is_subset(heaps, domain(*high)) &&
                        is_subset(options, relation->moves) &&
                        is_subset(relation->moves, options) && at_most(*high, before) &&
                        at_most(*low, then(next, *low)) && at_most(*high, then(next, *high));
  if (!is_range || context.failed()) return RangeKind::none;
  const bool leaves = at_most(before, *high) && at_most(*low, plus(heaps, 0)) &&
                      at_most(then(next, *low), then(*low, by_one(context.get(), 1)));
  return leaves && !context.failed() ? RangeKind::leaving : RangeKind::moving;
}

}  // namespace grundy::relation
