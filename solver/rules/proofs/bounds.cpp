#include "rules/proofs/bounds.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <utility>

#include "rules/proofs/effort.hpp"

namespace grundy::rules {
namespace {

using Op = Expression::Op;
using Compare = Condition::Op;

constexpr Wide int64_max = std::numeric_limits<std::int64_t>::max();

// More facts and unknowns than these are left out, which only makes bounds weaker. So linear
// programs stay small whatever the rules are.
constexpr std::size_t most_inequalities = 200;
constexpr std::size_t most_columns = 400;

Polynomial at(Variable number) {
  return Polynomial(variable(number));
}
Polynomial number(std::int64_t value) {
  return Polynomial(value);
}

// More than this is no coefficient of a fact about values that people ask for. Programs of such
// facts overflow soon.
constexpr std::int64_t largest_coefficient = std::int64_t{1} << 20;

bool has_small_coefficients(const Inequality& inequality) {
  return std::ranges::all_of(inequality.coefficients, [](const Rational& coefficient) {
    return !(Rational(largest_coefficient) < coefficient) &&
           !(coefficient < Rational(-largest_coefficient));
  });
}

// Whether it is only about what is maximised.
bool is_only_about(const Inequality& inequality, const std::vector<Rational>& objective) {
  for (std::size_t j = 0; j < objective.size(); ++j)
    if (!inequality.coefficients[j].zero() && objective[j].zero()) return false;
  return true;
}

bool is_linear(const Polynomial& fact) {
  return std::ranges::all_of(fact.terms(), [](const auto& term) {
    return term.first.empty() || (term.first.size() == 1 && term.first[0].op == Op::variable);
  });
}

// The greatest integer whose power is at most x, which is not negative.
std::int64_t root_of(std::int64_t x, std::size_t degree) {
  const auto is_at_most = [&](Wide root) {
    Wide power = 1;
    for (std::size_t i = 0; i < degree && power <= x; ++i) power *= root;
    return power <= x;
  };
  Wide low = 0;
  Wide high = int64_max;
  while (low < high) {
    const Wide middle = low + (high - low + 1) / 2;
    if (is_at_most(middle))
      low = middle;
    else
      high = middle - 1;
  }
  return static_cast<std::int64_t>(low);
}

bool mentions_from(const Expression& expression, Variable first) {
  if (expression.op == Op::variable) return std::cmp_greater_equal(expression.value, first);
  return std::ranges::any_of(expression.arguments, [&](const Expression& argument) {
    return mentions_from(argument, first);
  });
}

// The atom, alone in its term, with coefficient 1 or -1, that `straightened` replaces.
std::optional<std::pair<Expression, bool>> bend_of(const Polynomial& fact, Variable first) {
  for (const auto& [monomial, coefficient] : fact.terms()) {
    if (monomial.size() != 1 || (coefficient != 1 && coefficient != -1)) continue;
    const Expression& atom = monomial[0];
    if (!mentions_from(atom, first)) continue;
    const bool is_added = coefficient == 1;
    if (atom.op == Op::floor_divide || atom.op == Op::ceil_divide) {
      const auto divisor = Polynomial(atom.arguments[1]).as_constant();
      if (divisor && *divisor >= 1) return std::pair(atom, is_added);
    }
    if (atom.op == (is_added ? Op::minimum : Op::maximum)) return std::pair(atom, is_added);
  }
  return std::nullopt;
}

// a >= -d rest, or a <= d rest, up to the rounding; for min and max one fact for each argument.
std::vector<Polynomial> without_bend(const Polynomial& fact, const Expression& atom,
                                     bool is_added) {
  const Polynomial self(atom);
  const Polynomial rest = is_added ? fact - self : fact + self;
  std::vector<Polynomial> facts;
  if (atom.op == Op::minimum || atom.op == Op::maximum) {
    for (const Expression& argument : atom.arguments)
      facts.push_back(is_added ? rest + Polynomial(argument) : rest - Polynomial(argument));
    return facts;
  }
  const std::int64_t divisor = *Polynomial(atom.arguments[1]).as_constant();
  const Polynomial dividend(atom.arguments[0]);
  const bool is_spared = is_added == (atom.op == Op::floor_divide);
  const Polynomial scaled = number(divisor) * rest + number(is_spared ? 0 : divisor - 1);
  return {is_added ? scaled + dividend : scaled - dividend};
}

}  // namespace

std::vector<Polynomial> straightened(const Polynomial& at_least_zero, Variable first) {
  constexpr std::size_t most_facts = 16;
  try {
    std::vector<Polynomial> straight;
    std::vector<Polynomial> open{at_least_zero};
    while (!open.empty()) {
      const Polynomial fact = std::move(open.back());
      open.pop_back();
      const auto bend = bend_of(fact, first);
      if (!bend)
        straight.push_back(fact);
      else
        for (Polynomial& part : without_bend(fact, bend->first, bend->second))
          open.push_back(std::move(part));
      if (straight.size() + open.size() > most_facts) return {at_least_zero};
    }
    return straight;
  } catch (const std::overflow_error&) {
    return {at_least_zero};
  }
}

Region Region::everything(const Rules& rules) {
  Region region;
  for (const Coordinate& coordinate : rules.coordinates) {
    region.low.push_back(coordinate.low);
    region.high.push_back(coordinate.high);
  }
  return region;
}

Region Region::within(const Box& box) {
  return {box.low, {box.high.begin(), box.high.end()}};
}

std::optional<std::int64_t> least_member(const NumberSet& set) {
  using Kind = NumberSet::Kind;
  if (set.kind == Kind::listed)
    return set.listed.empty() ? std::nullopt : std::optional(set.listed.front());
  return set.kind == Kind::even || set.kind == Kind::primes ? 2 : 1;
}

std::vector<Polynomial> at_least_zero(const Condition& comparison, bool holds) {
  const Polynomial left(comparison.sides[0]);
  const Polynomial right(comparison.sides[1]);
  const auto at_most = [&](const Polynomial& small, const Polynomial& large, std::int64_t gap) {
    return std::vector<Polynomial>{large - small - number(gap)};
  };
  switch (comparison.op) {
    case Compare::less:
      return holds ? at_most(left, right, 1) : at_most(right, left, 0);
    case Compare::less_equal:
      return holds ? at_most(left, right, 0) : at_most(right, left, 1);
    case Compare::greater:
      return holds ? at_most(right, left, 1) : at_most(left, right, 0);
    case Compare::greater_equal:
      return holds ? at_most(right, left, 0) : at_most(left, right, 1);
    default:
      if (holds == (comparison.op == Compare::equal)) return {right - left, left - right};
      return {};
  }
}

void Facts::add_rule(const Region& region) {
  Effort::at(rule_->place);
  add_region(region);
  for (std::size_t binder = 0; binder < rule_->binders.size(); ++binder) add_binder(binder);
  add_condition(rule_->when, true);
  for (const Ending& ending : rules_->endings) add_condition(ending.when, false);
}

Facts::Facts(const Rules& rules, const OptionRule& rule, const Region& region)
    : Facts(rules, rule) {
  add_rule(region);
  add_summand_ranges();
  linearise();
}

Facts Facts::before_ranges(const Rules& rules, const OptionRule& rule, const Region& region) {
  Facts facts(rules, rule);
  facts.add_rule(region);
  facts.linearise();
  return facts;
}

Facts Facts::of_region(const Rules& rules, const OptionRule& rule, const Region& region) {
  Facts facts(rules, rule);
  facts.add_region(region);
  facts.linearise();
  return facts;
}

Facts Facts::with(const std::vector<Polynomial>& more) const {
  Facts facts(*rules_, *rule_);
  facts.known_ = known_;
  facts.known_.insert(facts.known_.end(), more.begin(), more.end());
  facts.linearise();
  return facts;
}

void Facts::add_region(const Region& region) {
  for (Variable axis = 0; axis < rules_->dimensions(); ++axis) {
    known_.push_back(at(axis) - number(region.low[axis]));
    if (region.high[axis]) known_.push_back(number(*region.high[axis]) - at(axis));
  }
}

void Facts::add_binder(std::size_t binder) {
  const Binder& range = rule_->binders[binder];
  const Polynomial variable = at(variable_of(binder));
  if (!range.set) {
    know(variable - Polynomial(range.low));
    if (range.high) know(Polynomial(*range.high) - variable);
  } else if (const auto least = least_member(*range.set)) {
    known_.push_back(variable - number(*least));
    if (range.set->kind == NumberSet::Kind::listed)
      known_.push_back(number(range.set->listed.back()) - variable);
  } else {
    known_.push_back(number(-1));
  }
}

void Facts::add_summand_ranges() {
  for (const auto& summand : rule_->summands)
    for (std::size_t axis = 0; axis < summand.size(); ++axis) {
      const Coordinate& coordinate = rules_->coordinates[axis];
      const Polynomial value(summand[axis]);
      know(value - number(coordinate.low));
      if (coordinate.high) know(number(*coordinate.high) - value);
    }
}

// With what the fact says of binders inside floor, ceil, min and max.
void Facts::know(const Polynomial& at_least_zero) {
  known_.push_back(at_least_zero);
  for (Polynomial& fact : straightened(at_least_zero, rules_->dimensions()))
    if (fact != at_least_zero) known_.push_back(std::move(fact));
}

void Facts::add_condition(const Condition& condition, bool holds) {
  if (condition.op == Compare::negation) return add_condition(condition.parts[0], !holds);
  if (condition.op == Compare::all_of || condition.op == Compare::any_of) {
    if (holds == (condition.op == Compare::all_of))
      for (const Condition& part : condition.parts) add_condition(part, holds);
    return;
  }
  for (const Polynomial& fact : at_least_zero(condition, holds)) know(fact);
}

// Facts between variables alone come first: they give the variables' intervals, from
// which the facts about products and atoms are made.
void Facts::linearise() {
  const std::size_t count = rules_->dimensions() + rule_->binders.size();
  variables_.assign(count, {});
  for (Variable v = 0; v < count; ++v) add_unknown({variable(v)}, stated_range(v));
  for (const Polynomial& fact : known_)
    if (is_linear(fact)) add_inequality(fact);
  for (Variable v = 0; v < count; ++v) variables_[v] = {lower(at(v)), upper(at(v))};
  know_set_bits();
  for (std::size_t binder = 0; binder < rule_->binders.size(); ++binder) bound_by_powers(binder);
  for (std::size_t binder = 0; binder < rule_->binders.size(); ++binder) bound_by_ranges(binder);
  for (std::size_t binder = 0; binder < rule_->binders.size(); ++binder) bound_by_exponents(binder);
  for (const Polynomial& fact : known_)
    if (!is_linear(fact)) add_inequality(fact);
}

// Of a binder without an end so far: floor(n / 2) - k >= 0 and n - k * j >= 0 end it where the
// ranges of floor(n / 2), n and j are known.
void Facts::bound_by_ranges(std::size_t binder) {
  const Variable variable = variable_of(binder);
  if (variables_[variable].high) return;
  std::optional<std::int64_t> high;
  for (const Polynomial& fact : known_) {
    const auto parts = is_linear(fact) ? std::nullopt : fact.split(variable);
    if (!parts || parts->coefficient.terms().empty()) continue;
    const Interval slope = range(parts->coefficient);
    const Interval rest = range(parts->rest);
    if (!slope.high || *slope.high >= 0 || !rest.high || *rest.high < 0) continue;
    const std::int64_t end = *rest.high / -*slope.high;
    if (!high || end < *high) high = end;
  }
  if (!high) return;
  add_inequality(number(*high) - at(variable));
  variables_[variable].high = std::max(*high, variables_[variable].low.value_or(*high));
}

// By its range, by what the rule states, or by the number that its bits are of.
bool Facts::is_not_negative(const Expression& number) {
  if (const Interval interval = range(number); interval.low && *interval.low >= 0) return true;
  if (std::ranges::find(known_, Polynomial(number)) != known_.end()) return true;
  const auto& arguments = number.arguments;
  if (number.op == Op::bit_and)
    return is_not_negative(arguments[0]) || is_not_negative(arguments[1]);
  const bool has_fewer_bits = (number.op == Op::floor_divide && arguments[1].op == Op::constant) ||
                              (number.op == Op::subtract && arguments[1].op == Op::bit_and &&
                               arguments[1].arguments[0] == arguments[0]);
  return has_fewer_bits && is_not_negative(arguments[0]);
}

// A number that is not negative is at least the sum of the powers of 2 in it.
void Facts::know_set_bits() {
  set_bits_ = set_bits(known_);
  for (const auto& [of, exponents] : set_bits_) {
    if (!is_not_negative(of)) continue;
    Polynomial rest(of);
    for (const Expression& exponent : exponents)
      rest = rest - Polynomial(Expression{Op::power, 0, {constant(2), exponent}});
    know(rest);
  }
}

// n - 2^k >= 0 ends k where the range of n is known.
void Facts::bound_by_exponents(std::size_t binder) {
  const Variable variable = variable_of(binder);
  for (const Polynomial& fact : known_)
    for (const auto& [monomial, coefficient] : fact.terms()) {
      if (coefficient >= 0 || monomial.size() != 1 || monomial[0].op != Op::power) continue;
      const Expression& exponent = monomial[0].arguments[1];
      const std::int64_t base = monomial[0].arguments[0].value;
      if (exponent != rules::variable(variable) || base < 2) continue;
      const Interval rest = range(fact - number(coefficient) * Polynomial(monomial[0]));
      if (!rest.high || *rest.high < 0) continue;
      std::int64_t end = -1;
      for (std::int64_t most = *rest.high / -coefficient; most > 0; most /= base) ++end;
      auto& high = variables_[variable].high;
      if (high && *high <= end) continue;
      high = std::max(end, variables_[variable].low.value_or(end));
      add_inequality(number(*high) - at(variable));
    }
}

// Higher powers of a binder often end it much earlier than linear facts do.
void Facts::bound_by_powers(std::size_t binder) {
  const Variable variable = variable_of(binder);
  for (const Polynomial& fact : known_) {
    if (is_linear(fact)) continue;
    const auto limit = power_limit(fact, binder);
    if (!limit || !is_linear(limit->numerator)) continue;
    const auto numerator = upper(limit->numerator);
    if (!numerator || *numerator < 0) continue;
    const auto end =
        narrow(Wide{limit->shift} + root_of(*numerator / limit->divisor, limit->degree));
    auto& high = variables_[variable].high;
    if (!end || (high && *high <= *end)) continue;
    high = end;
    add_inequality(number(*end) - at(variable));
  }
}

// The ends of a variable's range given by facts about that variable alone.
Interval Facts::stated_range(Variable variable) const {
  Interval interval;
  for (const Polynomial& fact : known_) {
    const auto parts = fact.split(variable);
    const auto slope = parts ? parts->coefficient.as_constant() : std::nullopt;
    const auto rest = parts ? parts->rest.as_constant() : std::nullopt;
    if (slope == 1 && rest) interval.low = std::max(interval.low.value_or(-*rest), -*rest);
    if (slope == -1 && rest) interval.high = std::min(interval.high.value_or(*rest), *rest);
  }
  return interval;
}

bool Facts::impossible() {
  if (!impossible_)
    impossible_ = maximize(*row(Polynomial()), inequalities_).kind == Optimum::Kind::infeasible;
  return *impossible_;
}

std::optional<std::int64_t> Facts::upper(const Polynomial& polynomial) {
  if (const auto value = polynomial.as_constant()) return value;
  const auto objective = row(polynomial);
  if (!objective) return std::nullopt;
  Optimum optimum = maximize_feasible(*objective, inequalities_);
  // Fewer facts make smaller programs, with smaller numbers.
  const auto try_only = [&](const auto& is_kept) {
    if (optimum.kind != Optimum::Kind::unknown) return;
    std::vector<Inequality> kept;
    std::ranges::copy_if(inequalities_, std::back_inserter(kept), is_kept);
    optimum = maximize_feasible(*objective, kept);
  };
  try_only(has_small_coefficients);
  try_only([&](const Inequality& inequality) { return is_only_about(inequality, *objective); });
  if (optimum.kind != Optimum::Kind::finite) return std::nullopt;
  const auto constant = polynomial.terms().find({});
  return narrow(optimum.value.floor() +
                (constant == polynomial.terms().end() ? 0 : constant->second));
}

std::optional<std::int64_t> Facts::lower(const Polynomial& polynomial) {
  return negated(upper(number(0) - polynomial));
}

std::optional<LinearForms> Facts::linear_forms(const std::vector<Polynomial>& polynomials) {
  LinearForms linear;
  for (const Polynomial& polynomial : polynomials) {
    auto form = row(polynomial);
    if (!form) return std::nullopt;
    const auto constant = polynomial.terms().find({});
    linear.forms.push_back(*std::move(form));
    linear.constants.emplace_back(constant == polynomial.terms().end() ? 0 : constant->second);
  }
  for (auto& form : linear.forms) form.resize(columns_);
  linear.inequalities = inequalities_;
  for (Inequality& inequality : linear.inequalities) inequality.coefficients.resize(columns_);
  return linear;
}

std::optional<std::vector<Rational>> Facts::row(const Polynomial& polynomial) {
  for (const auto& [monomial, coefficient] : polynomial.terms())
    if (!monomial.empty() && !unknown(monomial)) return std::nullopt;
  std::vector<Rational> coefficients(columns_);
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    if (monomial.empty()) continue;
    const Column column = unknowns_.at(monomial);
    coefficients[column.first] = coefficient;
    if (column.is_signed) coefficients[column.first + 1] = -Rational(coefficient);
  }
  for (Inequality& inequality : inequalities_) inequality.coefficients.resize(columns_);
  return coefficients;
}

