// methods/sparse/coverage.hpp: which splits to look at first, and how.
//
// A heap of nimber g has to reach all smaller nimbers, the common ones by splits with a rare part,
// the rare ones by splits into two common parts. A partner reaches at most one of them for each
// heap, but some are much better than others at what the rest leaves over, and they stay so: of
// 0.6, the best 600 of the first 8,000 parts, chosen by heaps from 1 to 2 * 10^6, leave 0.75 of 58
// rare nimbers unreached for heaps of 9 * 10^6; the first 2,000 parts in order leave 2.3. The
// reason: nimbers follow n * t mod 1 for a few numbers t (of 0.6 popcount(g & 0x39) mod 2 does in
// nine heaps of ten, with t about 117 / 336), and where a sum of two such phases has the wrong
// sign, only parts that do not follow help.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/sparse/few.hpp"
#include "kernels/sparse/marks.hpp"
#include "methods/sparse/heaps.hpp"

namespace grundy::sparse {

enum class Wanted : std::uint8_t { common, rare };

// Puts the partners in order, greedily: each reaches most of what those before it leave over,
// until nothing is left; the others follow. Returns for how many heaps the first k leave more than
// `few` nimbers over, k = 0, 1, ..: a part of 1, by a sample of heaps that had no say in the
// choice. Requires classes with rare heaps, and distances below half of heaps.size(). O(partners
// chosen * sample) time, of a thousand heaps at most.
std::vector<double> order_by_coverage(const Heaps& heaps, Wanted wanted, std::size_t few,
                                      std::vector<kernels::Partner>& partners);

// What a partner costs each heap, in instructions of vectors of 32 bytes.
constexpr double cost_of_mark(std::size_t planes) {
  return (10 + 3 * static_cast<double>(planes)) / 32;
}
constexpr double cost_of_trial() {
  return (3 + 2 * static_cast<double>(kernels::few)) / 32;
}

// How many of the partners in order to mark for the least cost, if the others are tried and heaps
// beyond `few` (as order_by_coverage gives them) are dealt with for so many instructions each.
std::size_t how_many_to_mark(const std::vector<double>& beyond, std::size_t planes,
                             double cost_beyond);

}  // namespace grundy::sparse
