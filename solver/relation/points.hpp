// relation/points.hpp: vectors of integers, and the points of a set of isl.
#pragma once
#include <optional>
#include <vector>

#include "relation/isl.hpp"
#include "relation/scheme.hpp"

namespace grundy::relation {

Vector sum(Vector a, const Vector& b);
Vector times(std::int64_t factor, Vector vector);
std::int64_t dot(const Vector& a, const Vector& b);
std::int64_t length(const Vector& vector);  // the sum of the absolute values

// The point, which is freed. Nothing for coordinates of 10^9 and more, and after an error of isl.
std::optional<Vector> to_vector(isl_point* point, std::size_t size);

// Whether a set without parameters has points in some box only.
bool is_bounded(const Set& set);

// All points in lexicographic order. Nothing for more than `most`, or as above.
std::optional<std::vector<Vector>> points_of(const Set& set, std::size_t most);

}  // namespace grundy::relation
