#include "rules/language/binder_of_parts.hpp"

#include <utility>

#include "rules/expression.hpp"

namespace grundy::rules {
namespace {

Expression operation(Expression::Op op, const Expression& left, const Expression& right) {
  return {op, 0, {left, right}};
}

Condition equal(const Expression& left, const Expression& right) {
  return compare(Condition::Op::equal, left, right);
}

Condition at_most(const Expression& left, const Expression& right) {
  return compare(Condition::Op::less_equal, left, right);
}

Condition is_bit(const Expression& number, const Expression& k) {
  const Expression quotient = operation(Expression::Op::floor_divide, number,
                                        operation(Expression::Op::power, constant(2), k));
  return equal(operation(Expression::Op::modulo, quotient, constant(2)), constant(1));
}

}  // namespace

BinderOfParts binder_of_parts(const PartsSyntax& parts, std::string name, const Expression& number,
                              Variable variable) {
  const Expression at = rules::variable(variable);
  const Condition divides = equal(operation(Expression::Op::modulo, number, at), constant(0));
  switch (parts.kind) {
    case PartsSyntax::Kind::bits:
      return {{std::move(name), constant(0), constant(last_bit), {}},
              {at_most(constant(0), number), is_bit(number, at)}};
    case PartsSyntax::Kind::subsets:
      return {{std::move(name), constant(1), number, {}},
              {equal(operation(Expression::Op::bit_and, number, at), at)}};
    case PartsSyntax::Kind::divisors:
      return {{std::move(name), constant(1), number, {}}, {divides}};
    case PartsSyntax::Kind::prime_divisors:
      break;
  }
  return {{std::move(name), {}, {}, NumberSet{NumberSet::Kind::primes, 0, {}}},
          {at_most(constant(2), number), at_most(at, number), divides}};
}

}  // namespace grundy::rules
