#include "compile/selection.hpp"

#include <algorithm>

#include "rules/expression.hpp"

namespace grundy::compile {
namespace {

using kernels::Selection;
using rules::Condition;
using rules::Expression;
using rules::Polynomial;
using rules::Variable;
using Compare = Condition::Op;

Compare mirrored(Compare op) {
  switch (op) {
    case Compare::less:
      return Compare::greater;
    case Compare::less_equal:
      return Compare::greater_equal;
    case Compare::greater:
      return Compare::less;
    case Compare::greater_equal:
      return Compare::less_equal;
    default:
      return op;
  }
}

// floor(m / 2^k) mod 2 = 1
std::optional<PartsMeant> bits_meant(const Isolated& found, const Expression& k) {
  const Expression& quotient = found.atom.arguments[0];
  if (found.value.as_constant() != 1 || found.atom.arguments[1] != rules::constant(2) ||
      quotient.op != Expression::Op::floor_divide)
    return std::nullopt;
  if (quotient.arguments[1] != Expression{Expression::Op::power, 0, {rules::constant(2), k}})
    return std::nullopt;
  return PartsMeant{Selection::bits, Polynomial(quotient.arguments[0])};
}

// n mod k = 0
std::optional<PartsMeant> divisors_meant(const Isolated& found, const Expression& k) {
  if (found.value.as_constant() != 0 || Polynomial(found.atom.arguments[1]) != Polynomial(k))
    return std::nullopt;
  return PartsMeant{Selection::divisors, Polynomial(found.atom.arguments[0])};
}

// (m band s) = s
std::optional<PartsMeant> subsets_meant(const Condition& condition, const Expression& s) {
  for (const std::size_t side : {0U, 1U}) {
    const Expression& both = condition.sides[side];
    if (both.op != Expression::Op::bit_and || condition.sides[1 - side] != s) continue;
    for (const std::size_t one : {0U, 1U})
      if (both.arguments[one] == s)
        return PartsMeant{Selection::subsets, Polynomial(both.arguments[1 - one])};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Isolated> isolated(const Condition& condition, Variable variable) {
  if (condition.sides.empty()) return std::nullopt;
  const Polynomial difference = Polynomial(condition.sides[0]) - Polynomial(condition.sides[1]);
  std::optional<Isolated> found;
  for (const auto& [monomial, coefficient] : difference.terms()) {
    const bool mentioned = std::ranges::any_of(
        monomial, [&](const Expression& atom) { return rules::mentions(atom, variable); });
    if (!mentioned) continue;
    if (found || monomial.size() != 1 || monomial[0].op == Expression::Op::variable)
      return std::nullopt;
    const Polynomial atom(monomial[0]);
    if (coefficient == 1)
      found = {monomial[0], condition.op, atom - difference};
    else if (coefficient == -1)
      found = {monomial[0], mirrored(condition.op), atom + difference};
    else
      return std::nullopt;
  }
  return found;
}

std::optional<PartsMeant> parts_meant(const Condition& condition, Variable variable) {
  if (condition.op != Compare::equal) return std::nullopt;
  const Expression at = rules::variable(variable);
  std::optional<PartsMeant> meant = subsets_meant(condition, at);
  if (!meant)
    if (const auto found = isolated(condition, variable);
        found && found->atom.op == Expression::Op::modulo) {
      meant = divisors_meant(*found, at);
      if (!meant) meant = bits_meant(*found, at);
    }
  if (!meant || meant->number.mentions(variable)) return std::nullopt;
  return meant;
}

}  // namespace grundy::compile
