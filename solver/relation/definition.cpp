#include "relation/definition.hpp"

#include <fmt/format.h>

#include <optional>

#include "relation/sums.hpp"
#include "relation/translate.hpp"

namespace grundy::law::presburger {
namespace {

using rules::Claim;
using rules::Rules;

Error not_linear(const std::string& construct) {
  return {Errc::unsupported,
          fmt::format("{} of the claim is outside linear arithmetic", construct)};
}

std::optional<Error> function_in(const Claim& claim) {
  if (claim.functions.empty()) return std::nullopt;
  return not_linear(fmt::format("`{}`", rules::name_of(claim.functions.front())));
}

Set without_options(const Relation& relation) {
  return relation.universe - relation.lost - relation.won - domain(relation.moves) -
         relation.to_nothing;
}

// The positions of one piece of the nimbers after the other at which a smaller value is missing:
// all pieces at once take isl far longer.
struct Missing {
  const Map& values;
  Set at;
};

isl_stat add_missing(isl_basic_map* piece, void* to) {
  auto& missing = *static_cast<Missing*>(to);
  const Map nimbers(isl_map_from_basic_map(piece));
  Map values(isl_map_intersect_domain(missing.values.copy(), domain(nimbers).take()));
  values = coalesced(values);
  Map without(isl_map_subtract(smaller_than(nimbers).take(), values.take()));
  missing.at = missing.at | domain(without);
  return isl_stat_ok;
}

}  // namespace

Map constantly(const Set& positions, std::int64_t value) {
  isl_ctx* context = isl_set_get_ctx(positions.get());
  isl_set* values = isl_set_universe(isl_space_set_alloc(context, 0, 1));
  values = isl_set_fix_val(values, isl_dim_set, 0, isl_val_int_from_si(context, value));
  return Map(isl_map_from_domain_and_range(positions.copy(), values));
}

Map smaller_than(const Map& nimbers) {
  isl_ctx* context = isl_map_get_ctx(nimbers.get());
  isl_set* line = isl_set_universe(isl_space_set_alloc(context, 0, 1));
  Map less(isl_set_lex_gt_set(isl_set_copy(line), line));  // from v to w < v
  Map smaller(isl_map_apply_range(nimbers.copy(), less.take()));
  return Map(isl_map_lower_bound_si(smaller.take(), isl_dim_out, 0, 0));
}

Result<Set> claimed_p(const Rules& rules, const Claim& claim, const Relation& relation) {
  if (claim.scale) return not_linear("`for some`");
  if (auto outside = function_in(claim)) return *outside;
  Translator translator(isl_set_get_ctx(relation.universe.get()), rules.coordinate_names());
  const Set p = translator.condition(claim.p) & relation.universe;
  if (translator.outside()) return not_linear(*translator.outside());
  return p;
}

Set failures_of_outcomes(const Relation& relation, const Set& p, Convention convention) {
  Set n =
      Set(isl_map_domain(isl_map_intersect_range(relation.moves.copy(), p.copy()))) | relation.won;
  n = n | (convention == Convention::normal ? relation.to_nothing : without_options(relation));
  return (p & n) | (relation.universe - p - n);
}

Result<Map> claimed_nimbers(const Rules& rules, const Claim& claim, const Relation& relation) {
  if (auto outside = function_in(claim)) return *outside;
  Translator translator(isl_set_get_ctx(relation.universe.get()), rules.coordinate_names());
  Set left = relation.universe;
  Map nimbers = constantly(left - left, 0);
  for (const Claim::Piece& piece : claim.pieces) {
    const Set where = left & translator.condition(piece.when);
    Map values(isl_map_from_pw_aff(translator.number(piece.value).take()));
    if (translator.outside()) return not_linear(*translator.outside());
    nimbers = nimbers | Map(isl_map_intersect_domain(values.take(), where.copy()));
    left = left - where;
  }
  return nimbers;
}

Failures failures_of_nimbers(const Relation& relation, const Map& nimbers, std::int64_t m) {
  const Set nowhere = relation.universe - relation.universe;
  Map values(isl_map_apply_range(relation.moves.copy(), nimbers.copy()));
  values = values | constantly(relation.to_nothing, 0);
  Set unknown = nowhere, clashes = nowhere;
  for (const Sum& sum : relation.sums) {
    const SumNimbers found = nimbers_of_sums(sum, nimbers, m);
    values = values | found.known;
    unknown = unknown | found.unknown;
    clashes = clashes | found.clashes;
  }
  values = coalesced(values);
  const Set met(isl_map_domain(isl_map_intersect(values.copy(), nimbers.copy())));
  Missing missing{values, nowhere};
  isl_map_foreach_basic_map(nimbers.get(), add_missing, &missing);
  const Set negative(isl_map_domain(isl_map_upper_bound_si(nimbers.copy(), isl_dim_out, 0, -1)));
  const Set silent = relation.universe - domain(nimbers);
  return {met | (missing.at - unknown) | negative | silent, clashes | (missing.at & unknown)};
}

}  // namespace grundy::law::presburger
