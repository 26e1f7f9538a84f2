#include "compile/kinks.hpp"

#include <optional>
#include <utility>

#include "rules/proofs/polynomial.hpp"
#include "rules/rules.hpp"

namespace grundy::compile {
namespace {

using rules::Condition;
using rules::Expression;
using rules::OptionRule;
using rules::Polynomial;

constexpr std::size_t most_pieces = 16;

bool bends(const Expression& expression, rules::Variable binder) {
  if (expression.op != Expression::Op::minimum && expression.op != Expression::Op::maximum)
    return false;
  if (expression.arguments.size() != 2) return false;
  const Polynomial difference =
      Polynomial(expression.arguments[0]) - Polynomial(expression.arguments[1]);
  return difference.mentions(binder) && difference.split(binder).has_value();
}

std::optional<Expression> find_kink(const Expression& expression, rules::Variable binder) {
  for (const Expression& argument : expression.arguments)
    if (auto kink = find_kink(argument, binder)) return kink;
  if (bends(expression, binder)) return expression;
  return std::nullopt;
}

std::optional<Expression> find_kink(const OptionRule& rule, rules::Variable binder) {
  for (const auto& summand : rule.summands)
    for (const Expression& coordinate : summand)
      if (auto kink = find_kink(coordinate, binder)) return kink;
  return std::nullopt;
}

// The rule where `op` holds between the two sides of the kink, so that it is `side`.
OptionRule piece(const OptionRule& rule, const Expression& kink, Condition::Op op,
                 std::size_t side) {
  OptionRule result = rule;
  result.when = {Condition::Op::all_of, {}, {rule.when, {op, kink.arguments, {}}}};
  for (auto& summand : result.summands)
    for (Expression& coordinate : summand)
      coordinate = rules::replaced(coordinate, kink, kink.arguments[side]);
  return result;
}

void cut(const OptionRule& rule, rules::Variable binder, std::vector<OptionRule>& pieces,
         std::size_t depth) {
  const auto kink = depth == 0 ? std::nullopt : find_kink(rule, binder);
  if (!kink) {
    pieces.push_back(rule);
    return;
  }
  const std::size_t lesser = kink->op == Expression::Op::minimum ? 0 : 1;
  cut(piece(rule, *kink, Condition::Op::less_equal, lesser), binder, pieces, depth - 1);
  cut(piece(rule, *kink, Condition::Op::greater, 1 - lesser), binder, pieces, depth - 1);
}

}  // namespace

std::vector<OptionRule> without_kinks(const rules::Rules& rules, const OptionRule& rule) {
  if (rule.binders.empty()) return {rule};
  constexpr std::size_t depth = 4;
  static_assert(std::size_t{1} << depth == most_pieces);
  std::vector<OptionRule> pieces;
  cut(rule, rules.dimensions() + rule.binders.size() - 1, pieces, depth);
  return pieces;
}

}  // namespace grundy::compile
