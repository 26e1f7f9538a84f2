#include "relation/by_residues.hpp"

#include <cstdlib>
#include <numeric>
#include <vector>

#include "relation/definition.hpp"
#include "rules/rules.hpp"

namespace grundy::law::presburger {
namespace {

using rules::Claim;
using rules::Condition;
using rules::Expression;

constexpr std::int64_t most_residues = 512;

using Line = Owned<isl_multi_aff, isl_multi_aff_copy, isl_multi_aff_free>;

// From m to factor * m + rest.
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

// The least common multiple of numbers other than 0, up to a limit beyond which it is 0.
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

// What is said of m, for each residue r of p m + r.
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

  // From m to u, for the residue r of positions and t of values.
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

  // The values of all options that have the residue t.
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

}  // namespace grundy::law::presburger
