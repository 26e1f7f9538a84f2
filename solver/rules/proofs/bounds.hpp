// rules/proofs/bounds.hpp: what can be proved about one rule.
//
// Wherever a rule gives an option, certain integers are known to be >= 0: distances to
// the ends of ranges, of binders and of the comparisons in its condition. Facts gathers
// them; every monomial counts as an unknown, so the facts are linear, and a bound of any
// polynomial is a small linear program. Floor, ceil, mod, min, max, bits and products bring
// linear facts of their own (for products: G. P. McCormick, Math. Programming 10, 1976).
// Bounds are sound, not complete: no bound means that none was found.
//
// Arithmetic that overflows inside a proof only makes it weaker. Every function that makes or asks
// Facts may throw EffortSpent (rules/proofs/effort.hpp), and std::overflow_error where the rules
// themselves multiply out to coefficients beyond 64 bits.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "rules/proofs/interval.hpp"
#include "rules/proofs/polynomial.hpp"
#include "rules/proofs/set_bits.hpp"
#include "rules/proofs/simplex.hpp"
#include "rules/rules.hpp"

namespace grundy::rules {

// The values of coordinates: low[i] .. high[i], or from low[i] without end.
struct Region {
  std::vector<std::int64_t> low;
  std::vector<std::optional<std::int64_t>> high;

  static Region everything(const Rules& rules);
  static Region within(const Box& box);
};

// binder <= floor(numerator / divisor), or binder >= ceil(numerator / divisor). The divisor is
// proved to be at least 1 wherever there is an option, and may be less elsewhere.
struct Limit {
  Polynomial numerator;
  Polynomial divisor;
  friend bool operator==(const Limit&, const Limit&) = default;
};

// binder <= shift + root, where root^degree is the greatest such power that is at most
// floor(numerator / divisor). There is no option where the numerator is negative.
struct PowerLimit {
  Polynomial numerator;
  std::int64_t divisor;
  std::size_t degree;  // at least 2
  std::int64_t shift;  // the binder is at least that at every option
  bool exact;          // for binder >= shift it says the same as the fact that implies it
};

// Polynomials as forms . y + constants, over unknowns y >= 0 that satisfy the inequalities.
struct LinearForms {
  std::vector<std::vector<Rational>> forms;
  std::vector<Rational> constants;
  std::vector<Inequality> inequalities;
};

// Where the loop over a binder may begin and end: the tightest of each list.
struct Limits {
  std::vector<Limit> lower;
  std::vector<Limit> upper;
};

// Keeps pointers to `rules` and `rule`. Queries add unknowns, so threads must not share an object.
class Facts {
 public:
  // Facts that hold at every option of `rule` from a position of `region`.
  Facts(const Rules& rules, const OptionRule& rule, const Region& region);

  // The same without the fact that summands stay inside their ranges.
  static Facts before_ranges(const Rules& rules, const OptionRule& rule, const Region& region);

  // Facts that hold at every position of `region`, whatever the rule's condition.
  static Facts of_region(const Rules& rules, const OptionRule& rule, const Region& region);

  // These facts and some more, all of them >= 0.
  Facts with(const std::vector<Polynomial>& more) const;

  // What is known to be >= 0, as the rule states it.
  const std::vector<Polynomial>& known() const noexcept { return known_; }

  // No position of the region has an option by this rule.
  bool impossible();

  // Proved bounds, rounded to integers; nothing if none is known. Not for impossible().
  std::optional<std::int64_t> upper(const Polynomial& polynomial);
  std::optional<std::int64_t> lower(const Polynomial& polynomial);
  Interval range(const Expression& expression);

  // The polynomials under these facts; nothing where they have more unknowns than there is room
  // for.
  std::optional<LinearForms> linear_forms(const std::vector<Polynomial>& polynomials);

  // The loop limits of binder number `binder`, in terms of coordinates and earlier binders.
  Limits limits(std::size_t binder);

  // Whether limits are known that end the loop over that binder.
  bool is_bounded(std::size_t binder);

  // The upper or lower limit of binder number `binder` that one fact implies wherever there is an
  // option; nothing if it implies none.
  std::optional<Limit> limit(const Polynomial& at_least_zero, std::size_t binder, bool upper);

  // The same of a fact that falls from some value of the binder on as fast as a power of it.
  std::optional<PowerLimit> power_limit(const Polynomial& at_least_zero, std::size_t binder);

 private:
  // The linear program's columns are not negative: an unknown that may be negative is
  // the difference of two.
  struct Column {
    std::size_t first;
    bool is_signed;
  };

  Facts(const Rules& rules, const OptionRule& rule) : rules_(&rules), rule_(&rule) {}
  void add_rule(const Region& region);
  void add_region(const Region& region);
  void add_binder(std::size_t number);
  void add_summand_ranges();
  void add_condition(const Condition& condition, bool holds);
  void know(const Polynomial& at_least_zero);
  void linearise();
  void bound_by_powers(std::size_t binder);
  void bound_by_ranges(std::size_t binder);
  void know_set_bits();
  bool is_not_negative(const Expression& number);
  void bound_by_exponents(std::size_t binder);

  Interval range(const Polynomial& polynomial);
  Interval range(const Polynomial::Monomial& monomial);
  Interval stated_range(Variable variable) const;
  std::optional<Column> unknown(const Polynomial::Monomial& monomial);
  void describe_atom(const Expression& atom);
  void describe_shift(const Expression& power, const Polynomial& self);
  void describe_bits(const Expression& atom, const Polynomial& self);
  bool has_bit(const Expression& of, const Expression& bit);
  void describe_product(const Polynomial::Monomial& monomial);
  void describe_quotient(const Expression& atom);
  void add_product(const Polynomial& a, const Polynomial& b);
  void add_inequality(const Polynomial& at_least_zero);
  std::optional<Polynomial> where_least(const Polynomial& fact, Variable variable,
                                        const Polynomial& low);
  std::optional<Polynomial> without_later_binders(const Polynomial& at_least_zero,
                                                  std::size_t binder);
  // Nothing where the polynomial has more unknowns than there is room for.
  std::optional<std::vector<Rational>> row(const Polynomial& polynomial);
  Variable variable_of(std::size_t binder) const { return rules_->dimensions() + binder; }

  const Rules* rules_;
  const OptionRule* rule_;
  std::vector<Polynomial> known_;
  std::vector<SetBits> set_bits_;  // by known_
  std::vector<Interval> variables_;
  Column add_unknown(const Polynomial::Monomial& monomial, const Interval& interval);
  std::map<Polynomial::Monomial, Column, Polynomial::ByAtoms> unknowns_;
  std::size_t columns_ = 0;
  std::vector<Inequality> inequalities_;
  std::optional<bool> impossible_;
};

// A comparison (or with `holds` false its negation) as polynomials that are >= 0: one, or two for
// an equation. None for an inequation.
std::vector<Polynomial> at_least_zero(const Condition& comparison, bool holds);

// Facts that together mean the same as one: floor, ceil, min and max that mention a variable from
// `first` on are replaced where that is possible. Just the fact itself if coefficients overflow.
std::vector<Polynomial> straightened(const Polynomial& at_least_zero, Variable first);

// Least member of a set; nothing if it is empty.
std::optional<std::int64_t> least_member(const NumberSet& set);

}  // namespace grundy::rules
