// rules/proofs/termination.hpp: why play ends, and which box must be solved for a requested one.
//
// Both proofs search for weights such that no move raises weights . position. The linear programs
// of rules/proofs/bounds.hpp decide whether given weights have that property. Small weights are
// tried first. Where none will do, a linear program finds all there are, by Farkas' lemma: the
// linear ranking functions of A. Podelski and A. Rybalchenko, "A complete method for the synthesis
// of linear ranking functions" (VMCAI 2004), several in lexicographic order by C. Alias, A. Darte,
// P. Feautrier and L. Gonnord, "Multi-dimensional rankings, program termination, and complexity
// bounds of flowchart programs" (SAS 2010). Where no proof is found, min and max are split by cases
// and all is tried again.
#pragma once
#include <cstdint>
#include <vector>

#include "rules/proofs/check.hpp"
#include "rules/rules.hpp"

namespace grundy::rules {

// Whether some move may raise a coordinate, and whether some move may lower it.
struct Trend {
  bool rises = false;
  bool falls = false;
};

struct ScanAxis {
  std::size_t axis = 0;
  bool ascending = true;
};

// Why play ends in a box: by weights, by a scan order, or both. If there is neither, nothing is
// proved, and positions can only be solved by walking through the box, which finds out.
struct Descent {
  // weights . position falls with every move to every summand.
  std::vector<std::int64_t> weights;
  // Nested loops over the axes in this order and these directions, the last one
  // innermost, meet every summand of every option before the position itself.
  std::vector<ScanAxis> scan;
  std::vector<Trend> trends;  // by coordinate

  bool is_proved() const noexcept { return !weights.empty() || !scan.empty(); }
};

// The smallest box that is proved to hold the requested one and every position that play from it
// can reach. `requested` must start at the low ends of the ranges. Positions of the closure that
// play does not reach may have options outside it; callers must ignore those.
Proved<Box> closure(const Rules& rules, const Box& requested);

// Why play that stays inside `box` ends. Both open an Effort, of which each spends a sixteenth at
// most, and a Complaint also says if it was spent. If all ranges have ends, there is always a
// closure.
Proved<Descent> descent(const Rules& rules, const Box& box);

// An upper bound of the moves of a play in the box. Requires a box whose volume fits 63 bits.
std::uint64_t longest_play(const Box& box, const Descent& descent);

}  // namespace grundy::rules
