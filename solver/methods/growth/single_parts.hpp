// methods/growth/single_parts.hpp: the proof that nimbers grow where every move leaves one part.
//
// Let some move leave any part m <= n - t, and let others take fixed amounts e < t. Let u be the
// least nimber that no part up to n - t has. Then g(n) is u or more, so of the nimbers of these
// parts, and of n - t + 1 .. n - 1, only those beyond u matter, and by how much they exceed it.
// Call that the state of n. It yields g(n) - u and the state of n + 1. If the states of n and n + p
// are equal and u has grown by s, then g(m + p) = g(m) + s for all m >= n.
//
// It always comes to that, as u is some part's nimber within t heaps: so states are small, and
// there are finitely many. But it may come late. (A. Siegel proved it for all amounts but finitely
// many: see D. Sleator and M. Slusky, "Subtraction games with FES sets of size 3",
// arXiv:1201.3299.)
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "methods/heap_moves.hpp"
#include "methods/period.hpp"

namespace grundy::growth {

// Whether the move leaves any part that is not too large.
bool takes_any(const family::HeapMove& move);

// Appends nimbers until they prove how all go on; nothing if they do not, or some move leaves more
// than one part. `moves` are those of all heaps from nimbers.size() on, and one of them takes any
// number. O(heaps * t) time, for some 300,000 heaps at most.
std::optional<family::ArithmeticPeriod> continue_single_parts(
    const std::vector<family::HeapMove>& moves, std::vector<std::uint32_t>& nimbers);

}  // namespace grundy::growth
