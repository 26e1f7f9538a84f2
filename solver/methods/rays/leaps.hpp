// methods/rays/leaps.hpp: outcomes of two coordinates, one P-position a row, in about as much time
// as there are rows.
//
// As in methods/rays/outcomes.hpp a ray along the inner coordinate k leaves at most one P-position
// in each row y: the first k that no earlier one attacks. Of direction (s, t) a P-position attacks
// every s-th row, each t further on. With x = floor(y / s), all rows of one y mod s see it at the
// same k - t * x. So each direction has s sets of numbers that are taken (methods/dense_set.hpp).
// A row leaps from one that is free in some set to one that is free in the next, until it is free
// in all.
//
// That pays where outcomes.hpp would read long rows: where y and k may not be exchanged, as in a
// box that is no square; where s or t is more than 1, as in (s,t)-Wythoff; and where rays begin
// beside themselves, as in r-Wythoff (A. S. Fraenkel, "How to beat your Wythoff games' opponent on
// three fronts", 1982).
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
#include "methods/rays/section.hpp"
#include "tiles/watch.hpp"

namespace grundy::ray {

struct Leaps {
  Rays rays;
  std::size_t inner;  // leap_axis()
};

// The inner coordinate if rays can be solved so: ray_axis() where that will do.
std::optional<std::size_t> leap_axis(const Rays& rays, const Box& closure);

// Peak, the section among it.
std::uint64_t memory_bytes(const Leaps& leaps, const Box& closure);

// One P-position's marks, and a look at the sets for it, for each row.
double seconds(const Leaps& leaps, const Box& closure);

// Coordinates begin at closure.low, and no move leaves the closure. Adds closure.volume() to
// *watch.solved, bit by bit. Errc::memory, Errc::interrupted.
Result<Section> solve_by_leaps(const Leaps& leaps, const Box& closure, Convention convention,
                               const tiles::Watch& watch = {});

}  // namespace grundy::ray
