// base/axis_groups.hpp: which coordinates may change places without changing values.
#pragma once
#include <cstddef>
#include <vector>

namespace grundy {

// Disjoint groups of two or more axes, each ascending. Any two of a group may be exchanged.
using AxisGroups = std::vector<std::vector<std::size_t>>;

}  // namespace grundy
