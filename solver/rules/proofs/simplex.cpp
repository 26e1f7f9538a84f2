#include "rules/proofs/simplex.hpp"

#include <cstddef>
#include <numeric>

#include "rules/proofs/effort.hpp"

namespace grundy::rules {
namespace {

// Rows 0 .. m-1 are the inequalities in dictionary form: basic variable = limit -
// (row . nonbasic variables), row m is the objective and row m + 1 the objective of
// phase one, both negated. The last column is the constant. One extra column stands
// for the artificial variable of phase one.
class Tableau {
 public:
  Tableau(const std::vector<Rational>& objective, const std::vector<Inequality>& inequalities)
      : rows_(inequalities.size()),
        columns_(objective.size() + 1),
        cells_(rows_ + 2, std::vector<Rational>(columns_ + 1)),
        basic_(rows_),
        nonbasic_(columns_) {
    draw(cells_.size() * columns_);
    for (std::size_t row = 0; row < rows_; ++row) {
      for (std::size_t j = 0; j < objective.size(); ++j)
        cells_[row][j] = inequalities[row].coefficients[j];
      cells_[row][artificial()] = -1;
      cells_[row][columns_] = inequalities[row].limit;
    }
    for (std::size_t j = 0; j < objective.size(); ++j) cells_[rows_][j] = -objective[j];
    cells_[rows_ + 1][artificial()] = 1;
    std::iota(nonbasic_.begin(), nonbasic_.end(), std::size_t{0});
    std::iota(basic_.begin(), basic_.end(), columns_);
  }

  Optimum solve() {
    if (!feasible()) return {Optimum::Kind::infeasible, 0, {}};
    if (!climb(rows_)) return {Optimum::Kind::unbounded, 0, {}};
    return {Optimum::Kind::finite, cells_[rows_][columns_], point()};
  }

 private:
  std::size_t artificial() const { return columns_ - 1; }

  // Variables that are not basic are 0.
  std::vector<Rational> point() const {
    std::vector<Rational> values(artificial());
    for (std::size_t row = 0; row < rows_; ++row)
      if (basic_[row] < values.size()) values[basic_[row]] = cells_[row][columns_];
    return values;
  }

  // Throws std::overflow_error after too many steps: both cases give `unknown`.
  void draw(std::uint64_t steps) {
    Effort::draw(steps);
    steps_ += steps;
    if (steps_ > most_steps_of_program) throw std::overflow_error("simplex");
  }

  // Phase one: drive the artificial variable to zero and out of the basis.
  bool feasible() {
    std::size_t lowest = rows_;
    for (std::size_t row = 0; row < rows_; ++row)
      if (cells_[row][columns_].negative() &&
          (lowest == rows_ || cells_[row][columns_] < cells_[lowest][columns_]))
        lowest = row;
    if (lowest == rows_) return true;
    pivot(lowest, artificial());
    climb(rows_ + 1);
    if (cells_[rows_ + 1][columns_].negative()) return false;
    for (std::size_t row = 0; row < rows_; ++row)
      if (basic_[row] == artificial())
        for (std::size_t j = 0; j < columns_; ++j)
          if (!cells_[row][j].zero()) {
            pivot(row, j);
            break;
          }
    return true;
  }

  // Raises the objective in row `goal` to its maximum; false if there is none.
  bool climb(std::size_t goal) {
    for (;;) {
      std::size_t enter = columns_;
      for (std::size_t j = 0; j < columns_; ++j)
        if (cells_[goal][j].negative() && (goal != rows_ || nonbasic_[j] != artificial()) &&
            (enter == columns_ || nonbasic_[j] < nonbasic_[enter]))
          enter = j;
      if (enter == columns_) return true;
      std::size_t leave = rows_;
      Rational least;
      for (std::size_t row = 0; row < rows_; ++row) {
        if (!cells_[row][enter].positive()) continue;
        const Rational ratio = cells_[row][columns_] / cells_[row][enter];
        if (leave == rows_ || ratio < least || (ratio == least && basic_[row] < basic_[leave])) {
          leave = row;
          least = ratio;
        }
      }
      if (leave == rows_) return false;
      pivot(leave, enter);
    }
  }

