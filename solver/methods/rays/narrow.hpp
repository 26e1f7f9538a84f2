// methods/rays/narrow.hpp: nimbers of rays in narrow boxes: far longer along one coordinate than
// along all others.
//
// A slab holds the positions of equal long coordinate b, and a long line is one along b: it has a
// position in each slab. Let m be the most options of a position that do not lie on its long line.
// Then every nimber of slab b lies from b - m to b + m, if b counts from 0:
// - It is at most the number of options, b + m.
// - Of the b positions below it on its long line none has its value v. At most v have smaller
// values.
//   All others have v among their options off the line. These lie on m parallel lines at most, each
//   of which has v once. So b <= v + m.
// So a line needs a window of 2 m + 1 values, wherever the slab is. A. Dress, A. Flammenkamp and
// N. Pink use such bounds to show that rows of Wythoff's game are additively periodic ("Additive
// periodicity of the Sprague-Grundy function of certain Nim games", Adv. in Appl. Math. 22 (1999),
// 249-270).
//
// Windows are rings of words of 64 values. Lines that lead from slab to slab, without being long
// lines, keep their place in memory while they move across the slabs. One thread.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/box.hpp"
#include "base/cells.hpp"
#include "base/error.hpp"
#include "methods/rays/rays.hpp"
#include "tiles/watch.hpp"

namespace grundy::ray {

struct Narrow {
  Rays rays;
  std::size_t along;    // the long coordinate
  unsigned cell_bytes;  // 1, 2 or 4: for the largest nimber
};

// The longest coordinate with a ray of its own, if the box is long enough for windows to be smaller
// than sets of all values. Nothing if there are cones or starts.
std::optional<std::size_t> narrow_axis(const Rays& rays, const Box& closure);

// Most bytes held at a time, including the cells.
std::uint64_t memory_bytes(const Narrow& narrow, const Box& closure);

// Estimated: a word for each line of a position, and more where windows are long.
double seconds(const Narrow& narrow, const Box& closure);

// narrow.along may be any coordinate with a ray of its own. Coordinates begin at closure.low, and
// no move leaves the closure. Adds closure.volume() to *watch.solved, step by step. Errors: see
// methods/family.hpp.
Result<memory::Cells> solve_narrow(const Narrow& narrow, const Box& closure,
                                   const tiles::Watch& watch = {});

}  // namespace grundy::ray
