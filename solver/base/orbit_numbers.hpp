// base/orbit_numbers.hpp: blocks of a grid, numbered so that those have the same number whose
// positions stand for one another where coordinates change places.
#pragma once
#include <cstdint>
#include <vector>

#include "base/axis_groups.hpp"

namespace grundy {

// For each block, in C order, of a grid with so many blocks along each axis. Numbers begin at 0 and
// none is left out. A group along whose axes there are not equally many blocks does not count.
std::vector<std::uint32_t> orbit_numbers(const std::vector<std::int64_t>& counts,
                                         const AxisGroups& groups);

}  // namespace grundy
