#include "methods/scan/lines.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace grundy::scan {

using relation::Linear;
using relation::Quotient;
using relation::Vector;
using relation::Where;

namespace {

std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  return b != 0 && a > Lines::no_machine / b ? Lines::no_machine : a * b;
}

// Puts quotients behind those of a condition.
class Joined {
 public:
  Joined(Where& where, std::size_t dimensions)
      : where_(where), dimensions_(dimensions), before_(where.quotients.size()) {}

  // The same form, with its own quotients where they are now.
  Linear moved(const Linear& form) const {
    Linear moved{{}, form.constant};
    const auto own = form.coefficients.begin() + static_cast<std::ptrdiff_t>(coordinates(form));
    moved.coefficients.assign(form.coefficients.begin(), own);
    moved.coefficients.resize(dimensions_ + before_);
    moved.coefficients.insert(moved.coefficients.end(), own, form.coefficients.end());
    return moved;
  }

  void add(const std::vector<Quotient>& quotients) {
    for (const Quotient& quotient : quotients)
      where_.quotients.push_back({moved(quotient.dividend), quotient.divisor});
  }

 private:
  std::size_t coordinates(const Linear& form) const {
    return std::min(dimensions_, form.coefficients.size());
  }

  Where& where_;
  std::size_t dimensions_;
  std::size_t before_;
};

// The form at x - u in place of x.
Linear shifted(Linear form, const Vector& u) {
  for (std::size_t axis = 0; axis < std::min(u.size(), form.coefficients.size()); ++axis)
    form.constant -= form.coefficients[axis] * u[axis];
  return form;
}

}  // namespace

Linear join(Where& where, const Form& form, std::size_t dimensions) {
  Joined joined(where, dimensions);
  joined.add(form.quotients);
  return joined.moved(form.value);
}

Where conjunction(Where where, const Where& other, std::size_t dimensions) {
  Joined joined(where, dimensions);
  joined.add(other.quotients);
  for (const Linear& form : other.zero) where.zero.push_back(joined.moved(form));
  for (const Linear& form : other.at_least_zero) where.at_least_zero.push_back(joined.moved(form));
  return where;
}

Form shifted(Form form, const Vector& u) {
  for (Quotient& quotient : form.quotients)
    quotient.dividend = shifted(std::move(quotient.dividend), u);
  form.value = shifted(std::move(form.value), u);
  return form;
}

Lines::Lines(const Box& box, const Vector& u, std::size_t main, bool of_row)
    : box_(box), u_(u), main_(main), of_row_(of_row), step_(std::abs(u[main])) {
  most_steps_ = (box.extent(main) - 1) / step_;
}

void Lines::pad(std::size_t axis, std::int64_t unit) {
  padded_ = axis;
  unit_ = unit;
}

std::uint64_t Lines::count() const {
  std::uint64_t count = static_cast<std::uint64_t>(std::min(step_, box_.extent(main_)));
  for (std::size_t axis = 0; axis < u_.size(); ++axis)
    if (axis != main_ && !of_row_) count = product(count, static_cast<std::uint64_t>(extent(axis)));
  return count;
}

Form Lines::number(std::size_t inner) const {
  const bool rises = u_[main_] > 0;
  Linear distance{Vector(u_.size()), rises ? -box_.low[main_] : box_.high[main_]};
  distance.coefficients[main_] = rises ? 1 : -1;
  Form form;
  if (step_ > 1) form.quotients = {{distance, step_}};
  std::int64_t stride = 1;
  std::int64_t per_step = 0;  // what a step along u changes besides
  form.value.coefficients.resize(u_.size());
  const auto place = [&](std::size_t axis) {
    if (axis == main_ || of_row_) return;
    form.value.coefficients[axis] = stride;
    form.value.constant += stride * (most_fallen(axis) - box_.low[axis]);
    per_step -= stride * u_[axis];
    stride *= extent(axis);
  };
  place(inner);
  for (std::size_t axis = u_.size(); axis-- > 0;)
    if (axis != inner) place(axis);
  if (step_ > 1) {
    form.value.coefficients.push_back(per_step - stride * step_);
    per_step = stride;
  }
  form.value.coefficients[main_] += per_step * distance.coefficients[main_];
  form.value.constant += per_step * distance.constant;
  return form;
}

std::int64_t Lines::extent(std::size_t axis) const {
  const std::int64_t extent = box_.extent(axis) + std::abs(u_[axis]) * most_steps_;
  return axis == padded_ ? (extent + 2 * unit_ - 1) / unit_ * unit_ : extent;
}

bool may_overflow(const Where& where, std::initializer_list<const Linear*> forms, const Box& box) {
  constexpr double most = 0x1p60;
  std::vector<double> greatest;  // of coordinates and quotients, at most
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis)
    greatest.push_back(std::max(std::abs(static_cast<double>(box.low[axis])),
                                std::abs(static_cast<double>(box.high[axis]))));
  bool too_large = false;
  const auto bound = [&](const Linear& form) {
    double sum = std::abs(static_cast<double>(form.constant));
    for (std::size_t i = 0; i < form.coefficients.size(); ++i)
      sum += std::abs(static_cast<double>(form.coefficients[i])) * greatest[i];
    too_large |= sum > most;
    return sum;
  };
  for (const Quotient& quotient : where.quotients)
    greatest.push_back(bound(quotient.dividend) / static_cast<double>(quotient.divisor) + 1);
  for (const Linear& form : where.zero) bound(form);
  for (const Linear& form : where.at_least_zero) bound(form);
  for (const Linear* form : forms) bound(*form);
  return too_large;
}

Linear rank_of(const Box& box, const std::vector<Linear>& coordinates) {
  const std::vector<std::int64_t> strides = box.strides();
  Linear rank;
  for (std::size_t axis = 0; axis < coordinates.size(); ++axis) {
    const Linear& coordinate = coordinates[axis];
    rank.coefficients.resize(std::max(rank.coefficients.size(), coordinate.coefficients.size()));
    for (std::size_t i = 0; i < coordinate.coefficients.size(); ++i)
      rank.coefficients[i] += strides[axis] * coordinate.coefficients[i];
    rank.constant += strides[axis] * (coordinate.constant - box.low[axis]);
  }
  return rank;
}

std::vector<Linear> own_coordinates(std::size_t dimensions) {
  std::vector<Linear> coordinates(dimensions, Linear{Vector(dimensions), 0});
  for (std::size_t axis = 0; axis < dimensions; ++axis) coordinates[axis].coefficients[axis] = 1;
  return coordinates;
}

bool differs(const Linear& coordinate, std::size_t axis) {
  for (std::size_t i = 0; i < coordinate.coefficients.size(); ++i)
    if (coordinate.coefficients[i] != (i == axis ? 1 : 0)) return false;
  return coordinate.coefficients.size() > axis && coordinate.constant != 0;
}

}  // namespace grundy::scan
