#include "methods/heap_moves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "methods/family.hpp"
#include "methods/part_forms.hpp"
#include "rules/expression.hpp"
#include "rules/proofs/bounds.hpp"
#include "rules/proofs/polynomial.hpp"

namespace grundy::family {

using rules::Binder;
using rules::Condition;
using rules::Expression;
using rules::OptionRule;
using rules::Polynomial;
using rules::Rules;
using rules::Variable;

namespace {

constexpr Variable heap = 0;
constexpr Variable first_binder = 1;
constexpr Variable first_part = 100;    // beyond all binders
constexpr Variable taken_amount = 200;  // the heap less its only part
constexpr std::size_t most_choices = 256;

Polynomial part(std::size_t number) {
  return Polynomial(rules::variable(first_part + number));
}

bool is_linear(const Polynomial& polynomial) {
  return std::ranges::all_of(polynomial.terms(), [](const auto& term) {
    return term.first.empty() ||
           (term.first.size() == 1 && term.first[0].op == Expression::Op::variable);
  });
}

// Thrown for rules of another form.
struct OtherForm {};

// A rule in terms of the heap and the binders. Members throw OtherForm.
class Statement {
 public:
  Statement(const Rules& rules, const OptionRule& rule) {
    for (const auto& summand : rule.summands) parts_.emplace_back(summand[0]);
    for (std::size_t number = 0; number < rule.binders.size(); ++number)
      add(first_binder + number, rule.binders[number]);
    add(rule.when);
    const Polynomial low(rules.coordinates[0].low);
    substitute(heap, Polynomial(rules::variable(heap)) + low);
    for (Polynomial& part : parts_) part = part - low;
    at_least_zero_.insert(at_least_zero_.end(), parts_.begin(), parts_.end());
  }

  // Appends the moves that the rule amounts to.
  void add_moves(std::vector<HeapMove>& moves) const {
    if (choices_.empty()) return Statement(*this).solve(moves);
    const auto& [binder, values] = choices_.back();
    if (moves.size() + values.size() > most_choices) throw OtherForm();
    for (const std::int64_t value : values) {
      Statement chosen = *this;
      chosen.choices_.pop_back();
      chosen.substitute(binder, Polynomial(value));
      chosen.add_moves(moves);
    }
  }

 private:
  void add(Variable variable, const Binder& binder) {
    if (binder.set) {
      if (binder.set->kind != rules::NumberSet::Kind::listed) throw OtherForm();
      choices_.emplace_back(variable, binder.set->listed);
      return;
    }
    const auto low = Polynomial(binder.low).as_constant();
    const auto high = binder.high ? Polynomial(*binder.high).as_constant() : std::nullopt;
    if (low && high) return add_range(variable, *low, *high);
    binders_.push_back(variable);
    add_end(variable, binder.low, 1);
    if (binder.high) add_end(variable, *binder.high, -1);
  }

  void add_range(Variable variable, std::int64_t low, std::int64_t high) {
    std::vector<std::int64_t> values;
    for (std::int64_t value = low; value <= high; ++value) {
      if (values.size() == most_choices) throw OtherForm();
      values.push_back(value);
    }
    choices_.emplace_back(variable, std::move(values));
  }

  // sign * (variable - end) >= 0.
  void add_end(Variable variable, const Expression& end, std::int64_t sign) {
    using Op = Expression::Op;
    if (end.op == (sign > 0 ? Op::maximum : Op::minimum)) {
      for (const Expression& each : end.arguments) add_end(variable, each, sign);
      return;
    }
    Polynomial scale(1), bound(end);
    if (end.op == (sign > 0 ? Op::ceil_divide : Op::floor_divide)) {
      const auto divisor = Polynomial(end.arguments[1]).as_constant();
      if (!divisor || *divisor < 1) throw OtherForm();
      scale = Polynomial(*divisor);
      bound = Polynomial(end.arguments[0]);
    }
    at_least_zero_.push_back(Polynomial(sign) *
                             (scale * Polynomial(rules::variable(variable)) - bound));
  }

