#include "relation/proofs/heap_claims.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "relation/proofs/definition.hpp"
#include "relation/translate.hpp"
#include "rules/rules.hpp"

namespace grundy::relation {
namespace {

using rules::Claim;
using rules::Condition;
using rules::Expression;

constexpr std::int64_t most_residues = 512;

using Line = Owned<isl_multi_aff, isl_multi_aff_copy, isl_multi_aff_free>;

// The function from m to factor * m + rest.
Line line(isl_ctx* context, std::int64_t factor, std::int64_t rest) {
  isl_space* space = isl_space_set_alloc(context, 0, 1);
  isl_aff* aff = isl_aff_zero_on_domain(isl_local_space_from_space(space));
  aff = isl_aff_set_coefficient_val(aff, isl_dim_in, 0, isl_val_int_from_si(context, factor));
  aff = isl_aff_set_constant_val(aff, isl_val_int_from_si(context, rest));
  return Line(isl_multi_aff_from_aff(aff));
}

Set along(const Set& set, const Line& line) {
  return Set(isl_set_preimage_multi_aff(set.copy(), line.copy()));
}
Map from(const Map& map, const Line& line) {
  return Map(isl_map_preimage_domain_multi_aff(map.copy(), line.copy()));
}
Map to(const Map& map, const Line& line) {
  return Map(isl_map_preimage_range_multi_aff(map.copy(), line.copy()));
}

// The least common multiple of the numbers added, other than 0; 0 once it exceeds the limit.
class Multiple {
 public:
  explicit Multiple(std::int64_t most) : most_(most) {}
  void add(std::int64_t number) {
    if (number == 0 || least_ == 0) return;
    const bool small = number >= -most_ && number <= most_;
    least_ = small ? std::lcm(least_, number) : 0;
    if (least_ > most_) least_ = 0;
  }
  std::int64_t least() const noexcept { return least_; }

 private:
  std::int64_t most_;
  std::int64_t least_ = 1;
};

void add_divisors(const Expression& expression, Multiple& multiple) {
  using Op = Expression::Op;
  const bool divides = expression.op == Op::floor_divide || expression.op == Op::ceil_divide ||
                       expression.op == Op::modulo;
  if (divides && expression.arguments[1].op == Op::constant)
    multiple.add(expression.arguments[1].value);
  for (const Expression& argument : expression.arguments) add_divisors(argument, multiple);
}

void add_divisors(const Condition& condition, Multiple& multiple) {
  for (const Expression& side : condition.sides) add_divisors(side, multiple);
  for (const Condition& part : condition.parts) add_divisors(part, multiple);
}

isl_stat add_slope(isl_set* where, isl_multi_aff* values, void* to) {
  isl_aff* value = isl_multi_aff_get_aff(values, 0);
  isl_val* slope = isl_aff_get_coefficient_val(value, isl_dim_in, 0);
  if (isl_val_is_int(slope) == isl_bool_true)
    static_cast<Multiple*>(to)->add(isl_val_get_num_si(slope));
  isl_val_free(slope);
  isl_aff_free(value);
  isl_multi_aff_free(values);
  isl_set_free(where);
  return isl_stat_ok;
}

// The claim about p m + r in terms of m, for each residue r.
class Residues {
 public:
  Residues(const Relation& relation, std::int64_t p)
      : relation_(relation), context_(isl_set_get_ctx(relation.universe.get())) {
    for (std::int64_t r = 0; r < p; ++r) lines_.push_back(line(context_, p, r));
  }

  Status read(const rules::Rules& rules, const Claim& claim, std::int64_t p) {
    for (std::int64_t r = 0; r < p; ++r) {
      Relation at_residue;
      at_residue.universe = along(relation_.universe, lines_[static_cast<std::size_t>(r)]);
      auto nimbers = claimed_nimbers(rules, with_residue(claim, p, r), at_residue);
      if (!nimbers) return nimbers.error();
      universes_.push_back(std::move(at_residue.universe));
      nimbers_.push_back(*std::move(nimbers));
    }
    return {};
  }

  Set failures() {
    split_values();
    Set all = relation_.universe - relation_.universe;
    for (std::size_t r = 0; r < lines_.size(); ++r) {
      const Set found = failures(r);
      if (is_empty(found)) continue;
      all = all | Set(isl_set_apply(found.copy(), isl_map_from_multi_aff(lines_[r].copy())));
    }
    return all;
  }

 private:
  static Claim with_residue(Claim claim, std::int64_t p, std::int64_t r) {
    using Op = Expression::Op;
    const Expression n = rules::variable(0);
    const Expression multiple{Op::multiply, 0, {rules::constant(p), n}};
    const Expression inside{Op::add, 0, {multiple, rules::constant(r)}};
    for (Claim::Piece& piece : claim.pieces) {
      piece.value = rules::replaced(piece.value, n, inside);
      piece.when = rules::replaced(piece.when, n, inside);
    }
    return claim;
  }

