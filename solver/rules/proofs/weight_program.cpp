#include "rules/proofs/weight_program.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <stdexcept>

namespace grundy::rules {

WeightProgram::WeightProgram(const std::vector<const Change*>& changes, std::size_t dimensions)
    : dimensions_(dimensions), unknowns_(2 * dimensions + changes.size()) {
  std::vector<LinearForms> all;
  std::size_t rows = changes.size();
  for (const Change* change : changes) {
    auto linear = change->facts->linear_forms(change->delta);
    if (!linear) return;
    unknowns_ += linear->inequalities.size();
    rows += linear->forms[0].size() + 1;
    all.push_back(*std::move(linear));
  }
  if (rows * unknowns_ > most_cells) return;
  std::size_t first_factor = 2 * dimensions + changes.size();
  for (std::size_t i = 0; i < all.size(); ++i) {
    add(all[i], 2 * dimensions + i, first_factor);
    first_factor += all[i].inequalities.size();
  }
  exists_ = true;
}

void WeightProgram::add(const LinearForms& linear, std::size_t gap, std::size_t first_factor) {
  for (std::size_t column = 0; column < linear.forms[0].size(); ++column) {
    Inequality falls{std::vector<Rational>(unknowns_), 0};
    for (std::size_t axis = 0; axis < dimensions_; ++axis)
      set_weight(falls.coefficients, axis, linear.forms[axis][column]);
    for (std::size_t fact = 0; fact < linear.inequalities.size(); ++fact)
      falls.coefficients[first_factor + fact] = -linear.inequalities[fact].coefficients[column];
    require(std::move(falls));
  }
  Inequality total{std::vector<Rational>(unknowns_), 0};
  for (std::size_t axis = 0; axis < dimensions_; ++axis)
    set_weight(total.coefficients, axis, linear.constants[axis]);
  for (std::size_t fact = 0; fact < linear.inequalities.size(); ++fact)
    total.coefficients[first_factor + fact] = linear.inequalities[fact].limit;
  total.coefficients[gap] = 1;
  require(std::move(total));
  require_at_most(1, gap);
}

namespace {

// The rational weights as integers, scaled; nothing beyond 64 bits.
std::optional<Weights> scaled(const std::vector<Rational>& weights) {
  constexpr Wide most = std::numeric_limits<std::int64_t>::max();
  Wide scale = 1;
  for (const Rational& weight : weights) {
    if (weight.denominator() > most) return std::nullopt;
    scale *= weight.denominator() / std::gcd(static_cast<std::int64_t>(scale),
                                             static_cast<std::int64_t>(weight.denominator()));
    if (scale > most) return std::nullopt;
  }
  Weights integers;
  for (const Rational& weight : weights) {
    const Wide factor = scale / weight.denominator();
    if (weight.numerator() > most / factor || weight.numerator() < -most / factor)
      return std::nullopt;
    integers.push_back(static_cast<std::int64_t>(weight.numerator() * factor));
  }
  return integers;
}

// One list of weights that orders the positions of the box like several, the first ones first.
// Empty if their sums spread too far for layers of equal weight.
Weights joined(const std::vector<Weights>& ranking, const Box& box) {
  constexpr std::int64_t most_layers = 64;  // for each value of the longest coordinate
  Weights total(box.dimensions());
  Wide scale = 1;
  for (std::size_t i = ranking.size(); i-- > 0;) {
    Wide spread = 0;
    for (std::size_t axis = 0; axis < total.size(); ++axis) {
      const Wide weight = total[axis] + scale * ranking[i][axis];
      if (weight != static_cast<std::int32_t>(weight)) return {};
      total[axis] = static_cast<std::int64_t>(weight);
      spread += (weight < 0 ? -weight : weight) * (box.extent(axis) - 1);
    }
    scale = spread + 1;
    if (scale > std::numeric_limits<std::int32_t>::max()) return {};
  }
  std::int64_t longest = 1;
  for (std::size_t axis = 0; axis < total.size(); ++axis)
    if (total[axis] != 0) longest = std::max(longest, box.extent(axis));
  return scale <= Wide{most_layers} * longest ? total : Weights{};
}

}  // namespace

Weights ranking_weights(const Moves& moves, const Box& box) {
  std::vector<const Change*> open = pointers(moves.changes());
  std::vector<Weights> ranking;
  try {
    while (!open.empty()) {
      const WeightProgram program(open, box.dimensions());
      if (!program.exists()) return {};
      std::vector<Rational> gaps(program.unknowns());
      for (std::size_t i = 0; i < open.size(); ++i) gaps[program.gap(i)] = 1;
      const Optimum best = program.maximize(gaps);
      if (best.kind != Optimum::Kind::finite || !best.value.positive()) return {};
      const auto weights = scaled(program.weights(best));
      if (!weights) return {};
      ranking.push_back(*weights);
      std::vector<const Change*> left;
      for (std::size_t i = 0; i < open.size(); ++i)
        if (!best.point[program.gap(i)].positive()) left.push_back(open[i]);
      open = std::move(left);
    }
    return joined(ranking, box);
  } catch (const std::overflow_error&) {
    return {};
  }
}

}  // namespace grundy::rules