Facts::Column Facts::add_unknown(const Polynomial::Monomial& monomial, const Interval& interval) {
  const Column column{columns_, !interval.low || *interval.low < 0};
  columns_ += column.is_signed ? 2 : 1;
  unknowns_.emplace(monomial, column);
  return column;
}

void Facts::add_inequality(const Polynomial& at_least_zero) {
  if (inequalities_.size() >= most_inequalities) return;
  const Polynomial negative = number(0) - at_least_zero;
  auto coefficients = row(negative);
  if (!coefficients) return;
  const auto constant = at_least_zero.terms().find({});
  inequalities_.push_back(
      {*std::move(coefficients), constant == at_least_zero.terms().end() ? 0 : constant->second});
}

std::optional<Facts::Column> Facts::unknown(const Polynomial::Monomial& monomial) {
  Effort::draw(10 * monomial.size());
  if (const auto found = unknowns_.find(monomial); found != unknowns_.end()) return found->second;
  if (columns_ >= most_columns) return std::nullopt;
  const Interval interval = range(monomial);
  const Column fresh = add_unknown(monomial, interval);
  Polynomial self(monomial[0]);
  for (std::size_t i = 1; i < monomial.size(); ++i) self = self * Polynomial(monomial[i]);
  if (interval.low) add_inequality(self - number(*interval.low));
  if (interval.high) add_inequality(number(*interval.high) - self);
  try {
    if (monomial.size() == 1)
      describe_atom(monomial[0]);
    else
      describe_product(monomial);
  } catch (const std::overflow_error&) {  // the facts so far hold
  }
  return fresh;
}