  void add(const Condition& condition) {
    using Op = Condition::Op;
    if (condition.op == Op::all_of) {
      for (const Condition& each : condition.parts) add(each);
      return;
    }
    if (condition.sides.empty()) return conditions_.push_back(condition);
    const Polynomial difference = Polynomial(condition.sides[0]) - Polynomial(condition.sides[1]);
    if (!is_linear(difference)) return conditions_.push_back(condition);
    if (condition.op == Op::equal) return zero_.push_back(difference);
    if (condition.op == Op::not_equal) return not_zero_.push_back(difference);
    const auto all = rules::at_least_zero(condition, true);
    at_least_zero_.insert(at_least_zero_.end(), all.begin(), all.end());
  }

  void substitute(Variable variable, const Polynomial& value) {
    for (auto* list : {&parts_, &at_least_zero_, &zero_, &not_zero_})
      for (Polynomial& each : *list) {
        auto replaced = each.substitute(variable, value);
        if (!replaced) throw OtherForm();
        each = std::move(*replaced);
      }
    for (Condition& each : conditions_)
      each = rules::replaced(each, rules::variable(variable), value.expression());
  }

  // Replaces a binder by the expression that makes the polynomial equal to `value`; false if no
  // binder can be.
  bool eliminate_binder(const Polynomial& polynomial, const Polynomial& value) {
    for (auto binder = binders_.begin(); binder != binders_.end(); ++binder) {
      const auto split = polynomial.split(*binder);
      const auto sign = split ? split->coefficient.as_constant() : std::nullopt;
      if (sign != 1 && sign != -1) continue;
      const Variable variable = *binder;
      binders_.erase(binder);
      substitute(variable, Polynomial(*sign) * (value - split->rest));
      return true;
    }
    return false;
  }

  void use_equations() {
    for (std::size_t i = 0; i < zero_.size(); ++i) {
      if (eliminate_binder(Polynomial(zero_[i]), Polynomial())) continue;
      at_least_zero_.push_back(zero_[i]);
      at_least_zero_.push_back(Polynomial(std::int64_t{-1}) * zero_[i]);
    }
  }

  // Replaces the binders by the parts, and the heap by the last part if need be. Then the heap is
  // the sum of all parts and of the number that is returned.
  std::optional<std::int64_t> name_parts() {
    std::vector<std::size_t> left;
    for (std::size_t number = 0; number < parts_.size(); ++number)
      if (!eliminate_binder(Polynomial(parts_[number]), part(number))) left.push_back(number);
    std::erase_if(left, [&](std::size_t number) {
      return eliminate_binder(Polynomial(parts_[number]), part(number));
    });
    if (!binders_.empty() || left.size() > 1) throw OtherForm();
    if (left.empty()) return std::nullopt;
    const auto split = parts_[left[0]].split(heap);
    if (!split || split->coefficient.as_constant() != 1) throw OtherForm();
    Polynomial taken = part(left[0]) - split->rest;
    substitute(heap, taken);
    for (std::size_t number = 0; number < parts_.size(); ++number) taken = taken - part(number);
    if (!taken.as_constant()) throw OtherForm();
    return taken.as_constant();
  }

  PartForm form(const Polynomial& polynomial) const {
    PartForm form;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
      if (monomial.empty()) {
        form.rest = coefficient;
        continue;
      }
      if (monomial.size() > 1 || monomial[0].op != Expression::Op::variable) throw OtherForm();
      const auto variable = static_cast<Variable>(monomial[0].value);
      (variable == heap ? form.heap : form.part[variable - first_part]) = coefficient;
    }
    return form;
  }

  static bool is_about_amount(const PartForm& form) {
    return form.heap != 0 && form.part[0] == -form.heap;
  }

