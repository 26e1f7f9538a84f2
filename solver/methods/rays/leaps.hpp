// methods/rays/leaps.hpp: outcomes of two coordinates, one P-position a row, in time about
// proportional to the number of rows.
//
// As in methods/rays/outcomes.hpp a ray along the inner coordinate k leaves at most one P-position
// in each row y: the first k that no earlier one attacks. Along direction (s, t) a P-position
// attacks every s-th row, each t further on. With x = floor(y / s), it attacks the same k - t * x
// in all rows of one y mod s. So each direction has s sets of numbers that are attacked
// (methods/dense_set.hpp). A row leaps from a number that is free in one set to the next that is
// free in another, until one is free in all.
//
// That pays where outcomes.hpp would read long rows: where y and k may not be exchanged, as in a
// box that is no square; where s or t is more than 1, as in (s,t)-Wythoff; and where rays have
// other starts, as in r-Wythoff (A. S. Fraenkel, "How to beat your Wythoff games' opponent on three
// fronts", 1982).
//
// A P-position of row p is marked when the first row that it attacks is reached. One thread.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/box.hpp"
#include "base/error.hpp"
#include "base/value.hpp"
#include "methods/rays/rays.hpp"
#include "methods/section.hpp"
#include "tiles/watch.hpp"

namespace grundy::ray {

struct Leaps {
  Rays rays;
  std::size_t inner;  // leap_axis()
};

// The inner coordinate, if rays can be solved in this way: ray_axis() if possible.
std::optional<std::size_t> leap_axis(const Rays& rays, const Box& closure);

// Most bytes held at a time, including the section.
std::uint64_t memory_bytes(const Leaps& leaps, const Box& closure);

// Estimated: for each row the search for its P-position and the marks of one.
double seconds(const Leaps& leaps, const Box& closure);

// Coordinates begin at closure.low, and no move leaves the closure. Adds closure.volume() to
// *watch.solved, step by step. Errors: see methods/family.hpp.
Result<family::Section> solve_by_leaps(const Leaps& leaps, const Box& closure,
                                       Convention convention, const tiles::Watch& watch = {});

}  // namespace grundy::ray
