#include "compile/anchor.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "rules/proofs/polynomial.hpp"
#include "rules/proofs/simplex.hpp"

namespace grundy::compile {
namespace {

using rules::Limit;
using rules::Polynomial;
using rules::Rational;

// The derivatives of an option's coordinates by those of the position: a row for each of the
// former.
using Slopes = std::vector<std::vector<Rational>>;

std::optional<Slopes> slopes_at(const std::vector<rules::Expression>& option,
                                rules::Variable binder, const Polynomial& value) {
  Slopes slopes;
  for (const rules::Expression& coordinate : option) {
    const auto there = Polynomial(coordinate).substitute(binder, value);
    if (!there) return std::nullopt;
    slopes.emplace_back();
    for (rules::Variable axis = 0; axis < option.size(); ++axis) {
      const auto parts = there->split(axis);
      const auto slope = parts ? parts->coefficient.as_constant() : std::nullopt;
      if (!slope) return std::nullopt;
      slopes.back().push_back(*slope);
    }
  }
  return slopes;
}

// The single limits x and y of k <= min(x, y) or k >= max(x, y).
std::vector<rules::Expression> parts_of(const Polynomial& end) {
  rules::Expression expression = end.expression();
  if (expression.op == rules::Expression::Op::minimum ||
      expression.op == rules::Expression::Op::maximum)
    return std::move(expression.arguments);
  return {std::move(expression)};
}

// Whether the rows of a square matrix are linearly dependent, by Gaussian elimination.
bool is_singular(Slopes rows) {
  for (std::size_t done = 0; done < rows.size(); ++done) {
    const auto pivot = std::find_if(rows.begin() + static_cast<std::ptrdiff_t>(done), rows.end(),
                                    [&](const auto& row) { return !row[done].zero(); });
    if (pivot == rows.end()) return true;
    std::swap(rows[done], *pivot);
    for (std::size_t i = done + 1; i < rows.size(); ++i) {
      const Rational factor = rows[i][done] / rows[done][done];
      for (std::size_t j = done; j < rows.size(); ++j)
        rows[i][j] = rows[i][j] - factor * rows[done][j];
    }
  }
  return false;
}

}  // namespace

kernels::Anchor anchor_of(const rules::OptionRule& rule, rules::Variable variable,
                          const rules::Limits& limits) {
  const auto stays_at = [&](const rules::Expression& value) {
    const auto slopes = slopes_at(rule.summands[0], variable, Polynomial(value));
    return slopes && is_singular(*slopes);
  };
  const auto stays = [&](const Limit& limit) {
    return limit.divisor.as_constant() == 1 &&
           std::ranges::any_of(parts_of(limit.numerator), stays_at);
  };
  if (rule.summands.size() != 1 || !rule.stretches.empty()) return kernels::Anchor::none;
  if (std::ranges::any_of(limits.lower, stays)) return kernels::Anchor::first;
  if (std::ranges::any_of(limits.upper, stays)) return kernels::Anchor::last;
  return kernels::Anchor::none;
}

}  // namespace grundy::compile
