#include "relation/directions.hpp"

#include <isl/mat.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

namespace grundy::relation {
namespace {

constexpr std::size_t most_rows = 24;

// By Laplace's expansion; small matrices only.
std::int64_t determinant(const std::vector<Vector>& rows) {
  if (rows.empty()) return 1;
  std::int64_t sum = 0;
  for (std::size_t column = 0; column < rows.size(); ++column) {
    if (rows[0][column] == 0) continue;
    std::vector<Vector> minor(rows.begin() + 1, rows.end());
    for (Vector& row : minor) row.erase(row.begin() + static_cast<std::ptrdiff_t>(column));
    sum += (column % 2 == 0 ? 1 : -1) * rows[0][column] * determinant(minor);
  }
  return sum;
}

// The coefficients of a map's points, row by row.
void read_rows(isl_mat* matrix, int dimensions, std::vector<Vector>& rows) {
  for (int row = 0; row < static_cast<int>(isl_mat_rows(matrix)); ++row) {
    Vector coefficients;
    for (int axis = 0; axis < dimensions; ++axis) {
      isl_val* value = isl_mat_get_element_val(matrix, row, axis);
      coefficients.push_back(isl_val_get_num_si(value));
      isl_val_free(value);
    }
    if (std::ranges::any_of(coefficients, [](auto number) { return number != 0; }))
      rows.push_back(std::move(coefficients));
  }
  isl_mat_free(matrix);
}

}  // namespace

Rows rows_of_domain(isl_basic_map* map) {
  const int dimensions = isl_basic_map_dim(map, isl_dim_in);
  Rows rows;
  read_rows(isl_basic_map_equalities_matrix(map, isl_dim_in, isl_dim_out, isl_dim_param,
                                            isl_dim_div, isl_dim_cst),
            dimensions, rows.zero);
  read_rows(isl_basic_map_inequalities_matrix(map, isl_dim_in, isl_dim_out, isl_dim_param,
                                              isl_dim_div, isl_dim_cst),
            dimensions, rows.at_least_zero);
  isl_basic_map_free(map);
  return rows;
}

bool Rows::allow(const Vector& direction) const {
  return std::ranges::all_of(zero, [&](const Vector& row) { return dot(row, direction) == 0; }) &&
         std::ranges::all_of(at_least_zero,
                             [&](const Vector& row) { return dot(row, direction) >= 0; });
}

std::vector<Vector> extremal_directions(const Rows& rows, std::size_t dimensions) {
  std::set<Vector> all(rows.zero.begin(), rows.zero.end());
  all.insert(rows.at_least_zero.begin(), rows.at_least_zero.end());
  for (std::size_t axis = 0; axis < dimensions; ++axis) {
    Vector unit(dimensions, 0);
    unit[axis] = 1;
    all.insert(std::move(unit));
  }
  const std::vector<Vector> candidates(all.begin(), all.end());
  if (candidates.size() > most_rows) return {};
  std::set<Vector> found;
  std::vector<Vector> chosen;
  const std::function<void(std::size_t)> choose = [&](std::size_t next) {
    if (chosen.size() + 1 < dimensions) {
      for (std::size_t i = next; i < candidates.size(); ++i) {
        chosen.push_back(candidates[i]);
        choose(i + 1);
        chosen.pop_back();
      }
      return;
    }
    Vector direction;
    std::int64_t divisor = 0;
    for (std::size_t axis = 0; axis < dimensions; ++axis) {
      std::vector<Vector> minor = chosen;
      for (Vector& row : minor) row.erase(row.begin() + static_cast<std::ptrdiff_t>(axis));
      direction.push_back((axis % 2 == 0 ? 1 : -1) * determinant(minor));
      divisor = std::gcd(divisor, direction.back());
    }
    if (divisor == 0) return;
    for (std::int64_t& number : direction) number /= divisor;
    if (rows.allow(direction)) found.insert(direction);
    if (const Vector opposite = times(-1, direction); rows.allow(opposite)) found.insert(opposite);
  };
  choose(0);
  return {found.begin(), found.end()};
}

}  // namespace grundy::relation
