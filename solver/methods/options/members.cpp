#include "methods/options/members.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "rules/expression.hpp"
#include "rules/proofs/polynomial.hpp"

namespace grundy::generic {

namespace {

// So that sums with coordinates fit 64 bits.
constexpr std::int64_t largest_gap = 1'000'000'000'000'000'000;

}  // namespace

Members::Members(const rules::Rules& rules) {
  std::vector<rules::Condition> others;
  add(rules.where, others);
  rules::Rules of_others;
  of_others.coordinates = rules.coordinates;
  of_others.where = join(rules::Condition::Op::all_of, std::move(others));
  others_ = rules::Membership(of_others);
}

void Members::add(const rules::Condition& condition, std::vector<rules::Condition>& others) {
  using Compares = rules::Condition::Op;
  if (condition.op == Compares::all_of) {
    for (const rules::Condition& part : condition.parts) add(part, others);
    return;
  }
  std::optional<Order> found;
  if (condition.op == Compares::greater_equal || condition.op == Compares::greater)
    found =
        order(condition.sides[0], condition.sides[1], condition.op == Compares::greater ? 1 : 0);
  if (condition.op == Compares::less_equal || condition.op == Compares::less)
    found = order(condition.sides[1], condition.sides[0], condition.op == Compares::less ? 1 : 0);
  if (found)
    orders_.push_back(*found);
  else
    others.push_back(condition);
}

// Of greater >= less + gap.
std::optional<Members::Order> Members::order(const rules::Expression& greater,
                                             const rules::Expression& less, std::int64_t gap) try {
  const rules::Polynomial difference =
      rules::Polynomial(greater) - rules::Polynomial(less) - rules::Polynomial(gap);
  Order found;
  for (const auto& [monomial, coefficient] : difference.terms()) {
    if (monomial.empty()) {
      if (coefficient > largest_gap || coefficient < -largest_gap) return std::nullopt;
      found.gap = -coefficient;
      continue;
    }
    const bool is_coordinate =
        monomial.size() == 1 && monomial[0].op == rules::Expression::Op::variable;
    std::optional<std::size_t>& side = coefficient > 0 ? found.left : found.right;
    if (!is_coordinate || side || (coefficient != 1 && coefficient != -1)) return std::nullopt;
    side = static_cast<std::size_t>(monomial[0].value);
  }
  return found;
} catch (const std::overflow_error&) {
  return std::nullopt;
}

void Members::narrow(const Position& row, std::size_t axis, std::int64_t& low,
                     std::int64_t& high) const noexcept {
  for (const Order& order : orders_) {
    const std::int64_t left = order.left ? row[*order.left] : 0;
    const std::int64_t right = order.right ? row[*order.right] : 0;
    if (order.left == axis)
      low = std::max(low, right + order.gap);
    else if (order.right == axis)
      high = std::min(high, left - order.gap);
    else if (left < right + order.gap)
      high = low - 1;
  }
}

}  // namespace grundy::generic
