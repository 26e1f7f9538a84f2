#include "methods/offsets/row_axes.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "rules/proofs/polynomial.hpp"

namespace grundy::offset {

using rules::Condition;
using rules::Polynomial;

namespace {

// Sums of a few values below this fit 64 bits.
constexpr std::int64_t largest = std::int64_t{1} << 58;

std::int64_t floor_divide(std::int64_t a, std::int64_t b) {  // b >= 1
  return a >= 0 ? a / b : -((-a + b - 1) / b);
}

// coefficients . coordinates + constant >= 0 in terms of indices.
std::optional<RowCondition> in_indices(const RowAxes& axes, const Index& of_coordinates,
                                       std::int64_t constant) {
  RowCondition leaf{RowCondition::Op::at_least_zero, Index(axes.dimensions()), constant, {}};
  __extension__ __int128 size = constant < 0 ? -constant : constant;
  for (std::size_t axis = 0; axis < axes.dimensions(); ++axis) {
    const RowAxis& to = axes.axes[axis];
    const std::int64_t factor = of_coordinates[to.coordinate];
    const std::int64_t reach = std::max({std::abs(to.first), to.extent, std::int64_t{1}});
    if (std::abs(factor) > largest / reach) return std::nullopt;
    const std::int64_t share = 3 * std::abs(factor) * reach;
    size += share;
    if (size > largest) return std::nullopt;
    leaf.coefficients[axis] = to.mirrored ? -factor : factor;
    leaf.constant += factor * to.first;
  }
  if (axes.skewed) leaf.coefficients[axes.row_axis()] -= leaf.coefficients[axes.plane_axis()];
  return leaf;
}

// polynomial >= 0.
std::optional<RowCondition> linear(const RowAxes& axes, const Polynomial& polynomial) {
  Index coefficients(axes.dimensions());
  std::int64_t constant = 0;
  for (const auto& [monomial, factor] : polynomial.terms()) {
    if (std::abs(factor) > largest) return std::nullopt;
    if (monomial.empty()) {
      constant = factor;
      continue;
    }
    if (monomial.size() > 1 || monomial[0].op != rules::Expression::Op::variable ||
        monomial[0].value >= static_cast<std::int64_t>(axes.dimensions()))
      return std::nullopt;
    coefficients[static_cast<std::size_t>(monomial[0].value)] = factor;
  }
  return in_indices(axes, coefficients, constant);
}

Condition::Op opposite(Condition::Op op) {
  using enum Condition::Op;
  switch (op) {
    case equal:
      return not_equal;
    case not_equal:
      return equal;
    case less:
      return greater_equal;
    case less_equal:
      return greater;
    case greater:
      return less_equal;
    default:
      return less;
  }
}

std::optional<RowCondition> joined(RowCondition::Op op,
                                   std::initializer_list<std::optional<RowCondition>> parts) {
  RowCondition both{op, {}, 0, {}};
  for (const auto& part : parts) {
    if (!part) return std::nullopt;
    both.parts.push_back(*part);
  }
  return both;
}

// difference OP 0.
std::optional<RowCondition> comparison(const RowAxes& axes, Condition::Op op,
                                       const Polynomial& difference) {
  const Polynomial one(std::int64_t{1});
  const Polynomial negative = Polynomial(std::int64_t{-1}) * difference;
  using enum Condition::Op;
  switch (op) {
    case greater_equal:
      return linear(axes, difference);
    case greater:
      return linear(axes, difference - one);
    case less_equal:
      return linear(axes, negative);
    case less:
      return linear(axes, negative - one);
    case equal:
      return joined(RowCondition::Op::all_of, {linear(axes, difference), linear(axes, negative)});
    default:
      return joined(RowCondition::Op::any_of,
                    {linear(axes, difference - one), linear(axes, negative - one)});
  }
}

std::optional<RowCondition> convert(const RowAxes& axes, const Condition& condition, bool holds) {
  using enum Condition::Op;
  if (condition.op == negation) return convert(axes, condition.parts[0], !holds);
  if (condition.op != all_of && condition.op != any_of)
    return comparison(axes, holds ? condition.op : opposite(condition.op),
                      Polynomial(condition.sides[0]) - Polynomial(condition.sides[1]));
  const bool all = (condition.op == all_of) == holds;
  RowCondition both{all ? RowCondition::Op::all_of : RowCondition::Op::any_of, {}, 0, {}};
  for (const Condition& part : condition.parts) {
    auto converted = convert(axes, part, holds);
    if (!converted) return std::nullopt;
    both.parts.push_back(std::move(*converted));
  }
  return both;
}

// Bits first .. last of a row.
struct Interval {
  std::int64_t first;
  std::int64_t last;
};

void fill_interval(Interval interval, std::span<std::uint64_t> bits) {
  std::fill(bits.begin(), bits.end(), std::uint64_t{0});
  if (interval.first > interval.last) return;
  const auto first = static_cast<std::uint64_t>(interval.first);
  const auto last = static_cast<std::uint64_t>(interval.last);
  const std::span<std::uint64_t> touched = bits.subspan(first / 64, last / 64 - first / 64 + 1);
  std::fill(touched.begin(), touched.end(), ~std::uint64_t{0});
  touched.front() &= ~std::uint64_t{0} << (first % 64);
  touched.back() &= ~std::uint64_t{0} >> (63 - last % 64);
}

Interval where(const RowAxes& axes, const RowCondition& leaf, const Index& index) {
  std::int64_t value = leaf.constant;
  for (std::size_t axis = 0; axis < axes.row_axis(); ++axis)
    value += leaf.coefficients[axis] * index[axis];
  const std::int64_t slope = leaf.coefficients.back();
  const std::int64_t end = axes.row_length() - 1;
  if (slope == 0) return {0, value >= 0 ? end : -1};
  if (slope > 0) return {std::max<std::int64_t>(0, -floor_divide(value, slope)), end};
  return {0, std::min(end, floor_divide(value, -slope))};
}

// Narrows the interval by inequalities joined by `and`. False, with an undefined interval, if there
// is an `or` in the condition.
bool narrow(const RowAxes& axes, const RowCondition& condition, const Index& index,
            Interval& interval) {
  if (condition.op == RowCondition::Op::any_of) return false;
  if (condition.op == RowCondition::Op::all_of)
    return std::all_of(condition.parts.begin(), condition.parts.end(),
                       [&](const auto& part) { return narrow(axes, part, index, interval); });
  const Interval here = where(axes, condition, index);
  interval = {std::max(interval.first, here.first), std::min(interval.last, here.last)};
  return true;
}

}  // namespace

std::int64_t RowAxes::extent(std::size_t axis) const noexcept {
  const bool longer = skewed && axis == plane_axis();
  return axes[axis].extent + (longer ? row_length() - 1 : 0);
}

RowPart RowAxes::positions_of_row(std::int64_t row) const noexcept {
  if (!skewed) return {0, row_length()};
  return {std::max<std::int64_t>(row - axes[plane_axis()].extent + 1, 0),
          std::min(row, row_length() - 1) + 1};
}

Index RowAxes::index(const Position& position) const {
  Index index;
  for (const RowAxis& axis : axes) {
    const std::int64_t distance = position[axis.coordinate] - axis.first;
    index.push_back(axis.mirrored ? -distance : distance);
  }
  if (skewed) index[plane_axis()] += index[row_axis()];
  return index;
}

Index RowAxes::change(const std::vector<std::int64_t>& of_coordinates) const {
  Index change;
  for (const RowAxis& axis : axes)
    change.push_back(axis.mirrored ? -of_coordinates[axis.coordinate]
                                   : of_coordinates[axis.coordinate]);
  if (skewed) change[plane_axis()] += change[row_axis()];
  return change;
}

std::size_t RowCondition::depth() const noexcept {
  std::size_t deepest = 0;
  for (const RowCondition& part : parts) deepest = std::max(deepest, 1 + part.depth());
  return deepest;
}

std::optional<RowCondition> row_condition(const RowAxes& axes, const Condition& condition) {
  try {
    return convert(axes, condition, true);
  } catch (const std::overflow_error&) {
    return std::nullopt;
  }
}

RowCondition stays_inside(const RowAxes& axes, std::size_t axis, std::int64_t change) {
  RowCondition low{RowCondition::Op::at_least_zero, Index(axes.dimensions()), change, {}};
  low.coefficients[axis] = 1;
  if (axes.skewed && axis == axes.plane_axis()) low.coefficients[axes.row_axis()] = -1;
  RowCondition high = low;
  high.constant = axes.axes[axis].extent - 1 - change;
  for (std::int64_t& coefficient : high.coefficients) coefficient = -coefficient;
  return {RowCondition::Op::all_of, {}, 0, {std::move(low), std::move(high)}};
}

Truth truth(const RowCondition& condition, const Index& low, const Index& high) noexcept {
  if (condition.op == RowCondition::Op::at_least_zero) {
    std::int64_t least = condition.constant;
    std::int64_t greatest = condition.constant;
    for (std::size_t axis = 0; axis < low.size(); ++axis) {
      const std::int64_t factor = condition.coefficients[axis];
      least += factor * (factor > 0 ? low[axis] : high[axis]);
      greatest += factor * (factor > 0 ? high[axis] : low[axis]);
    }
    return least >= 0 ? Truth::always : greatest < 0 ? Truth::never : Truth::sometimes;
  }
  const bool all = condition.op == RowCondition::Op::all_of;
  Truth known = all ? Truth::always : Truth::never;
  for (const RowCondition& part : condition.parts) {
    const Truth one = truth(part, low, high);
    known = all ? std::min(known, one) : std::max(known, one);
  }
  return known;
}

void fill_row(const RowAxes& axes, const RowCondition& condition, const Index& index,
              std::span<std::uint64_t> bits, std::span<std::uint64_t> scratch) noexcept {
  Interval interval{0, axes.row_length() - 1};
  if (narrow(axes, condition, index, interval)) return fill_interval(interval, bits);
  const bool all = condition.op == RowCondition::Op::all_of;
  fill_interval({0, all ? axes.row_length() - 1 : -1}, bits);
  for (const RowCondition& part : condition.parts) {
    const std::span<std::uint64_t> other = scratch.first(bits.size());
    fill_row(axes, part, index, other, scratch.subspan(bits.size()));
    for (std::size_t word = 0; word < bits.size(); ++word)
      bits[word] = all ? bits[word] & other[word] : bits[word] | other[word];
  }
}

}  // namespace grundy::offset