Interval Facts::range(const Polynomial& polynomial) {
  Interval total{0, 0};
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    const Interval of = range(monomial);
    const Interval scaled = coefficient < 0 ? negated(of) : of;
    const std::int64_t factor = coefficient < 0 ? -coefficient : coefficient;
    const auto times = [&](const std::optional<std::int64_t>& end) {
      return end ? narrow(Wide{factor} * *end) : std::nullopt;
    };
    total = sum(total, {times(scaled.low), times(scaled.high)});
  }
  return total;
}

Interval Facts::range(const Polynomial::Monomial& monomial) {
  Interval interval{1, 1};
  for (std::size_t i = 0; i < monomial.size(); ++i) {
    interval = product(interval, range(monomial[i]));
    if (i > 0 && monomial[i] == monomial[i - 1] && (!interval.low || *interval.low < 0))
      interval.low = monomial.size() == 2 ? std::optional<std::int64_t>(0) : std::nullopt;
  }
  return interval;
}

Interval Facts::range(const Expression& expression) {
  Effort::draw(1);
  if (expression.op == Op::constant) return {expression.value, expression.value};
  if (expression.op == Op::variable) return variables_[static_cast<std::size_t>(expression.value)];
  std::vector<Interval> arguments;
  for (const Expression& argument : expression.arguments) arguments.push_back(range(argument));
  return interval_of(expression, arguments);
}

