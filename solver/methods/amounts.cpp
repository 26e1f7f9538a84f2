#include "methods/amounts.hpp"

#include <utility>

#include "rules/expression.hpp"
#include "rules/proofs/bounds.hpp"
#include "rules/proofs/polynomial.hpp"
#include "rules/rules.hpp"

namespace grundy::family {
namespace {

using rules::Condition;
using rules::Expression;
using rules::Polynomial;

// Whether a condition holds, given that of its comparisons; nothing if that depends on an unknown.
template <class Compares>
std::optional<bool> holds(const Condition& condition, const Compares& compares) {
  if (!condition.sides.empty()) return compares(condition);
  if (condition.op == Condition::Op::negation) {
    const auto part = holds(condition.parts[0], compares);
    return part ? std::optional(!*part) : std::nullopt;
  }
  const bool all = condition.op == Condition::Op::all_of;
  std::optional<bool> result = all;
  for (const Condition& part : condition.parts) {
    const auto one = holds(part, compares);
    if (one == !all) return one;
    if (!one) result.reset();
  }
  return result;
}

std::optional<std::int64_t> value_of(const Expression& expression, rules::Variable variable,
                                     std::int64_t amount) {
  if (expression.op == Expression::Op::constant) return expression.value;
  if (expression.op == Expression::Op::variable)
    return std::cmp_equal(expression.value, variable) ? std::optional(amount) : std::nullopt;
  auto result = value_of(expression.arguments[0], variable, amount);
  for (std::size_t i = 1; i < expression.arguments.size() && result; ++i) {
    const auto next = value_of(expression.arguments[i], variable, amount);
    if (!next || (rules::divides(expression.op) && *next < 1)) return std::nullopt;
    result = rules::calculate(expression.op, *result, *next);
  }
  return result;
}

std::optional<bool> holds_of(const Condition& condition, rules::Variable variable,
                             std::int64_t amount) {
  return holds(condition, [&](const Condition& comparison) -> std::optional<bool> {
    const auto left = value_of(comparison.sides[0], variable, amount);
    const auto right = value_of(comparison.sides[1], variable, amount);
    if (!left || !right) return std::nullopt;
    return rules::is_true(
        rules::compare(comparison.op, rules::constant(*left), rules::constant(*right)));
  });
}

// What is known of all amounts from most_amounts on, as variable 0.
class Others {
 public:
  Others() {
    rules_.coordinates.push_back({"amount", most_amounts, std::nullopt});
    facts_.emplace(rules::Facts::of_region(rules_, rule_, rules::Region::everything(rules_)));
  }
  Others(const Others&) = delete;  // facts_ points into it
  Others& operator=(const Others&) = delete;

  // Whether it holds of all, or of none; nothing if unknown.
  std::optional<bool> compares(const Condition& comparison) {
    using Op = Condition::Op;
    const Polynomial difference = Polynomial(comparison.sides[0]) - Polynomial(comparison.sides[1]);
    const auto low = facts_->lower(difference);
    const auto high = facts_->upper(difference);
    const auto between = [](bool always, bool never) {
      return always || never ? std::optional(always) : std::nullopt;
    };
    const bool positive = low && *low > 0;
    const bool negative = high && *high < 0;
    const bool not_negative = low && *low >= 0;
    const bool not_positive = high && *high <= 0;
    switch (comparison.op) {
      case Op::less:
        return between(negative, not_negative);
      case Op::less_equal:
        return between(not_positive, positive);
      case Op::greater:
        return between(positive, not_positive);
      case Op::greater_equal:
        return between(not_negative, negative);
      case Op::equal:
        return between(not_negative && not_positive, positive || negative);
      default:
        return between(positive || negative, not_negative && not_positive);
    }
  }

 private:
  rules::Rules rules_;
  rules::OptionRule rule_;
  std::optional<rules::Facts> facts_;
};

}  // namespace

std::optional<Amounts> Amounts::allowed_by(const Condition& condition, rules::Variable amount) {
  Amounts allowed;
  for (std::int64_t value = 0; value < most_amounts; ++value) {
    const auto is_allowed = holds_of(condition, amount, value);
    if (!is_allowed) return std::nullopt;
    allowed.first_.push_back(*is_allowed);
  }
  Others others;
  const auto all = holds(rules::replaced(condition, rules::variable(amount), rules::variable(0)),
                         [&](const Condition& comparison) { return others.compares(comparison); });
  if (!all) return std::nullopt;
  allowed.others_ = *all;
  return allowed;
}

}  // namespace grundy::family