  // Computes the maps from m to u, for residues r of positions and t of values.
  void split_values() {
    Multiple slopes(most_residues);
    for (const Map& nimbers : nimbers_) {
      isl_pw_multi_aff* values = isl_pw_multi_aff_from_map(nimbers.copy());
      isl_pw_multi_aff_foreach_piece(values, add_slope, &slopes);
      isl_pw_multi_aff_free(values);
    }
    const std::int64_t q = std::max<std::int64_t>(slopes.least(), 1);
    for (std::int64_t t = 0; t < q; ++t) {
      value_lines_.push_back(line(context_, q, t));
      std::vector<Map> split;
      for (const Map& nimbers : nimbers_)
        split.push_back(coalesced(to(nimbers, value_lines_.back())));
      split_.push_back(std::move(split));
    }
  }

  // From m to u, for the values q u + t of all options.
  Map values(const std::vector<Map>& moves, const Set& to_nothing, std::size_t t) const {
    Map values = constantly(t == 0 ? to_nothing : to_nothing - to_nothing, 0);
    for (std::size_t r = 0; r < moves.size(); ++r)
      if (!is_empty(split_[t][r]))
        values = values | Map(isl_map_apply_range(moves[r].copy(), split_[t][r].copy()));
    return coalesced(values);
  }

  Set failures(std::size_t r) const {
    const Map& nimbers = nimbers_[r];
    const Map moves = from(relation_.moves, lines_[r]);
    std::vector<Map> moves_to;
    for (const Line& line : lines_) moves_to.push_back(coalesced(to(moves, line)));
    const Set to_nothing = along(relation_.to_nothing, lines_[r]);
    const Map smaller = smaller_than(nimbers);
    const Set negative(isl_map_domain(isl_map_upper_bound_si(nimbers.copy(), isl_dim_out, 0, -1)));
    Set found = negative | (universes_[r] - domain(nimbers));
    for (std::size_t t = 0; t < value_lines_.size(); ++t) {
      const Map here = values(moves_to, to_nothing, t);
      const Set met(isl_map_domain(isl_map_intersect(here.copy(), split_[t][r].copy())));
      const Map wanted = to(smaller, value_lines_[t]);
      const Set missing(isl_map_domain(isl_map_subtract(wanted.copy(), here.copy())));
      found = found | met | missing;
    }
    return found;
  }

  const Relation& relation_;
  isl_ctx* context_;
  std::vector<Line> lines_;              // [r]: from m to p m + r
  std::vector<Set> universes_;           // [r]
  std::vector<Map> nimbers_;             // [r]: from m to v
  std::vector<Line> value_lines_;        // [t]: from u to q u + t
  std::vector<std::vector<Map>> split_;  // [t][r]: from m to u
};

}  // namespace

std::optional<std::int64_t> period_of_claim(const Claim& claim, const Relation& relation) {
  if (!relation.sums.empty() || isl_set_dim(relation.universe.get(), isl_dim_set) != 1)
    return std::nullopt;
  Multiple divisors(most_residues);
  for (const Claim::Piece& piece : claim.pieces) {
    add_divisors(piece.value, divisors);
    add_divisors(piece.when, divisors);
  }
  return divisors.least() > 1 ? std::optional(divisors.least()) : std::nullopt;
}

Result<Set> failures_by_residues(const rules::Rules& rules, const Claim& claim,
                                 const Relation& relation, std::int64_t p) {
  Residues residues(relation, p);
  if (Status read = residues.read(rules, claim, p); !read) return read.error();
  return residues.failures();
}

namespace {

constexpr std::int64_t largest_base = 1'000;
constexpr std::int64_t last_first_position = 1'000'000'000;

Error undecided(const char* what) {
  return {Errc::unsupported, std::string("intervals that grow: ") + what};
}

Expression times(std::int64_t factor, const Expression& expression) {
  return {Expression::Op::multiply, 0, {rules::constant(factor), expression}};
}

// Which end belongs to an interval.
enum class Ends : std::uint8_t { upper, lower };

// The claim and the rules in terms of points (n, s).
class Scales {
 public:
  Scales(const rules::Rules& rules, const rules::Claim& claim, const Relation& relation, Ends ends)
      : ends_(ends),
        claim_(&claim),
        relation_(&relation),
        context_(isl_set_get_ctx(relation.universe.get())),
        translator_(context_, {rules.coordinates[0].name, claim.scale->name}),
        base_(claim.scale->base) {}

  const std::optional<std::string>& outside() const { return translator_.outside(); }

  // The points where C holds for a power s that counts for n: 1, or one up to n.
  Set holding() {
    using Op = Condition::Op;
    const Set counts =
        compared(Op::equal, s_, rules::constant(1)) | compared(Op::less_equal, s_, n_);
    return translator_.condition(claim_->p) & counts & with_scales(relation_->universe);
  }

  // from * s < n <= to * s, or from * s <= n < to * s
  Set between(std::int64_t from, std::int64_t to) {
    using Op = Condition::Op;
    const auto [first, second] = ends_ == Ends::upper ? std::pair(Op::less, Op::less_equal)
                                                      : std::pair(Op::less_equal, Op::less);
    return compared(first, times(from, s_), n_) & compared(second, n_, times(to, s_)) &
           with_scales(relation_->universe);
  }

