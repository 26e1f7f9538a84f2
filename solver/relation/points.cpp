#include "relation/points.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace grundy::relation {
namespace {

constexpr int too_large = 1'000'000'000;

struct FoundPoints {
  std::size_t size;
  std::size_t most;
  std::vector<Vector> points = {};
};

isl_stat add_point(isl_point* point, void* to) {
  auto& found = *static_cast<FoundPoints*>(to);
  auto vector = to_vector(point, found.size);
  if (!vector || found.points.size() == found.most) return isl_stat_error;
  found.points.push_back(std::move(*vector));
  return isl_stat_ok;
}

}  // namespace

Vector sum(Vector a, const Vector& b) {
  for (std::size_t axis = 0; axis < a.size(); ++axis) a[axis] += b[axis];
  return a;
}

Vector times(std::int64_t factor, Vector vector) {
  for (std::int64_t& number : vector) number *= factor;
  return vector;
}

std::int64_t dot(const Vector& a, const Vector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), std::int64_t{0});
}

std::int64_t length(const Vector& vector) {
  return std::accumulate(vector.begin(), vector.end(), std::int64_t{0},
                         [](auto sum, auto number) { return sum + std::abs(number); });
}

std::optional<Vector> to_vector(isl_point* point, std::size_t size) {
  Vector vector;
  for (std::size_t axis = 0; axis < size; ++axis) {
    isl_val* value = isl_point_get_coordinate_val(point, isl_dim_set, static_cast<int>(axis));
    if (isl_val_cmp_si(value, too_large) < 0 && isl_val_cmp_si(value, -too_large) > 0)
      vector.push_back(isl_val_get_num_si(value));
    isl_val_free(value);
  }
  isl_point_free(point);
  return vector.size() == size ? std::optional(std::move(vector)) : std::nullopt;
}

bool is_bounded(const Set& set) {
  const Set hull(isl_set_remove_divs(set.copy()));  // isl is slow where there are any
  return isl_set_is_bounded(hull.get()) == isl_bool_true;
}

std::optional<std::vector<Vector>> points_of(const Set& set, std::size_t most) {
  if (!is_bounded(set)) return std::nullopt;
  FoundPoints found{static_cast<std::size_t>(isl_set_dim(set.get(), isl_dim_set)), most};
  if (isl_set_foreach_point(set.get(), add_point, &found) != isl_stat_ok) return std::nullopt;
  std::ranges::sort(found.points);
  const auto repeats = std::ranges::unique(found.points);
  found.points.erase(repeats.begin(), repeats.end());
  return std::move(found.points);
}

}  // namespace grundy::relation