Limits Facts::limits(std::size_t binder) {
  Limits limits;
  for (const Polynomial& fact : known_) {
    const auto keep = [](std::vector<Limit>& list, std::optional<Limit> limit) {
      if (limit && std::find(list.begin(), list.end(), *limit) == list.end())
        list.push_back(std::move(*limit));
    };
    keep(limits.upper, limit(fact, binder, true));
    keep(limits.lower, limit(fact, binder, false));
  }
  return limits;
}

bool Facts::is_bounded(std::size_t binder) {
  return std::ranges::any_of(known_, [&](const Polynomial& fact) {
    return limit(fact, binder, true) || power_limit(fact, binder);
  });
}

// The fact with `low` for the variable, if it does not rise from there on: written in powers of
// variable - low, it has no coefficient that may be positive.
std::optional<Polynomial> Facts::where_least(const Polynomial& fact, Variable variable,
                                             const Polynomial& low) {
  auto by_power = fact.powers(variable);
  if (!by_power) return std::nullopt;
  for (std::size_t done = 0; done + 1 < by_power->size(); ++done)  // Taylor shift by Horner
    for (std::size_t i = by_power->size() - 1; i-- > done;)
      (*by_power)[i] = (*by_power)[i] + low * (*by_power)[i + 1];
  for (std::size_t i = 1; i < by_power->size(); ++i)
    if (const auto most = upper((*by_power)[i]); !most || *most > 0) return std::nullopt;
  return by_power->front();
}