  // Whether the definition holds for s >= least and b s < n <= b b s.
  bool steps(std::int64_t least, Convention convention) {
    const Set from = at_least(least);
    const Set known = between(1, base_ * base_) & from, next = between(base_, base_ * base_) & from;
    const Condition later = rules::replaced(claim_->p, s_, times(base_, s_));
    const Set p = (translator_.condition(claim_->p) & between(1, base_) & from) |
                  (translator_.condition(later) & next);
    Map same(isl_map_identity(isl_space_map_from_set(isl_space_set_alloc(context_, 0, 1))));
    Map moves(isl_map_flat_product(relation_->moves.copy(), same.take()));
    moves = Map(isl_map_intersect_domain(moves.take(), next.copy()));
    if (!is_empty(Map(isl_map_subtract_range(moves.copy(), known.copy())))) return false;
    const Relation scaled{
        known, with_scales(relation_->lost) & next,       with_scales(relation_->won) & next,
        moves, with_scales(relation_->to_nothing) & next, {}};
    return is_empty(failures_of_outcomes(scaled, p, convention) & next);
  }

 private:
  Set compared(Condition::Op op, const Expression& left, const Expression& right) {
    return translator_.condition({op, {left, right}, {}});
  }

  Set at_least(std::int64_t least) {
    return compared(Condition::Op::greater_equal, s_, rules::constant(least));
  }

  // The positions with every s >= 1.
  Set with_scales(const Set& positions) const {
    isl_set* scales = isl_set_universe(isl_space_set_alloc(context_, 0, 1));
    scales = isl_set_lower_bound_si(scales, isl_dim_set, 0, 1);
    return Set(isl_set_flat_product(positions.copy(), scales));
  }

  Ends ends_;
  const rules::Claim* claim_;
  const Relation* relation_;
  isl_ctx* context_;
  Translator translator_;
  std::int64_t base_;
  Expression n_ = rules::variable(0), s_ = rules::variable(1);
};

// The n of the points with this s.
Set at_scale(const Set& points, std::int64_t s) {
  isl_val* value = isl_val_int_from_si(isl_set_get_ctx(points.get()), s);
  Set fixed(isl_set_fix_val(points.copy(), isl_dim_set, 1, value));
  return Set(isl_set_project_out(fixed.take(), isl_dim_set, 1, 1));
}

// The largest n, or 0 if there are no points; nothing if n is unbounded or too large.
std::optional<std::int64_t> largest(const Set& points) {
  if (is_empty(points)) return 0;
  isl_val* most = isl_set_dim_max_val(points.copy(), 0);
  std::optional<std::int64_t> largest;
  if (isl_val_is_int(most) == isl_bool_true && isl_val_cmp_si(most, last_first_position) < 0)
    largest = isl_val_get_num_si(most);
  isl_val_free(most);
  return largest;
}

Set up_to(const Set& positions, std::int64_t last) {
  isl_val* value = isl_val_int_from_si(isl_set_get_ctx(positions.get()), last);
  return Set(isl_set_upper_bound_val(positions.copy(), isl_dim_set, 0, value));
}

}  // namespace

Result<Set> failures_of_scaled(const rules::Rules& rules, const rules::Claim& claim,
                               const Relation& relation, Convention convention) {
  const std::int64_t base = claim.scale->base;
  if (!claim.functions.empty()) return undecided("they are not linear");
  if (rules.dimensions() != 1) return undecided("these are proved for one coordinate");
  if (base > largest_base) return undecided("the factor is too large");
  Scales scales(rules, claim, relation, Ends::upper);
  const Set holding = scales.holding();
  if (scales.outside()) return undecided("they are not linear");
  auto exceptions = largest(holding - scales.between(1, base));
  if (!exceptions) {
    scales = Scales(rules, claim, relation, Ends::lower);
    exceptions = largest(holding - scales.between(1, base));
  }
  if (!exceptions) return undecided("they overlap");
  const std::int64_t least = std::max<std::int64_t>(0, *exceptions) + 1;
  std::int64_t last = base;
  while (last / base < least) last *= base;
  const Set first = up_to(relation.universe, last);
  Set p = first - first;
  for (std::int64_t s = 1; s <= last; s *= base) p = p | (at_scale(holding, s) & first);
  Map moves(isl_map_intersect_domain(relation.moves.copy(), first.copy()));
  if (!is_empty(Map(isl_map_subtract_range(moves.copy(), first.copy()))))
    return undecided("heaps do not become smaller");
  const Set failures = failures_of_outcomes(
      {first, relation.lost & first, relation.won & first, moves, relation.to_nothing & first, {}},
      p, convention);
  if (is_empty(failures) && !scales.steps(least, convention))
    return undecided("the step to the next scale is not proved");
  return failures;
}

}  // namespace grundy::relation
