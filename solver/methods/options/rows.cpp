#include "methods/options/rows.hpp"

#include "rules/proofs/polynomial.hpp"

namespace grundy::window {
namespace {

bool is_unchanged(const rules::Expression& expression, std::size_t axis) {
  return rules::Polynomial(expression) == rules::Polynomial(rules::variable(axis));
}

}  // namespace

std::optional<std::size_t> changed_axis(const rules::Rules& rules) {
  std::optional<std::size_t> changed;
  for (const rules::OptionRule& rule : rules.options) {
    if (rule.summands.size() > 1) return std::nullopt;
    for (const auto& summand : rule.summands)
      for (std::size_t axis = 0; axis < summand.size(); ++axis) {
        if (is_unchanged(summand[axis], axis)) continue;
        if (changed && *changed != axis) return std::nullopt;
        changed = axis;
      }
  }
  return changed;
}

Rows::Rows(const Box& box, std::size_t axis, bool ascending)
    : box_(box),
      axis_(axis),
      ascending_(ascending),
      stride_(box.strides()[axis]),
      count_(*box.volume() / static_cast<std::uint64_t>(box.extent(axis))) {}

Position Rows::first(std::uint64_t row) const {
  Box others = box_;
  others.low[axis_] = others.high[axis_] = ascending_ ? box_.low[axis_] : box_.high[axis_];
  return others.position(row);
}

}  // namespace grundy::window
