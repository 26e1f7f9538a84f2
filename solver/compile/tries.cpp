#include "compile/tries.hpp"

#include <algorithm>
#include <cmath>

#include "rules/proofs/polynomial.hpp"

namespace grundy::compile {

Tries::Tried::Tried(const rules::Binder& binder) {
  using Kind = rules::NumberSet::Kind;
  if (binder.set) {
    if (binder.set->kind == Kind::listed) constant = static_cast<double>(binder.set->listed.size());
    if (binder.set->kind == Kind::powers)
      log_base = std::log(static_cast<double>(std::max<std::int64_t>(2, binder.set->base)));
    return;
  }
  if (!binder.high) return;
  const rules::Polynomial low(binder.low);
  const rules::Polynomial high(*binder.high);
  const auto length = (high - low).as_constant();
  if (length) constant = std::max(1.0, static_cast<double>(*length) + 1);
  for (const auto& [monomial, coefficient] : high.terms())
    degree = std::max(degree, static_cast<double>(monomial.size()));
}

double Tries::Tried::operator()(double sum) const {
  if (constant != 0) return constant;
  return log_base != 0 ? 1 + std::log(sum) / log_base : std::pow(sum, degree);
}

Tries::Tries(const rules::Rules& rules) : low_(rules.low_corner()) {
  for (const rules::OptionRule& rule : rules.options)
    tried_.emplace_back(rule.binders.begin(), rule.binders.end());
}

double Tries::operator()(const Position& position) const {
  double sum = 1;
  for (std::size_t axis = 0; axis < position.size(); ++axis)
    sum += static_cast<double>(position[axis]) - static_cast<double>(low_[axis]);
  double all = 0;
  for (const std::vector<Tried>& binders : tried_) {
    double of_rule = 1;
    for (const Tried& tried : binders) of_rule *= tried(sum);
    all += of_rule;
  }
  return all;
}

}  // namespace grundy::compile
