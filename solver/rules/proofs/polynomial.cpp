#include "rules/proofs/polynomial.hpp"

#include <algorithm>
#include <compare>
#include <stdexcept>

#include "rules/proofs/effort.hpp"

namespace grundy::rules {
namespace {

using Op = Expression::Op;

std::int64_t checked_product(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_mul_overflow(a, b, &result)) throw std::overflow_error("polynomial");
  return result;
}

bool is_variable(const Expression& expression, Variable variable) {
  return expression.op == Op::variable && expression.value == static_cast<std::int64_t>(variable);
}

Expression node(Op op, Expression left, Expression right) {
  return {op, 0, {std::move(left), std::move(right)}};
}

// Three-way, because two calls of `less` for each level would double the work with every level.
std::strong_ordering order(const Expression& a, const Expression& b);

std::strong_ordering order(const std::vector<Expression>& a, const std::vector<Expression>& b) {
  return std::lexicographical_compare_three_way(
      a.begin(), a.end(), b.begin(), b.end(),
      [](const Expression& x, const Expression& y) { return order(x, y); });
}

std::strong_ordering order(const Expression& a, const Expression& b) {
  if (const auto by_op = a.op <=> b.op; by_op != 0) return by_op;
  if (const auto by_value = a.value <=> b.value; by_value != 0) return by_value;
  if (const auto by_array = a.array <=> b.array; by_array != 0) return by_array;
  return order(a.arguments, b.arguments);
}

std::uint64_t size(const std::vector<Expression>& expressions) {
  std::uint64_t sum = 1;
  for (const Expression& expression : expressions) sum += size(expression.arguments);
  return sum;
}

// Draws the steps of finding a monomial among others.
void draw_for(const Polynomial::Monomial& monomial) {
  Effort::draw(10 + 2 * size(monomial));
}

}  // namespace

bool ByStructure::operator()(const Expression& a, const Expression& b) const {
  return order(a, b) < 0;
}

bool Polynomial::ByAtoms::operator()(const Monomial& a, const Monomial& b) const {
  return order(a, b) < 0;
}

bool mentions(const Expression& expression, Variable variable) {
  return is_variable(expression, variable) ||
         std::any_of(expression.arguments.begin(), expression.arguments.end(),
                     [&](const Expression& argument) { return mentions(argument, variable); });
}

Polynomial::Polynomial(std::int64_t constant) {
  add({}, constant);
}

Polynomial::Polynomial(const Expression& expression) {
  const auto argument = [&](std::size_t i) { return Polynomial(expression.arguments[i]); };
  switch (expression.op) {
    case Op::constant:
      add({}, expression.value);
      break;
    case Op::add:
      *this = argument(0) + argument(1);
      break;
    case Op::subtract:
      *this = argument(0) - argument(1);
      break;
    case Op::multiply:
      *this = argument(0) * argument(1);
      break;
    default:
      add({expression}, 1);
  }
}

std::optional<std::int64_t> Polynomial::as_constant() const {
  if (terms_.empty()) return 0;
  if (terms_.size() == 1 && terms_.begin()->first.empty()) return terms_.begin()->second;
  return std::nullopt;
}

bool Polynomial::mentions(Variable variable) const {
  for (const auto& [monomial, coefficient] : terms_)
    for (const Expression& atom : monomial)
      if (rules::mentions(atom, variable)) return true;
  return false;
}

Expression Polynomial::expression() const {
  std::optional<Expression> total;
  for (const auto& [monomial, coefficient] : terms_) {
    std::optional<Expression> term;
    for (const Expression& atom : monomial)
      term = term ? node(Op::multiply, std::move(*term), atom) : atom;
    const std::int64_t size = coefficient < 0 && total ? -coefficient : coefficient;
    if (!term)
      term = constant(size);
    else if (size != 1)
      term = node(Op::multiply, constant(size), std::move(*term));
    total = !total ? std::move(*term)
                   : node(size == coefficient ? Op::add : Op::subtract, std::move(*total),
                          std::move(*term));
  }
  return total.value_or(constant(0));
}

std::optional<Polynomial::Split> Polynomial::split(Variable variable) const {
  Split parts;
  for (const auto& [monomial, coefficient] : terms_) {
    draw_for(monomial);
    Monomial others;
    for (const Expression& atom : monomial)
      if (!is_variable(atom, variable)) {
        if (rules::mentions(atom, variable)) return std::nullopt;
        others.push_back(atom);
      }
    if (others.size() == monomial.size())
      parts.rest.add(monomial, coefficient);
    else if (others.size() + 1 == monomial.size())
      parts.coefficient.add(others, coefficient);
    else
      return std::nullopt;
  }
  return parts;
}

std::optional<std::vector<Polynomial>> Polynomial::powers(Variable variable) const {
  std::vector<Polynomial> coefficients(1);
  for (const auto& [monomial, coefficient] : terms_) {
    draw_for(monomial);
    Monomial others;
    for (const Expression& atom : monomial)
      if (!is_variable(atom, variable)) {
        if (rules::mentions(atom, variable)) return std::nullopt;
        others.push_back(atom);
      }
    const std::size_t power = monomial.size() - others.size();
    if (power >= coefficients.size()) coefficients.resize(power + 1);
    coefficients[power].add(others, coefficient);
  }
  return coefficients;
}

std::optional<Polynomial> Polynomial::substitute(Variable variable, const Polynomial& value) const {
  const auto parts = split(variable);
  if (!parts) return std::nullopt;
  return parts->rest + parts->coefficient * value;
}

void Polynomial::add(const Monomial& monomial, std::int64_t coefficient) {
  if (coefficient == 0) return;
  draw_for(monomial);
  const auto [term, fresh] = terms_.try_emplace(monomial, coefficient);
  if (fresh) return Effort::check_terms(terms_.size());
  if (__builtin_add_overflow(term->second, coefficient, &term->second))
    throw std::overflow_error("polynomial");
  if (term->second == 0) terms_.erase(term);
}

Polynomial operator+(const Polynomial& a, const Polynomial& b) {
  Effort::draw(10 * a.terms_.size());
  Polynomial sum = a;
  for (const auto& [monomial, coefficient] : b.terms_) sum.add(monomial, coefficient);
  return sum;
}

Polynomial operator-(const Polynomial& a, const Polynomial& b) {
  Effort::draw(10 * a.terms_.size());
  Polynomial difference = a;
  for (const auto& [monomial, coefficient] : b.terms_)
    difference.add(monomial, checked_product(-1, coefficient));
  return difference;
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  Polynomial product;
  for (const auto& [left, x] : a.terms_)
    for (const auto& [right, y] : b.terms_) {
      Polynomial::Monomial both;
      std::merge(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(both),
                 ByStructure{});
      product.add(both, checked_product(x, y));
    }
  return product;
}

}  // namespace grundy::rules
