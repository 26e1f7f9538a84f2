// methods/rays/outcomes.hpp: outcomes of games whose rules are rays, positions never visited one
// by one.
//
// Requires a ray along an axis, the inner one. Two positions on a line along it are option and
// position, so each line, a row, holds at most one P-position: the first that no P-position
// found before attacks and, under misère play, that has an option. kernels/ray/outcomes.hpp
// finds it, methods/rays/lines.hpp says where lines keep what is attacked and which mirror
// images count, methods/rays/tiles.hpp which rows may be solved at once. The work is
// (sorted rows) * (words to the first free position), whatever the number of options.
//
// Two phases alternate: tiles of a wave are solved, and what they have found out about later
// tiles, plain bit addresses, is then set by all threads, each in pages of its own.
#pragma once
#include <cstdint>

#include "base/box.hpp"
#include "base/error.hpp"
#include "base/executor.hpp"
#include "base/value.hpp"
#include "methods/rays/rays.hpp"
#include "methods/rays/section.hpp"
#include "tiles/watch.hpp"

namespace grundy::ray {

// The peak of what solve_outcomes allocates; 2^56 or more for what no machine could hold.
// Requires ray_axis(rays, closure).
std::uint64_t outcome_bytes(const Rays& rays, const Box& closure, std::size_t threads);

// The section along ray_axis(rays, closure), which must exist. Coordinates begin at closure.low,
// and no move leaves the closure. Adds closure.volume() to *watch.solved, bit by bit.
// `block`: the sides of tiles, 0 to choose them; the result does not depend on it. Errc::memory,
// Errc::interrupted.
Result<Section> solve_outcomes(const Rays& rays, const Box& closure, Convention convention,
                               parallel::Executor& executor, const tiles::Watch& watch = {},
                               std::int64_t block = 0);

}  // namespace grundy::ray
