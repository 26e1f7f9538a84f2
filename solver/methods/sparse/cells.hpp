// methods/sparse/cells.hpp: from indices to nimbers.
#pragma once
#include <cstdint>

#include "base/executor.hpp"
#include "methods/sparse/heaps.hpp"

namespace grundy::sparse {

// cells[n] = nimber of heap n for all heaps proved. `cells` may be the indices themselves if Cell
// is a byte. Requires nimbers that fit. O(heaps) time.
template <class Cell>
void write_nimbers(const Heaps& heaps, Cell* cells, parallel::Executor& executor);

// The largest nimber of the heaps proved. O(heaps) time.
std::uint32_t largest_nimber(const Heaps& heaps);

}  // namespace grundy::sparse
