#include "relation/scaled.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "relation/definition.hpp"
#include "relation/translate.hpp"
#include "rules/rules.hpp"

namespace grundy::law::presburger {
namespace {

using rules::Condition;
using rules::Expression;

constexpr std::int64_t largest_base = 1'000;
constexpr std::int64_t last_first_position = 1'000'000'000;

Error undecided(const char* what) {
  return {Errc::unsupported, std::string("intervals that grow: ") + what};
}

Expression times(std::int64_t factor, const Expression& expression) {
  return {Expression::Op::multiply, 0, {rules::constant(factor), expression}};
}

// Which end of an interval is a part of it.
enum class Ends : std::uint8_t { upper, lower };

// Points are (n, s).
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

  // Where C holds for s, a power that counts for n.
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

  // The same positions with each s >= 1.
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

// The n of points with this s.
Set at_scale(const Set& points, std::int64_t s) {
  isl_val* value = isl_val_int_from_si(isl_set_get_ctx(points.get()), s);
  Set fixed(isl_set_fix_val(points.copy(), isl_dim_set, 1, value));
  return Set(isl_set_project_out(fixed.take(), isl_dim_set, 1, 1));
}

// The largest n; nothing if there is none, or too large a one.
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

}  // namespace grundy::law::presburger
