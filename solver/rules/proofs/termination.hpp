// rules/proofs/termination.hpp: why play ends, and what must be solved to answer for a box.
//
// Both proofs look for weights by which no move rises. The linear programs of
// rules/proofs/bounds.hpp decide whether given weights do: this is the linear ranking function
// of A. Podelski and A. Rybalchenko, "A complete method for the synthesis of linear
// ranking functions" (VMCAI 2004), with the weights found by trying small ones first.
#pragma once
#include <cstdint>
#include <vector>

#include "rules/proofs/check.hpp"
#include "rules/rules.hpp"

namespace grundy::rules {

// What moves do to one coordinate: whether some move may raise it, whether some may
// lower it.
struct Trend {
  bool rises = false;
  bool falls = false;
};

struct ScanAxis {
  std::size_t axis = 0;
  bool ascending = true;
};

// Why play ends in a box, in two forms. At least one of them is there.
struct Descent {
  // weights . position falls with every move to every summand.
  std::vector<std::int64_t> weights;
  // Nested loops over the axes in this order and these directions, the last one
  // innermost, meet every summand of every option before the position itself.
  std::vector<ScanAxis> scan;
  std::vector<Trend> trends;  // by coordinate
};

// The smallest box we can prove to hold the requested one and every position that
// play from it can reach. `requested` starts at the low ends of the ranges. Positions of
// the closure that play does not reach may have options outside it: whoever solves the
// closure drops those.
Proved<Box> closure(const Rules& rules, const Box& requested);

// Why play that stays inside `box` ends.
Proved<Descent> descent(const Rules& rules, const Box& box);

// No play in the box takes more moves than this. Requires a box whose volume fits 63 bits.
std::uint64_t longest_play(const Box& box, const Descent& descent);

}  // namespace grundy::rules