namespace {

std::optional<Polynomial> low_end(const Binder& range) {
  if (!range.set) return Polynomial(range.low);
  const auto least = least_member(*range.set);
  return least ? std::optional(number(*least)) : std::nullopt;
}

std::optional<Polynomial> high_end(const Binder& range) {
  if (range.high) return Polynomial(*range.high);
  if (!range.set || range.set->kind != NumberSet::Kind::listed || range.set->listed.empty())
    return std::nullopt;
  return number(range.set->listed.back());
}

}  // namespace

// Replaces later binders by the end of their range that makes the fact weakest, so the result
// still follows from it. Nothing if that end is not known.
std::optional<Polynomial> Facts::without_later_binders(const Polynomial& at_least_zero,
                                                       std::size_t binder) {
  Polynomial fact = at_least_zero;
  for (std::size_t later = rule_->binders.size(); later-- > binder + 1;) {
    const Variable variable = variable_of(later);
    if (!fact.mentions(variable)) continue;
    const Binder& range = rule_->binders[later];
    const auto parts = fact.split(variable);
    if (!parts) {
      const auto low = low_end(range);
      auto at_low = low ? where_least(fact, variable, *low) : std::nullopt;
      if (!at_low) return std::nullopt;
      fact = *std::move(at_low);
      continue;
    }
    const auto low = lower(parts->coefficient);
    const auto high = upper(parts->coefficient);
    const bool rises = low && *low >= 0;
    if (!rises && !(high && *high <= 0)) return std::nullopt;
    const auto end = rises ? high_end(range) : low_end(range);
    if (!end) return std::nullopt;
    fact = parts->rest + parts->coefficient * *end;
  }
  return fact;
}

