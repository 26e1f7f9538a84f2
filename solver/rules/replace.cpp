#include "rules/replace.hpp"

namespace grundy::rules {

Expression replaced(const Expression& expression, const Expression& from, const Expression& to) {
  if (expression == from) return to;
  Expression result = expression;
  for (Expression& argument : result.arguments) argument = replaced(argument, from, to);
  return result;
}

Condition replaced(const Condition& condition, const Expression& from, const Expression& to) {
  Condition result = condition;
  for (Expression& side : result.sides) side = replaced(side, from, to);
  for (Condition& part : result.parts) part = replaced(part, from, to);
  return result;
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
