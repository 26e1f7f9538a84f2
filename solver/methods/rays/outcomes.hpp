// methods/rays/outcomes.hpp: outcomes of games whose rules are rays, without visiting positions one
// by one.
//
// Requires a ray along an axis, the inner one. Of two positions on a line along it one is an option
// of the other. So each line, a row, holds at most one P-position: the first that no earlier
// P-position attacks and, under misère play, that has an option. kernels/ray/outcomes.hpp finds it.
// methods/rays/lines.hpp describes where lines keep what is attacked, which mirror images count,
// and which rows may be solved at once. The work is (sorted rows) * (words to the first free
// position), whatever the number of options.
//
// Two phases alternate. Tiles of a wave are solved, and yield bit addresses of later tiles. Then
// all threads set these bits, each in pages of its own.
#pragma once
#include <cstdint>

#include "base/box.hpp"
#include "base/error.hpp"
#include "base/executor.hpp"
#include "base/value.hpp"
#include "methods/rays/rays.hpp"
#include "methods/section.hpp"
#include "tiles/watch.hpp"

namespace grundy::ray {

// Most bytes that solve_outcomes holds at a time; 2^56 or more for what no machine could hold.
// Requires ray_axis(rays, closure).
std::uint64_t outcome_bytes(const Rays& rays, const Box& closure, std::size_t threads);

// The section along ray_axis(rays, closure), which must exist. Coordinates begin at closure.low,
// and no move leaves the closure. Adds closure.volume() to *watch.solved, step by step.
// `block` is the side of tiles, 0 to choose it; the result does not depend on it. Errors: see
// methods/family.hpp.
Result<family::Section> solve_outcomes(const Rays& rays, const Box& closure, Convention convention,
                                       parallel::Executor& executor, const tiles::Watch& watch = {},
                                       std::int64_t block = 0);

}  // namespace grundy::ray
