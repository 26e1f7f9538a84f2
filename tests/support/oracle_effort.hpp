// support/oracle_effort.hpp: how long the oracle will take, before it is asked.
#pragma once
#include <algorithm>
#include <vector>

#include "core/box.hpp"
#include "oracle/reach.hpp"
#include "rules/rules.hpp"

namespace grundy::support {

inline bool uses_binder(const rules::Expression& expression, std::size_t dimensions) {
  if (expression.op == rules::Expression::Op::variable)
    return static_cast<std::size_t>(expression.value) >= dimensions;
  return std::ranges::any_of(expression.arguments,
                             [&](const auto& part) { return uses_binder(part, dimensions); });
}

// Values of its binders that are tried at the high corner, where those without end reach farthest.
// One that ends at another one is taken to go as far.
inline double tries_of(const rules::Rules& rules, const rules::OptionRule& rule, const Box& box) {
  const std::vector<double> reaches = oracle::reaches(rules, rule, box.high);
  const double farthest = reaches.empty() ? 1 : std::ranges::max(reaches);
  double tries = 1;
  for (std::size_t i = 0; i < reaches.size(); ++i) {
    const auto& high = rule.binders[i].high;
    const bool follows = high && uses_binder(*high, rules.dimensions());
    tries *= std::max(1.0, follows ? farthest : reaches[i]);
  }
  return tries;
}

// Over all positions of the box. What binders with an end of their own add is little beside it.
inline double oracle_tries(const rules::Rules& rules, const Box& box) {
  double tries = 0;
  for (const rules::OptionRule& rule : rules.options) tries += tries_of(rules, rule, box);
  return tries * static_cast<double>(*box.volume());
}

}  // namespace grundy::support
