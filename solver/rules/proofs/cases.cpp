#include "rules/proofs/cases.hpp"

#include <utility>
#include <vector>

namespace grundy::rules {
namespace {

// The innermost min or max of an expression, if there is one.
const Expression* choice_in(const Expression& expression) {
  for (const Expression& argument : expression.arguments)
    if (const Expression* const choice = choice_in(argument)) return choice;
  const bool is_choice =
      expression.op == Expression::Op::minimum || expression.op == Expression::Op::maximum;
  return is_choice ? &expression : nullptr;
}

const Expression* choice_in(const Condition& condition) {
  for (const Expression& side : condition.sides)
    if (const Expression* const choice = choice_in(side)) return choice;
  for (const Condition& part : condition.parts)
    if (const Expression* const choice = choice_in(part)) return choice;
  return nullptr;
}

const Expression* choice_in(const OptionRule& rule) {
  for (const auto& summand : rule.summands)
    for (const Expression& coordinate : summand)
      if (const Expression* const choice = choice_in(coordinate)) return choice;
  for (const Stretch& stretch : rule.stretches)
    if (const Expression* const choice = choice_in(stretch.count)) return choice;
  return choice_in(rule.when);
}

// Appends rules whose options together are those of `rule`, in each of which every min and max is
// one of its arguments. Keeps some if the cases are more than `most`.
void add_cases(const OptionRule& rule, std::size_t most, std::vector<OptionRule>& cases) {
  const Expression* const found = choice_in(rule);
  if (!found || found->arguments.size() > most) return cases.push_back(rule);
  const Expression choice = *found;
  const bool least = choice.op == Expression::Op::minimum;
  for (const Expression& chosen : choice.arguments) {
    OptionRule one = replaced(rule, choice, chosen);
    std::vector<Condition> all{std::move(one.when)};
    for (const Expression& other : choice.arguments)
      all.push_back(
          compare(least ? Condition::Op::less_equal : Condition::Op::greater_equal, chosen, other));
    one.when = join(Condition::Op::all_of, std::move(all));
    add_cases(one, most / choice.arguments.size(), cases);
  }
}

}  // namespace

std::optional<Rules> by_cases(const Rules& rules) {
  constexpr std::size_t most_cases = 32;  // of a rule
  constexpr std::size_t most_rules = 512;
  Rules split = rules;
  split.options.clear();
  for (const OptionRule& rule : rules.options) add_cases(rule, most_cases, split.options);
  if (split.options.size() == rules.options.size() || split.options.size() > most_rules)
    return std::nullopt;
  return split;
}

}  // namespace grundy::rules
