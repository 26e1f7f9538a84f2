// rules/proofs/weight_program.hpp: all weights that fall with moves, by linear programs.
#pragma once
#include <cstdint>
#include <vector>

#include "rules/proofs/moves.hpp"
#include "rules/proofs/simplex.hpp"

namespace grundy::rules {

// Linear programs for weights have no more cells than this, so that they stay short.
inline constexpr std::size_t most_cells = 100'000;

// Inequalities about weights such that weights . delta <= -gap at every option, for each change, by
// Farkas' lemma: some sum of the facts about the rule says so. The unknowns are the weights (of
// either sign: two for each), a gap from 0 to 1 for each change, and the factors of the facts.
class WeightProgram {
 public:
  WeightProgram(const std::vector<const Change*>& changes, std::size_t dimensions);

  bool exists() const { return exists_; }
  std::size_t unknowns() const { return unknowns_; }
  std::size_t gap(std::size_t change) const { return 2 * dimensions_ + change; }
  // The weight of an axis is the difference of these.
  static std::size_t added(std::size_t axis) { return 2 * axis; }
  static std::size_t subtracted(std::size_t axis) { return 2 * axis + 1; }

  void require_at_most(std::int64_t limit, std::size_t unknown) {
    Inequality inequality{std::vector<Rational>(unknowns_), limit};
    inequality.coefficients[unknown] = 1;
    require(std::move(inequality));
  }
  void require_at_least(std::int64_t limit, std::size_t unknown) {
    Inequality inequality{std::vector<Rational>(unknowns_), -limit};
    inequality.coefficients[unknown] = -1;
    require(std::move(inequality));
  }

  Optimum maximize(const std::vector<Rational>& objective) const {
    return rules::maximize(objective, inequalities_);
  }

  std::vector<Rational> weights(const Optimum& optimum) const {
    std::vector<Rational> weights;
    for (std::size_t axis = 0; axis < dimensions_; ++axis)
      weights.push_back(optimum.point[added(axis)] - optimum.point[subtracted(axis)]);
    return weights;
  }

 private:
  void require(Inequality inequality) { inequalities_.push_back(std::move(inequality)); }

  // The weight of an axis times `factor`, in a row over all unknowns.
  static void set_weight(std::vector<Rational>& row, std::size_t axis, const Rational& factor) {
    row[added(axis)] = factor;
    row[subtracted(axis)] = -factor;
  }

  void add(const LinearForms& linear, std::size_t gap, std::size_t first_factor);

  std::size_t dimensions_;
  std::size_t unknowns_;
  std::vector<Inequality> inequalities_;
  bool exists_ = false;
};

// Weights that fall with every move, composed of several in lexicographic order: each falls with
// some of the moves, and rises with none of those for which no earlier one falls. Empty if there
// are none, or if their sums spread too far for layers of equal weight in the box.
Weights ranking_weights(const Moves& moves, const Box& box);

}  // namespace grundy::rules
