// methods/pieces/solve.hpp: nimbers of heaps that are left in up to three parts; start reading
// here.
//
// Let P(t) be the nimbers of all pairs of parts that sum to t, and T(t) those of all triples.
// Heap n may be left with any of P(n - k), if k are taken. If any number may be, of k or more, that
// is the union of P(0) .. P(n - k): what heap n - 1 had, and P(n - k). So a move that gathers adds
// to one growing set what the exact move adds for this heap alone, and the nimber is the least
// that neither set has. Pairs of any two parts gather too: v + S, where v is the nimber of the
// newest part and S has those of all before it. T(t) is the union of v(i) + P(t - i): rows of one
// v are united first.
//
// Heaps come in blocks. What a block needs of parts before it, nearly everything, is made on all
// threads; then its heaps follow one another. O(heaps^2) pairs, and heaps^2 rows for triples.
#pragma once
#include <cstdint>
#include <vector>

#include "base/box.hpp"
#include "base/cells.hpp"
#include "base/error.hpp"
#include "base/executor.hpp"
#include "methods/pieces/pieces_game.hpp"
#include "tiles/watch.hpp"

namespace grundy::pieces {

// All heaps of the closure. Errc::memory, Errc::interrupted; Errc::unsupported for nimbers from
// game.nimbers on.
Result<memory::Cells> solve(const PiecesGame& game, const Box& closure,
                            parallel::Executor& executor, const tiles::Watch& watch);

// All heaps of a game of few, on this thread. Errc::unsupported.
Result<std::vector<std::uint32_t>> solve_first(const PiecesGame& game);

// Bytes that this takes on so many threads.
std::uint64_t memory_bytes(const PiecesGame& game, std::size_t threads);

}  // namespace grundy::pieces
