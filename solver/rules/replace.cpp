#include "rules/replace.hpp"

#include <utility>

#include "rules/fold.hpp"

namespace grundy::rules {
namespace {

// As it stands where it cannot be worked out: beyond 64 bits, or divided by 0 or less.
Expression worked_out(Expression expression) {
  if (divides(expression.op) && expression.arguments[1].op == Expression::Op::constant &&
      expression.arguments[1].value < 1)
    return expression;
  const auto simple = combine(expression.op, expression.arguments);
  return simple ? *simple : expression;
}

}  // namespace

Expression replaced(const Expression& expression, const Expression& from, const Expression& to) {
  if (expression == from) return to;
  if (expression.arguments.empty()) return expression;
  Expression result{expression.op, expression.value, {}};
  for (const Expression& argument : expression.arguments)
    result.arguments.push_back(replaced(argument, from, to));
  return worked_out(std::move(result));
}

Condition replaced(const Condition& condition, const Expression& from, const Expression& to) {
  if (!condition.sides.empty())
    return compare(condition.op, replaced(condition.sides[0], from, to),
                   replaced(condition.sides[1], from, to));
  std::vector<Condition> parts;
  for (const Condition& part : condition.parts) parts.push_back(replaced(part, from, to));
  if (condition.op == Condition::Op::negation) return negate(std::move(parts[0]));
  return join(condition.op, std::move(parts));
}

OptionRule replaced(const OptionRule& rule, const Expression& from, const Expression& to) {
  OptionRule result = rule;
  for (Binder& binder : result.binders) {
    binder.low = replaced(binder.low, from, to);
    if (binder.high) binder.high = replaced(*binder.high, from, to);
  }
  result.when = replaced(rule.when, from, to);
  for (auto& summand : result.summands)
    for (Expression& coordinate : summand) coordinate = replaced(coordinate, from, to);
  return result;
}

}  // namespace grundy::rules
