#include "relation/proofs/definition.hpp"

#include <fmt/format.h>
#include <isl/constraint.h>

#include <algorithm>
#include <bit>
#include <optional>

#include "relation/translate.hpp"

namespace grundy::relation {
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

// Collects the positions at which a smaller value is missing, piece by piece of the nimbers. All
// pieces together take isl far longer.
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

namespace {

constexpr std::int64_t most_nimbers = 64;
constexpr std::int64_t most_tuples = 1 << 14;             // of nimbers
constexpr std::int64_t most_tuples_of_classes = 1 << 12;  // fewer, as each takes isl longer

isl_aff* number(isl_ctx* context) {
  isl_space* space = isl_space_set_alloc(context, 0, 1);
  return isl_aff_var_on_domain(isl_local_space_from_space(space), isl_dim_set, 0);
}

// From v to v + by.
Map plus(isl_ctx* context, std::int64_t by) {
  isl_val* constant = isl_val_int_from_si(context, by);
  return Map(isl_map_from_aff(isl_aff_add_constant_val(number(context), constant)));
}

Set just(isl_ctx* context, std::int64_t value) {
  isl_set* line = isl_set_universe(isl_space_set_alloc(context, 0, 1));
  return Set(isl_set_fix_val(line, isl_dim_set, 0, isl_val_int_from_si(context, value)));
}

// The integers v >= least with v mod m = r.
Set residue_class(isl_ctx* context, std::int64_t m, std::int64_t r, std::int64_t least) {
  isl_aff* rest = isl_aff_mod_val(number(context), isl_val_int_from_si(context, m));
  rest = isl_aff_add_constant_val(rest, isl_val_int_from_si(context, -r));
  isl_set* all = isl_set_from_basic_set(isl_aff_zero_basic_set(rest));
  return Set(isl_set_lower_bound_val(all, isl_dim_set, 0, isl_val_int_from_si(context, least)));
}

// From nimbers with these residues modulo m to the numbers that may be their xor, with residue r.
Map xors(isl_ctx* context, const std::vector<std::int64_t>& residues, std::int64_t m,
         std::int64_t r) {
  const auto size = static_cast<int>(residues.size());
  isl_map* map = isl_map_universe(isl_space_alloc(context, 0, static_cast<unsigned>(size), 1));
  map = isl_map_intersect_range(map, residue_class(context, m, r, 0).take());
  isl_local_space* space = isl_local_space_from_space(isl_map_get_space(map));
  for (int most = -1; most < size; ++most) {  // number `most`, or for -1 the xor, is at most ..
    isl_constraint* less = isl_constraint_alloc_inequality(isl_local_space_copy(space));
    const int sign = most < 0 ? -1 : 1;
    less = isl_constraint_set_coefficient_si(less, isl_dim_out, 0, sign);
    std::int64_t rests = sign * r;
    for (int i = 0; i < size; ++i) {
      const int sign_of_i = i == most ? -1 : 1;
      less = isl_constraint_set_coefficient_si(less, isl_dim_in, i, sign_of_i);
      rests += sign_of_i * residues[static_cast<std::size_t>(i)];
    }
    less = isl_constraint_set_constant_val(less, isl_val_int_from_si(context, -rests));
    map = isl_map_add_constraint(map, less);
  }
  isl_local_space_free(space);
  return Map(map);
}

// The count of nimbers 0 .. most, if they are few.
std::optional<std::int64_t> few(const Map& nimbers) {
  const Set range(isl_map_range(nimbers.copy()));
  isl_val* most = isl_set_dim_max_val(range.copy(), 0);
  std::optional<std::int64_t> number;
  if (isl_val_is_int(most) == isl_bool_true && isl_val_cmp_si(most, most_nimbers) < 0)
    number = std::max<std::int64_t>(isl_val_get_num_si(most) + 1, 1);
  isl_val_free(most);
  return number;
}

std::int64_t tuples(std::int64_t classes, const std::vector<Sum>& sums) {
  std::int64_t most = 1;
  for (const Sum& sum : sums) {
    std::int64_t tuples = 1;
    for (std::size_t i = 0; i < sum.summands && tuples <= most_tuples; ++i) tuples *= classes;
    most = std::max(most, tuples);
  }
  return most;
}

class Tuples {
 public:
  Tuples(const Sum& sum, const Map& nimbers, std::int64_t m)
      : sum_(sum), context_(isl_map_get_ctx(nimbers.get())), m_(m) {
    for (std::int64_t value = 0; value < m; ++value) add(nimbers, just(context_, value), value);
    small_ = classes_.size();
    for (std::int64_t r = 0; r < m; ++r) add(nimbers, residue_class(context_, m, r, m), r);
    for (std::int64_t r = 0; r < m; ++r)
      own_.push_back(
          Map(isl_map_intersect_range(nimbers.copy(), residue_class(context_, m, r, 0).take())));
    const Set positions = domain(sum.options);
    const Set nowhere = positions - positions;
    nimbers_ = {constantly(nowhere, 0), nowhere, nowhere};
  }

  SumNimbers nimbers() {
    std::vector<std::size_t> tuple;
    extend(sum_.options, tuple);
    return nimbers_;
  }