  void pivot(std::size_t leave, std::size_t enter) {
    const Rational inverse = Rational(1) / cells_[leave][enter];
    for (std::size_t row = 0; row < cells_.size(); ++row) {
      if (row == leave || cells_[row][enter].zero()) continue;
      const Rational factor = cells_[row][enter] * inverse;
      std::uint64_t steps = columns_ / 4;
      for (std::size_t j = 0; j <= columns_; ++j)
        if (j != enter && !cells_[leave][j].zero()) {
          cells_[row][j] = cells_[row][j] - factor * cells_[leave][j];
          steps += cells_[row][j].steps();
        }
      draw(steps);
      cells_[row][enter] = -factor;
    }
    for (std::size_t j = 0; j <= columns_; ++j)
      if (j != enter) cells_[leave][j] = cells_[leave][j] * inverse;
    cells_[leave][enter] = inverse;
    std::swap(basic_[leave], nonbasic_[enter]);
  }

  std::size_t rows_;
  std::size_t columns_;
  std::vector<std::vector<Rational>> cells_;
  std::vector<std::size_t> basic_;
  std::vector<std::size_t> nonbasic_;
  std::uint64_t steps_ = 0;
};

// The unknowns connected to the objective, and the inequalities about them.
class Joined {
 public:
  Joined(const std::vector<Rational>& objective, const std::vector<Inequality>& inequalities)
      : is_column_(objective.size()), is_row_(inequalities.size()) {
    for (std::size_t j = 0; j < objective.size(); ++j) is_column_[j] = !objective[j].zero();
    for (bool more = true; more;) {
      more = false;
      for (std::size_t row = 0; row < inequalities.size(); ++row)
        if (!is_row_[row] && touches(inequalities[row])) {
          join(inequalities[row]);
          is_row_[row] = more = true;
        }
      Effort::draw(inequalities.size());
    }
  }

  std::vector<Rational> of(const std::vector<Rational>& coefficients) const {
    std::vector<Rational> kept;
    for (std::size_t j = 0; j < coefficients.size(); ++j)
      if (is_column_[j]) kept.push_back(coefficients[j]);
    return kept;
  }
  // The point with 0 for the unknowns that were left out.
  std::vector<Rational> spread(const std::vector<Rational>& kept) const {
    if (kept.empty()) return {};
    std::vector<Rational> all(is_column_.size());
    auto next = kept.begin();
    for (std::size_t j = 0; j < all.size(); ++j)
      if (is_column_[j]) all[j] = *next++;
    return all;
  }
  std::vector<Inequality> of(const std::vector<Inequality>& inequalities) const {
    std::vector<Inequality> kept;
    for (std::size_t row = 0; row < inequalities.size(); ++row)
      if (is_row_[row])
        kept.push_back({of(inequalities[row].coefficients), inequalities[row].limit});
    return kept;
  }

 private:
  bool touches(const Inequality& inequality) const {
    for (std::size_t j = 0; j < is_column_.size(); ++j)
      if (is_column_[j] && !inequality.coefficients[j].zero()) return true;
    return false;
  }
  void join(const Inequality& inequality) {
    for (std::size_t j = 0; j < is_column_.size(); ++j)
      if (!inequality.coefficients[j].zero()) is_column_[j] = true;
  }

  std::vector<bool> is_column_;
  std::vector<bool> is_row_;
};

}  // namespace

Optimum maximize(const std::vector<Rational>& objective,
                 const std::vector<Inequality>& inequalities) {
  try {
    return Tableau(objective, inequalities).solve();
  } catch (const std::overflow_error&) {
    return {};
  }
}

Optimum maximize_feasible(const std::vector<Rational>& objective,
                          const std::vector<Inequality>& inequalities) {
  const Joined joined(objective, inequalities);
  Optimum optimum = maximize(joined.of(objective), joined.of(inequalities));
  optimum.point = joined.spread(optimum.point);
  return optimum;
}

}  // namespace grundy::rules
