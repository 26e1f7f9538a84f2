#include "oracle/reach.hpp"

#include <algorithm>
#include <cmath>

namespace grundy::oracle {
namespace {

using rules::Binder;
using rules::Condition;
using rules::Expression;

using Sizes = std::vector<double>;  // of the variables

double size_of(std::int64_t number) {
  return std::fabs(static_cast<double>(number));
}

double size_of(const Expression& expression, const Sizes& sizes) {
  if (expression.op == Expression::Op::constant) return size_of(expression.value);
  if (expression.op == Expression::Op::variable)
    return sizes[static_cast<std::size_t>(expression.value)];
  double total = size_of(expression.arguments[0], sizes);
  for (std::size_t i = 1; i < expression.arguments.size(); ++i) {
    const double next = size_of(expression.arguments[i], sizes);
    switch (expression.op) {
      case Expression::Op::add:
      case Expression::Op::subtract:
        total += next;
        break;
      case Expression::Op::multiply:
        total *= next;
        break;
      default:
        total = std::max(total, next);
    }
  }
  return total;
}

double size_of(const Condition& condition, const Sizes& sizes) {
  double greatest = 0;
  for (const Condition& part : condition.parts) greatest = std::max(greatest, size_of(part, sizes));
  if (!condition.sides.empty())
    greatest = 1 + size_of(condition.sides[0], sizes) + size_of(condition.sides[1], sizes);
  return greatest;
}

double size_of(const rules::NumberSet& set) {
  double greatest = 2;  // no infinite set begins later
  for (const std::int64_t member : set.listed) greatest = std::max(greatest, size_of(member));
  return greatest;
}

double size_of(const Binder& binder, const Sizes& sizes) {
  if (binder.set) return size_of(*binder.set);
  const double low = size_of(binder.low, sizes);
  return binder.high ? std::max(low, size_of(*binder.high, sizes)) : low;
}

double size_of(const rules::Coordinate& coordinate) {
  return std::max(size_of(coordinate.low), size_of(coordinate.high.value_or(0)));
}

// The sizes of all variables when binder `zero` is taken as 0.
Sizes variable_sizes(const rules::OptionRule& rule, const Position& position,
                     const std::vector<double>& reach, std::size_t zero) {
  Sizes sizes;
  for (const std::int64_t coordinate : position) sizes.push_back(size_of(coordinate));
  for (std::size_t i = 0; i < rule.binders.size(); ++i)
    sizes.push_back(i == zero ? 0 : std::max(reach[i], size_of(rule.binders[i], sizes)));
  return sizes;
}

// The greatest sum of the sizes of the two sides of a constraint.
double greatest_bound(const rules::Rules& rules, const rules::OptionRule& rule,
                      const Sizes& sizes) {
  double greatest = size_of(rule.when, sizes);
  for (const auto& summand : rule.summands)
    for (std::size_t axis = 0; axis < summand.size(); ++axis)
      greatest =
          std::max(greatest, size_of(summand[axis], sizes) + size_of(rules.coordinates[axis]));
  for (const Binder& binder : rule.binders)
    if (binder.high && !binder.set)
      greatest = std::max(greatest, size_of(binder.low, sizes) + size_of(*binder.high, sizes));
  return greatest;
}

}  // namespace

bool has_end(const Binder& binder) {
  return binder.set ? binder.set->kind == rules::NumberSet::Kind::listed : binder.high.has_value();
}

std::vector<double> reaches(const rules::Rules& rules, const rules::OptionRule& rule,
                            const Position& position) {
  std::vector<double> reach(rule.binders.size(), 0);
  for (const Binder& endless : rule.binders) {
    if (has_end(endless)) continue;
    std::vector<double> next(rule.binders.size(), 0);
    for (std::size_t i = 0; i < rule.binders.size(); ++i)
      if (!has_end(rule.binders[i]))
        next[i] = greatest_bound(rules, rule, variable_sizes(rule, position, reach, i));
    reach = std::move(next);
  }
  return reach;
}

}  // namespace grundy::oracle
