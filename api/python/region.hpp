// python/region.hpp: what stands between the brackets of table[...].
//
// Coordinates of the game, not places in an array: table[2:5] are the positions with coordinates
// 2, 3 and 4 wherever the box begins, and -1 is no position of a box that begins at 0. Otherwise as
// NumPy has it: slices leave their end out and are cut off at the box, an integer drops its axis,
// `...` stands for full axes, as do axes at the end that are not there.
#pragma once
#include <pybind11/pybind11.h>

#include <cstdint>
#include <vector>

#include "base/box.hpp"

namespace grundy::python {

namespace py = pybind11;

// The coordinates low, low + step, .., `count` of them.
struct Axis {
  std::int64_t low;
  std::int64_t count;
  std::int64_t step;  // at least 1
  bool kept;          // false: a single coordinate, whose axis is dropped

  std::int64_t high() const noexcept { return low + (count - 1) * step; }
};

using Region = std::vector<Axis>;

// Raises UsageError for a key that makes no sense. Integers may lie outside the box.
Region region_from(const py::object& key, const Box& box);

Region all_of(const Box& box);

bool is_position(const Region& region) noexcept;
bool is_empty(const Region& region) noexcept;

// The smallest box that contains it. Requires that it is not empty.
Box hull(const Region& region);

}  // namespace grundy::python
