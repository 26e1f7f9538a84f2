// rules/proofs/polynomial.hpp: expressions in normal form.
//
// A polynomial with integer coefficients over atoms; an atom is a variable or a
// floor, ceil, mod, min or max of expressions. Two expressions that differ only by
// ordinary algebra have equal polynomials, so s - c + c is s. Arithmetic throws std::overflow_error
// for coefficients beyond 64 bits, and EffortSpent for too many terms or steps.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "rules/expression.hpp"

namespace grundy::rules {

struct ByStructure {
  bool operator()(const Expression& a, const Expression& b) const;
};

class Polynomial {
 public:
  using Monomial = std::vector<Expression>;  // atoms, sorted; empty: the constant
  struct ByAtoms {
    bool operator()(const Monomial& a, const Monomial& b) const;
  };
  using Terms = std::map<Monomial, std::int64_t, ByAtoms>;  // no zero coefficients

  Polynomial() = default;
  explicit Polynomial(std::int64_t constant);
  explicit Polynomial(const Expression& expression);

  const Terms& terms() const noexcept { return terms_; }
  std::optional<std::int64_t> as_constant() const;
  bool mentions(Variable variable) const;
  Expression expression() const;

  // This is rest + coefficient * variable, with the variable in neither part. Nothing if there is
  // no such split.
  struct Split;
  std::optional<Split> split(Variable variable) const;

  // The coefficients of the powers of the variable, from the constant on. Nothing if it also stands
  // inside an atom.
  std::optional<std::vector<Polynomial>> powers(Variable variable) const;

  // The polynomial with `value` in place of the variable; nothing if the variable
  // also stands inside an atom.
  std::optional<Polynomial> substitute(Variable variable, const Polynomial& value) const;

  friend Polynomial operator+(const Polynomial& a, const Polynomial& b);
  friend Polynomial operator-(const Polynomial& a, const Polynomial& b);
  friend Polynomial operator*(const Polynomial& a, const Polynomial& b);
  friend bool operator==(const Polynomial&, const Polynomial&) = default;

 private:
  void add(const Monomial& monomial, std::int64_t coefficient);
  Terms terms_;
};

struct Polynomial::Split {
  Polynomial rest;
  Polynomial coefficient;
};

// Whether the variable occurs anywhere in the expression.
bool mentions(const Expression& expression, Variable variable);

}  // namespace grundy::rules
