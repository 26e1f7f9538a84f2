#include "rules/substitute.hpp"

#include <utility>
#include <vector>

namespace grundy::rules {

// A constant part that overflows or divides by 0 stays as it is written.
Expression at(const Expression& number, std::span<const Expression> coordinates) {
  if (number.op == Expression::Op::variable)
    return coordinates[static_cast<Variable>(number.value)];
  if (number.arguments.empty()) return number;
  std::vector<Expression> arguments;
  for (const Expression& argument : number.arguments)
    arguments.push_back(at(argument, coordinates));
  Expression whole = with_arguments(number, std::move(arguments));
  auto combined = combine(whole);
  return combined ? *std::move(combined) : whole;
}

Condition at(const Condition& condition, std::span<const Expression> coordinates) {
  if (!condition.sides.empty())
    return compare(condition.op, at(condition.sides[0], coordinates),
                   at(condition.sides[1], coordinates));
  std::vector<Condition> parts;
  for (const Condition& part : condition.parts) parts.push_back(at(part, coordinates));
  if (condition.op == Condition::Op::negation) return negate(std::move(parts.front()));
  return join(condition.op, std::move(parts));
}

}  // namespace grundy::rules
