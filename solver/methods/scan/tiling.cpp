#include "methods/scan/tiling.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "rules/proofs/simplex.hpp"

namespace grundy::scan {
namespace {

using relation::Linear;
using relation::Where;
using rules::Rational;

// Bounds of linear forms over the positions of a box where a condition holds, by linear programs.
// Unknowns are the distances of coordinates from the low ends of the box, and quotients, each as a
// difference.
class Facts {
 public:
  Facts(const Box& box, const Where& where)
      : box_(box), dimensions_(box.dimensions()), unknowns_(dimensions_) {
    for (std::size_t axis = 0; axis < dimensions_; ++axis) {
      Linear to_high{relation::Vector(dimensions_), box.high[axis]};
      to_high.coefficients[axis] = -1;
      add(to_high);
    }
    for (const relation::Quotient& quotient : where.quotients) {
      Linear rest = quotient.dividend;  // 0 .. divisor - 1
      rest.coefficients.resize(unknowns_ + 1);
      rest.coefficients.back() = -quotient.divisor;
      ++unknowns_;
      add(rest);
      add(less(quotient.divisor - 1, rest));
    }
    for (const Linear& form : where.zero) {
      add(form);
      add(less(0, form));
    }
    for (const Linear& form : where.at_least_zero) add(form);
  }

  // Whether the form is proved to be at most 0.
  bool is_at_most_zero(const Linear& form) const {
    std::vector<rules::Inequality> inequalities;
    for (const Linear& known : known_) {
      rules::Inequality inequality = row(known);
      for (Rational& coefficient : inequality.coefficients) coefficient = -coefficient;
      inequalities.push_back(std::move(inequality));
    }
    const rules::Inequality objective = row(form);
    const rules::Optimum most = rules::maximize(objective.coefficients, inequalities);
    if (most.kind == rules::Optimum::Kind::infeasible) return true;
    return most.kind == rules::Optimum::Kind::finite && !(objective.limit * -1 < most.value);
  }

  static Linear less(std::int64_t constant, Linear form) {
    for (std::int64_t& coefficient : form.coefficients) coefficient = -coefficient;
    form.constant = constant - form.constant;
    return form;
  }

 private:
  void add(const Linear& at_least_zero) { known_.push_back(at_least_zero); }

  // The form by unknowns; its constant is the limit.
  rules::Inequality row(const Linear& form) const {
    rules::Inequality row{std::vector<Rational>(2 * unknowns_ - dimensions_), form.constant};
    for (std::size_t i = 0; i < form.coefficients.size(); ++i) {
      const std::int64_t coefficient = form.coefficients[i];
      if (i < dimensions_) {
        row.coefficients[i] = coefficient;
        row.limit = row.limit + Rational(coefficient) * box_.low[i];
      } else {
        row.coefficients[2 * i - dimensions_] = coefficient;
        row.coefficients[2 * i - dimensions_ + 1] = -coefficient;
      }
    }
    return row;
  }

  const Box& box_;
  std::size_t dimensions_;
  std::size_t unknowns_;  // coordinates and quotients
  std::vector<Linear> known_;
};

// On which side of x the target is.
void include(const relation::Target& target, const Box& box, std::vector<rules::Trend>& trends) {
  const Facts facts(box, target.where);
  for (std::size_t axis = 0; axis < trends.size(); ++axis) {
    Linear rise = target.coordinates[axis];
    rise.coefficients.resize(std::max(rise.coefficients.size(), axis + 1));
    --rise.coefficients[axis];
    rules::Trend& trend = trends[axis];
    if (std::ranges::all_of(rise.coefficients, [](std::int64_t c) { return c == 0; })) {
      trend.rises |= rise.constant > 0;
      trend.falls |= rise.constant < 0;
      continue;
    }
    trend.rises = trend.rises || !facts.is_at_most_zero(rise);
    trend.falls = trend.falls || !facts.is_at_most_zero(Facts::less(0, rise));
  }
}

}  // namespace

std::uint64_t tile_positions(const tiles::Schedule& schedule) {
  constexpr std::uint64_t if_by_layers = 1 << 13;
  if (schedule.order() == tiles::Order::layers) return if_by_layers;
  const auto& extents = schedule.tile_extents();
  return static_cast<std::uint64_t>(
      std::accumulate(extents.begin(), extents.end(), std::int64_t{1}, std::multiplies<>()));
}

tiles::Schedule tiling(const relation::Scheme& scheme, const Box& box, const Scan& scan,
                       std::uint64_t tile_positions, Rows rows) {
  rules::Descent descent{{}, scan, std::vector<rules::Trend>(box.dimensions())};
  for (const relation::OptionSet& set : scheme.sets) {
    for (const relation::Target& target : set.added) include(target, box, descent.trends);
    for (const relation::Target& target : set.removed) include(target, box, descent.trends);
    for (const relation::Vector& u : set.directions)
      for (std::size_t axis = 0; axis < u.size(); ++axis) {
        descent.trends[axis].falls |= u[axis] > 0;
        descent.trends[axis].rises |= u[axis] < 0;
      }
  }
  const rules::ScanAxis& first = scan.front();
  descent.trends[first.axis] = {.rises = !first.ascending, .falls = first.ascending};
  const auto is_cut = [&](const rules::ScanAxis& axis) {
    const rules::Trend& trend = descent.trends[axis.axis];
    return axis.axis != scan.back().axis && box.extent(axis.axis) > 1 &&
           (!trend.rises || !trend.falls);
  };
  const bool whole_rows = rows == Rows::whole || std::ranges::count_if(scan, is_cut) >= 2;
  if (whole_rows) descent.trends[scan.back().axis] = {.rises = true, .falls = true};
  return tiles::Schedule(box, descent, (whole_rows ? 2 : 16) * tile_positions);
}

}  // namespace grundy::scan