 private:
  // Positions and their nimbers: one number below m, or all from m on with one residue.
  struct Class {
    Map nimbers;
    std::int64_t residue;
  };

  void add(const Map& nimbers, const Set& those, std::int64_t residue) {
    const Map part(isl_map_intersect_range(nimbers.copy(), those.copy()));
    if (!is_empty(part)) classes_.push_back({coalesced(part), residue});
  }

  // The options whose given summand is in the class.
  Map with(const Map& options, std::size_t summand, const Class& of) const {
    isl_set* positions = domain(of.nimbers).take();
    const auto size = static_cast<unsigned>(isl_set_dim(positions, isl_dim_set));
    const auto before = static_cast<unsigned>(summand) * size;
    const auto after = static_cast<unsigned>(sum_.summands) * size - size - before;
    positions = isl_set_insert_dims(positions, isl_dim_set, size, after);
    positions = isl_set_insert_dims(positions, isl_dim_set, 0, before);
    return Map(isl_map_intersect_range(options.copy(), positions));
  }

  // From positions to the given summand of their options.
  Map summand_of(const Map& options, std::size_t summand) const {
    const auto all = static_cast<unsigned>(isl_map_dim(options.get(), isl_dim_out));
    const auto size = all / static_cast<unsigned>(sum_.summands);
    const auto begin = static_cast<unsigned>(summand) * size;
    isl_map* map =
        isl_map_project_out(options.copy(), isl_dim_out, begin + size, all - begin - size);
    return Map(isl_map_project_out(map, isl_dim_out, 0, begin));
  }

  void extend(const Map& options, std::vector<std::size_t>& tuple) {
    if (is_empty(options)) return;
    if (tuple.size() == sum_.summands) return add_nimbers(options, tuple);
    for (std::size_t i = 0; i < classes_.size(); ++i) {
      const Map those = with(options, tuple.size(), classes_[i]);
      tuple.push_back(i);
      extend(those, tuple);
      tuple.pop_back();
    }
  }

  bool is_large(std::size_t of) const { return of >= small_; }

  void add_nimbers(const Map& options, const std::vector<std::size_t>& tuple) {
    std::uint64_t residue = 0;
    for (const std::size_t i : tuple) residue ^= static_cast<std::uint64_t>(classes_[i].residue);
    const auto value = static_cast<std::int64_t>(residue);
    const auto first = std::ranges::find_if(tuple, [&](std::size_t i) { return is_large(i); });
    const auto larges = std::ranges::count_if(tuple, [&](std::size_t i) { return is_large(i); });
    if (larges == 0) {
      nimbers_.known = nimbers_.known | constantly(domain(options), value);
    } else if (larges == 1) {
      const Class& of = classes_[*first];
      const Map summand = summand_of(options, static_cast<std::size_t>(first - tuple.begin()));
      Map at(isl_map_apply_range(summand.copy(), of.nimbers.copy()));
      nimbers_.known = nimbers_.known | Map(isl_map_apply_range(
                                            at.take(), plus(context_, value - of.residue).take()));
    } else {
      nimbers_.unknown = nimbers_.unknown | domain(options);
      nimbers_.clashes = nimbers_.clashes | clashes(options, tuple, value);
    }
  }

  Set clashes(const Map& options, const std::vector<std::size_t>& tuple, std::int64_t value) const {
    const Map& own = own_[static_cast<std::size_t>(value)];
    Map those(isl_map_intersect_domain(options.copy(), domain(own).take()));
    if (is_empty(those)) return domain(those);
    Map all = classes_[tuple[0]].nimbers;
    for (std::size_t i = 1; i < tuple.size(); ++i)
      all = Map(isl_map_flat_product(all.take(), classes_[tuple[i]].nimbers.copy()));
    std::vector<std::int64_t> residues;
    for (const std::size_t i : tuple) residues.push_back(classes_[i].residue);
    Map at(isl_map_apply_range(those.take(), all.take()));
    at = Map(isl_map_apply_range(at.take(), xors(context_, residues, m_, value).take()));
    return Set(isl_map_domain(isl_map_intersect(at.take(), own.copy())));
  }

  const Sum& sum_;
  isl_ctx* context_;
  std::int64_t m_;
  std::vector<Class> classes_;  // those of nimbers below m, then the others
  std::size_t small_ = 0;       // the count of the former
  std::vector<Map> own_;        // [r]: from positions to their nimbers with residue r
  SumNimbers nimbers_;
};

}  // namespace

SumNimbers nimbers_of_sums(const Sum& sum, const Map& nimbers, std::int64_t m) {
  return Tuples(sum, nimbers, m).nimbers();
}

std::vector<std::int64_t> moduli(const std::vector<Sum>& sums, const Map& nimbers) {
  if (sums.empty()) return {1};
  std::vector<std::int64_t> all;
  if (const auto number = few(nimbers)) {
    if (tuples(*number, sums) <= most_tuples)
      all.push_back(static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(*number))));
    return all;
  }
  for (std::int64_t m = 2; tuples(2 * m, sums) <= most_tuples_of_classes; m *= 2) all.push_back(m);
  return all;
}

}  // namespace grundy::relation
