#include "law/presburger/definition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "law/presburger/translate.hpp"

namespace grundy::law::presburger {
namespace {

using rules::Claim;
using rules::Rules;

// Sums are looked at for each tuple of their summands' values.
constexpr std::int64_t most_values = 64;
constexpr std::size_t most_tuples = 1 << 14;

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

// Those claimed to have `value`.
Set having(const Map& nimbers, std::int64_t value) {
  isl_ctx* context = isl_map_get_ctx(nimbers.get());
  return Set(isl_map_domain(
      isl_map_fix_val(nimbers.copy(), isl_dim_out, 0, isl_val_int_from_si(context, value))));
}

// The number of nimbers 0 .. most, if they are few.
std::optional<std::int64_t> bound_of(const Map& nimbers) {
  const Set range(isl_map_range(nimbers.copy()));
  isl_val* most = isl_set_dim_max_val(range.copy(), 0);
  std::optional<std::int64_t> bound;
  if (isl_val_is_int(most) == isl_bool_true && isl_val_cmp_si(most, most_values) < 0)
    bound = isl_val_get_num_si(most) + 1;
  isl_val_free(most);
  return bound;
}

// From positions to the values of sums, tuple by tuple of values of the summands.
class SumValues {
 public:
  SumValues(const Map& nimbers, std::int64_t bound) {
    for (std::int64_t value = 0; value < bound; ++value) having_.push_back(having(nimbers, value));
  }

  Map of(const Sum& sum, const Set& nowhere) {
    values_ = constantly(nowhere, 0);
    extend(sum, {}, 0, 0);
    return values_;
  }

 private:
  void extend(const Sum& sum, const std::optional<Set>& before, std::size_t summands,
              std::uint64_t value) {
    if (summands == sum.summands) {
      const Map options(isl_map_intersect_range(sum.options.copy(), before->copy()));
      values_ = values_ | constantly(domain(options), static_cast<std::int64_t>(value));
      return;
    }
    for (std::uint64_t next = 0; next < having_.size(); ++next) {
      if (is_empty(having_[next])) continue;
      const Set so_far =
          before ? Set(isl_set_flat_product(before->copy(), having_[next].copy())) : having_[next];
      extend(sum, so_far, summands + 1, value ^ next);
    }
  }

  std::vector<Set> having_;
  Map values_;
};

Status add_sums(const Relation& relation, const Map& nimbers, Map& values) {
  if (relation.sums.empty()) return {};
  const auto bound = bound_of(nimbers);
  for (const Sum& sum : relation.sums) {
    std::size_t tuples = 1;
    for (std::size_t i = 0; bound && i < sum.summands && tuples <= most_tuples; ++i)
      tuples *= static_cast<std::size_t>(std::max<std::int64_t>(*bound, 1));
    if (!bound || tuples > most_tuples)
      return Error{Errc::unsupported,
                   "the xor of nimbers in sums, which are too many here, is outside linear "
                   "arithmetic"};
    values = values | SumValues(nimbers, *bound).of(sum, relation.universe - relation.universe);
  }
  return {};
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
  values = Map(isl_map_coalesce(values.take()));
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

Result<Set> failures_of_nimbers(const Relation& relation, const Map& nimbers) {
  Map values(isl_map_apply_range(relation.moves.copy(), nimbers.copy()));
  values = values | constantly(relation.to_nothing, 0);
  if (Status added = add_sums(relation, nimbers, values); !added) return added.error();
  values = Map(isl_map_coalesce(values.take()));
  const Set met = Set(isl_map_domain(isl_map_intersect(values.copy(), nimbers.copy())));
  Missing missing{values, relation.universe - relation.universe};
  isl_map_foreach_basic_map(nimbers.get(), add_missing, &missing);
  const Set negative(isl_map_domain(isl_map_upper_bound_si(nimbers.copy(), isl_dim_out, 0, -1)));
  return met | missing.at | negative | (relation.universe - domain(nimbers));
}

}  // namespace grundy::law::presburger
