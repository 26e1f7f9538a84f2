#include "rules/proofs/moves.hpp"

#include <stdexcept>

#include "rules/proofs/effort.hpp"

namespace grundy::rules {

Change::Change(const OptionRule& of, const std::vector<Expression>& summand, Facts& known)
    : rule(&of), facts(&known) {
  for (Variable axis = 0; axis < summand.size(); ++axis) {
    delta.push_back(Polynomial(summand[axis]) - Polynomial(variable(axis)));
    range.push_back({known.lower(delta.back()), known.upper(delta.back())});
    fixed = fixed && delta.back().as_constant();
  }
}

bool Change::at_most(const Weights& weights, std::int64_t limit, std::size_t& programs) const {
  Effort::draw(2 * weights.size());
  Wide high = 0;
  bool bounded = true;
  std::size_t moving = 0;
  for (std::size_t axis = 0; axis < weights.size(); ++axis) {
    if (weights[axis] == 0 || delta[axis].terms().empty()) continue;
    ++moving;
    const auto& end = weights[axis] > 0 ? range[axis].high : range[axis].low;
    bounded = bounded && end;
    if (end) high += Wide{weights[axis]} * *end;
  }
  if (bounded && high <= limit) return true;
  if (fixed || moving <= 1 || programs == 0) return false;
  --programs;
  try {
    Polynomial total;
    for (std::size_t axis = 0; axis < weights.size(); ++axis)
      total = total + Polynomial(weights[axis]) * delta[axis];
    const auto proved = facts->upper(total);
    return proved && *proved <= limit;
  } catch (const std::overflow_error&) {
    return false;
  }
}

}  // namespace grundy::rules
