// methods/heap/sparse_stream.hpp: method `sparse` for more heaps than memory holds: they are
// counted, and dropped when nothing can ask for them any more.
//
// Why that is exact. Let R be the last rare heap and t the largest take. A heap n > 2 (R + t) can
// have only common options by splits with a rare part, which is at most R, and by takes. So its
// nimber, if it is common, follows from the rare heaps and from the last R + t heaps before it
// (Winning Ways, chapter 4; J. P. Grossman, "Searching for periodicity in Officers", Games of No
// Chance 5, 2019). It is common if each rare nimber below that one is reached by a split into two
// common parts. To show that, one split is enough, and it is looked for among those with a part
// that is early and another that is late: the first heaps and the last ones are kept. If all these
// fail, nothing is concluded. Then heaps are solved again from the early ones on, and more of them
// are kept. Where memory does not allow it, that is an error.
//
// A period is proved as ever (prove_period()) while all heaps are kept. Afterwards a length that
// the late heaps suggest is compared with each heap that follows. It is proved when it has held
// from n0 to 2 n0 + 3 p + t.
#pragma once
#include <cstdint>

#include "base/error.hpp"
#include "base/executor.hpp"
#include "methods/heap/sparse.hpp"
#include "methods/heap_stream.hpp"
#include "tiles/watch.hpp"

namespace grundy::sparse {

// heaps::stream() (methods/heap_stream.hpp), of a game that was recognised.
Result<heaps::Streamed> stream(const HeapGame& game, std::uint64_t count,
                               const heaps::Window& window, parallel::Executor& executor,
                               const tiles::Watch& watch);

}  // namespace grundy::sparse