std::optional<Limit> Facts::limit(const Polynomial& at_least_zero, std::size_t binder, bool upper) {
  try {
    const auto fact = without_later_binders(at_least_zero, binder);
    const auto parts = fact ? fact->split(variable_of(binder)) : std::nullopt;
    if (!parts || parts->coefficient.terms().empty()) return std::nullopt;
    const Polynomial divisor = upper ? number(0) - parts->coefficient : parts->coefficient;
    const auto least = lower(divisor);
    if (!least || *least < 1) return std::nullopt;
    return Limit{upper ? parts->rest : number(0) - parts->rest, divisor};
  } catch (const std::overflow_error&) {
    return std::nullopt;
  }
}

// With binder = shift + t the fact is numerator - c_1 t - c_2 t^2 .. >= 0. If no c_i can be
// negative, each says that c_i t^i <= numerator, for t >= 0. The last one says most.
std::optional<PowerLimit> Facts::power_limit(const Polynomial& at_least_zero, std::size_t binder) {
  const Variable variable = variable_of(binder);
  const auto shift = variables_[variable].low;
  if (!shift) return std::nullopt;
  try {
    auto fact = without_later_binders(at_least_zero, binder);
    const auto original = fact ? fact->powers(variable) : std::nullopt;
    if (!original || original->size() < 3) return std::nullopt;
    const std::size_t degree = original->size() - 1;
    std::vector<Polynomial> by_power = *original;
    for (std::size_t done = 0; done < degree && *shift != 0; ++done)  // Taylor shift by Horner
      for (std::size_t i = degree; i-- > done;)
        by_power[i] = by_power[i] + number(*shift) * by_power[i + 1];
    PowerLimit limit{by_power[0], 0, degree, *shift, true};
    for (std::size_t i = 1; i <= degree; ++i) {
      const auto least = lower(number(0) - by_power[i]);
      if (!least || *least < (i == degree ? 1 : 0)) return std::nullopt;
      if (i == degree) limit.divisor = *least;
      if (i < degree && !by_power[i].terms().empty()) limit.exact = false;
    }
    const bool is_plain = std::all_of(original->begin() + 1, original->end() - 1,
                                      [](const Polynomial& c) { return c.terms().empty(); });
    if (is_plain && *shift >= 0) {  // shifting would only blur it
      limit.numerator = original->front();
      limit.shift = 0;
      limit.exact = true;
    }
    limit.exact = limit.exact && *fact == at_least_zero && by_power[degree].as_constant();
    return limit;
  } catch (const std::overflow_error&) {
    return std::nullopt;
  }
}

}  // namespace grundy::rules