  static Condition of_amount(Condition::Op op, const PartForm& form) {
    const Polynomial side =
        Polynomial(form.heap) * Polynomial(rules::variable(taken_amount)) + Polynomial(form.rest);
    return rules::compare(op, side.expression(), rules::constant(0));
  }

  // Drops terms that cancel, so that only unknowns that matter are mentioned.
  static Expression simplified(const Expression& expression) {
    if (expression.arguments.empty()) return expression;
    std::vector<Expression> arguments;
    for (const Expression& argument : expression.arguments)
      arguments.push_back(simplified(argument));
    const Expression result = rules::with_arguments(expression, std::move(arguments));
    if (rules::divides(result.op)) {
      const auto divisor = Polynomial(result.arguments[1]).as_constant();
      if (!divisor || *divisor < 1) throw OtherForm();
    }
    const auto folded = rules::combine(result);
    return folded ? Polynomial(*folded).expression() : result;
  }

  static Condition simplified(const Condition& condition) {
    if (!condition.sides.empty()) {
      const Expression difference{Expression::Op::subtract, 0, condition.sides};
      return rules::compare(condition.op, simplified(difference), rules::constant(0));
    }
    std::vector<Condition> parts;
    for (const Condition& part : condition.parts) parts.push_back(simplified(part));
    if (condition.op == Condition::Op::negation) return rules::negate(std::move(parts[0]));
    return rules::join(condition.op, std::move(parts));
  }

  void solve(std::vector<HeapMove>& moves) {
    if (parts_.size() > most_parts) throw OtherForm();
    use_equations();
    const auto taken = name_parts();
    PartForms forms(parts_.size(), taken);
    const bool has_amount = parts_.size() == 1 && !taken;
    std::vector<Condition> conditions;
    for (const Polynomial& each : at_least_zero_) {
      const PartForm said = form(each);
      if (has_amount && is_about_amount(said) && said.heap != 1)
        conditions.push_back(of_amount(Condition::Op::greater_equal, said));
      else
        forms.at_least_zero(said);
    }
    for (const Polynomial& each : not_zero_) {
      const PartForm said = form(each);
      if (has_amount && is_about_amount(said))
        conditions.push_back(of_amount(Condition::Op::not_equal, said));
      else
        forms.not_zero(said);
    }
    if (has_amount) substitute(heap, part(0) + Polynomial(rules::variable(taken_amount)));
    for (const Condition& each : conditions_) conditions.push_back(simplified(each));
    const Condition all = rules::join(Condition::Op::all_of, std::move(conditions));
    if (rules::is_false(all)) return;
    if (!rules::is_true(all)) {
      auto allowed = has_amount ? Amounts::allowed_by(all, taken_amount) : std::nullopt;
      if (!allowed) throw OtherForm();
      forms.amounts(*std::move(allowed));
    }
    const auto found = forms.moves();
    if (!found) throw OtherForm();
    moves.insert(moves.end(), found->begin(), found->end());
  }

  std::vector<Polynomial> parts_;
  std::vector<Polynomial> at_least_zero_;
  std::vector<Polynomial> zero_;
  std::vector<Polynomial> not_zero_;
  std::vector<Condition> conditions_;  // of other forms
  std::vector<Variable> binders_;
  std::vector<std::pair<Variable, std::vector<std::int64_t>>> choices_;
};

}  // namespace

Result<std::vector<HeapMove>> heap_moves(const Rules& rules) {
  if (rules.dimensions() != 1) return does_not_apply("there is more than one coordinate");
  std::vector<HeapMove> moves;
  for (const OptionRule& rule : rules.options) {
    try {
      Statement(rules, rule).add_moves(moves);
    } catch (const OtherForm&) {
      return does_not_apply(
          fmt::format("line {} does not leave parts of one heap", rule.place.line));
    } catch (const std::overflow_error&) {
      return does_not_apply(fmt::format("line {} has numbers beyond 64 bits", rule.place.line));
    }
  }
  if (moves.empty()) return does_not_apply("there are no moves");
  return moves;
}

}  // namespace grundy::family
