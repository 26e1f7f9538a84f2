// methods/sparse/estimate.hpp: how long a take-and-break game will take, by its first heaps.
//
// Digits do not tell: 0.6 and 0.104 split alike, but a heap of the one takes twenty times as long
// as a heap of the other. What tells is how many rare heaps there are, and whether new ones go on
// coming; so up to 8192 heaps are solved by definition, fewer where rare heaps soon end. That takes
// 1 to 20 ms for each splitting digit. On the reference machine of docs/performance.md the guess
// is within a factor of two for most games (more than 10^5 heaps), with two exceptions that nobody
// knows beforehand: a period that is found later ends the work, and rare heaps may stop, or begin,
// to be frequent later.
#pragma once
#include <cstddef>

#include "base/box.hpp"
#include "methods/sparse/heap_game.hpp"

namespace grundy::sparse {

double estimated_seconds(const HeapGame& game, const Box& closure, std::size_t threads);

// How many rare heaps come up to `count`, where so many are in the second half of the first `size`.
// Where more than a quarter of the heaps go on to be rare, they do so for ever; elsewhere heaps
// twice as large have half as many new ones, and so on.
double rares_to_come(double recent, double size, double count);

// On one thread: heaps from `known` to `count` by definition, and `more` rare heaps behind others.
double seconds_by_definition(const HeapGame& game, double known, double count);
double seconds_of_rares(const HeapGame& game, double known, double more);

}  // namespace grundy::sparse
