#include "methods/splits/splits.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "methods/family.hpp"
#include "methods/forms.hpp"
#include "rules/proofs/polynomial.hpp"

namespace grundy::split {

using rules::Binder;
using rules::Expression;
using rules::OptionRule;
using rules::Polynomial;
using rules::Rules;
using rules::Variable;

namespace {

// A binder over more numbers than this is not written out as steps.
constexpr std::int64_t most_steps = 64;

// The only coordinate that a move to this position changes.
std::optional<Variable> axis_of_change(const std::vector<Expression>& to) {
  std::optional<Variable> axis;
  for (Variable at = 0; at < to.size(); ++at) {
    if (Polynomial(to[at]) == Polynomial(rules::variable(at))) continue;
    if (axis) return std::nullopt;
    axis = at;
  }
  return axis;
}

// polynomial - variable, if that is a constant.
std::optional<std::int64_t> excess(const Polynomial& polynomial, Variable variable) {
  return (polynomial - Polynomial(rules::variable(variable))).as_constant();
}

// The t with polynomial = floor((variable - t) / 2).
std::optional<std::int64_t> taken_before_halving(const Polynomial& polynomial, Variable variable) {
  std::int64_t twice = 0;
  std::optional<std::int64_t> taken;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    if (monomial.empty()) {
      twice = 2 * coefficient;
      continue;
    }
    if (taken || monomial.size() != 1 || coefficient != 1) return std::nullopt;
    const Expression& atom = monomial[0];
    const bool up = atom.op == Expression::Op::ceil_divide;
    if ((!up && atom.op != Expression::Op::floor_divide) ||
        Polynomial(atom.arguments[1]).as_constant() != 2)
      return std::nullopt;
    const auto added = excess(Polynomial(atom.arguments[0]), variable);
    if (!added) return std::nullopt;
    taken = -*added - (up ? 1 : 0);
  }
  if (!taken) return std::nullopt;
  return *taken - twice;
}

// A rule whose first part is the binder plus a constant.
struct Halves {
  Split split;
  std::int64_t low;      // of the coordinate
  Polynomial part_high;  // the greatest first part, where `ends`
  bool ends;
};

std::optional<Split> both_halves(Halves halves) {
  // The second part is at least x - taken - part_high, and never below the coordinate's low.
  std::int64_t other = halves.low;
  if (halves.ends) {
    const auto excess_high = excess(halves.part_high, halves.split.axis);
    if (!excess_high) return std::nullopt;
    other = std::max(other, -halves.split.taken - *excess_high);
  }
  if (other != halves.split.least) return std::nullopt;
  return halves.split;
}

std::optional<Split> smaller_half(Halves halves) {
  if (!halves.ends) return std::nullopt;
  const auto taken = taken_before_halving(halves.part_high, halves.split.axis);
  if (!taken || *taken < halves.split.taken || *taken > halves.split.taken + 1) return std::nullopt;
  halves.split.unequal = *taken > halves.split.taken;
  return halves.split;
}

// The split in which `part` is the binder plus a constant, and `other` the rest.
std::optional<Split> split_by(const Rules& rules, const Binder& binder, Variable axis,
                              const Polynomial& part, const Polynomial& other) {
  const auto from = excess(part, rules.dimensions());
  const auto rest = excess(part + other, axis);
  const auto least = Polynomial(binder.low).as_constant();
  if (!from || !rest || !least) return std::nullopt;
  const std::int64_t low = rules.coordinates[axis].low;
  Halves halves{{axis, -*rest, std::max(low, *least + *from), false}, low, {}, false};
  if (halves.split.taken + halves.split.least < 1) return std::nullopt;
  if (binder.high) {
    halves.ends = true;
    halves.part_high = Polynomial(*binder.high) + Polynomial(*from);
  }
  const auto whole = both_halves(halves);
  return whole ? whole : smaller_half(halves);
}

std::optional<Split> as_split(const Rules& rules, const OptionRule& rule) {
  if (rule.summands.size() != 2 || rule.binders.size() != 1 || rule.binders[0].set ||
      !rules::is_true(rule.when))
    return std::nullopt;
  const auto axis = axis_of_change(rule.summands[0]);
  if (!axis || axis != axis_of_change(rule.summands[1])) return std::nullopt;
  const Polynomial first(rule.summands[0][*axis]);
  const Polynomial second(rule.summands[1][*axis]);
  const auto split = split_by(rules, rule.binders[0], *axis, first, second);
  return split ? split : split_by(rules, rule.binders[0], *axis, second, first);
}

// The constant v with `to` = x - v, where the binder, if there is one, is `member`.
std::optional<Step> step_to(const std::vector<Expression>& to, std::optional<std::int64_t> member) {
  Step step;
  for (Variable axis = 0; axis < to.size(); ++axis) {
    std::optional<Polynomial> moved(to[axis]);
    if (member) moved = moved->substitute(to.size(), Polynomial(*member));
    const auto added = moved ? excess(*moved, axis) : std::nullopt;
    if (!added || *added > 0) return std::nullopt;
    step.push_back(-*added);
  }
  if (std::all_of(step.begin(), step.end(), [](std::int64_t v) { return v == 0; }))
    return std::nullopt;
  return step;
}

// The constants a binder runs over, if they are few.
std::optional<std::vector<std::int64_t>> few_members(const Binder& binder) {
  if (binder.set) {
    const auto& listed = binder.set->listed;
    if (binder.set->kind != rules::NumberSet::Kind::listed || listed.size() > most_steps)
      return std::nullopt;
    return listed;
  }
  const auto low = Polynomial(binder.low).as_constant();
  const auto high = binder.high ? Polynomial(*binder.high).as_constant() : std::nullopt;
  if (!low || !high || *high - *low >= most_steps) return std::nullopt;
  std::vector<std::int64_t> members;
  for (std::int64_t member = *low; member <= *high; ++member) members.push_back(member);
  return members;
}

std::optional<std::vector<Step>> as_steps(const OptionRule& rule) {
  if (rule.summands.size() != 1 || rule.binders.size() > 1 || !rules::is_true(rule.when))
    return std::nullopt;
  std::vector<std::optional<std::int64_t>> members{std::nullopt};
  if (!rule.binders.empty()) {
    const auto few = few_members(rule.binders[0]);
    if (!few) return std::nullopt;
    members.assign(few->begin(), few->end());
  }
  std::vector<Step> steps;
  for (const auto& member : members) {
    auto step = step_to(rule.summands[0], member);
    if (!step) return std::nullopt;
    steps.push_back(std::move(*step));
  }
  return steps;
}

template <class T>
void add_once(std::vector<T>& all, T one) {
  if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(std::move(one));
}

}  // namespace

Result<Splits> recognise_splits(const Rules& rules) {
  using family::does_not_apply;
  if (rules.dimensions() < 2) return does_not_apply("there is one coordinate only");
  Splits found;
  for (const OptionRule& rule : rules.options) {
    if (const auto split = as_split(rules, rule)) {
      add_once(found.splits, *split);
    } else if (const auto steps = as_steps(rule)) {
      for (const Step& step : *steps) add_once(found.steps, step);
    } else {
      return does_not_apply(fmt::format("line {} is neither a split nor a step", rule.place.line));
    }
  }
  if (found.splits.empty()) return does_not_apply("no rule is a split");
  found.symmetric = rules.symmetric;
  return found;
}

}  // namespace grundy::split
