// methods/heap/sparse_solve.hpp: nimbers of a take-and-break game; start reading here.
//
// Heaps are solved in order. The first 1024 follow the definition. Then (Winning Ways, chapter 4,
// "Sparse space spells speed"; J. P. Grossman, "Searching for periodicity in Officers", 2019):
//   Classes        which nimbers are rare
//   Guess          the nimber of each heap, if it is common: from the rare parts
//   Witnesses      the proof that it is, or the rare nimber that it has instead
//   Stretch        both at once, on all threads; after a new rare heap it starts again there
//   prove_period   the proof that the rest is a copy, tried whenever the heaps have doubled
// The result is exact whatever the classes: they only make it fast. Where no classes are good every
// part counts as one to be split off, which is the definition, 16 to 64 heaps at a time.
#pragma once
#include <cstdint>
#include <optional>

#include "base/box.hpp"
#include "base/cells.hpp"
#include "base/error.hpp"
#include "base/executor.hpp"
#include "methods/heap/sparse.hpp"
#include "methods/period.hpp"
#include "tiles/watch.hpp"

namespace grundy::sparse {

struct Solved {
  memory::Cells cells;        // of 1 byte if all nimbers fit, else of 2
  std::uint32_t largest = 0;  // nimber
  std::uint32_t mask = 0;     // of the classes last used; 0: none was good
  bool alternating = false;
  std::uint64_t rares = 0;               // rare heaps among those computed
  std::uint64_t last_rare = 0;           // the largest of them
  std::uint64_t computed = 0;            // heaps; the others are copies
  std::optional<family::Period> period;  // of all heaps, proved
};

// Solves all heaps of the closure, counted from its low end. Errors: see methods/family.hpp;
// Errc::unsupported for more than 2^32 heaps or nimbers above 65535.
Result<Solved> solve(const HeapGame& game, const Box& closure, parallel::Executor& executor,
                     const tiles::Watch& watch);

// Bytes that solve() takes. Solves the first heaps to estimate how wide cells will be.
std::uint64_t memory_bytes(const HeapGame& game, const Box& closure);

}  // namespace grundy::sparse
