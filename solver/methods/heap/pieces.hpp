// methods/heap/pieces.hpp: method `pieces`, for one heap that is left in up to three parts.
//
// Let P(t) be the nimbers of all pairs of parts that sum to t, and T(t) those of all triples.
// Heap n may be left with any of P(n - k), if k are taken. If k or more may be taken, that is the
// union of P(0) .. P(n - k): what heap n - 1 had, and P(n - k). So a move that gathers adds
// to one growing set what the exact move adds for this heap alone, and the nimber is the least
// that neither set has. Pairs of any two parts gather too: v + S, where v is the nimber of the
// newest part and S has those of all before it. T(t) is the union of v(i) + P(t - i): rows of equal
// v are united first.
//
// Heaps come in blocks (methods/heap/pieces_blocks.hpp). What a block needs of parts before it,
// nearly everything, is computed on all threads; then its heaps follow one another. O(heaps^2)
// pairs, and heaps^2 rows for triples.
#pragma once
#include "methods/family.hpp"
#include "methods/heap_moves.hpp"

namespace grundy::pieces {

inline constexpr Kernel kernel{"pieces"};

struct PiecesGame {
  std::vector<family::HeapMove> moves;
  std::uint64_t heaps;
  std::uint64_t nimbers;  // the capacity of sets: a power of two, at least 64
};

// Rules without endings, for heaps 0 .. heaps - 1; else does_not_apply(): among three parts each
// must have the same least size and equal ones must be allowed. Solves the first heaps to estimate
// how large nimbers get. Later ones may still be larger.
Result<PiecesGame> recognise_pieces(const rules::Rules& rules, std::uint64_t heaps);

struct Family {
  static constexpr Kernel kernel = pieces::kernel;
  using Task = PiecesGame;
  using Containers = std::tuple<memory::Cells>;  // of solutions

  static constexpr std::array claims = family::by_nimbers;

  static Result<family::Recognised<Task>> recognise(const family::Scope& scope);
  static family::Bytes bytes(const Task& task, const family::Scope& scope);
  static double seconds(const Task& task, const family::Scope& scope);
  static family::SolvedCells solve(const Task& task, const family::Scope& scope,
                                   parallel::Executor& executor, const tiles::Watch& watch);
};

static_assert(family::Family<Family>);

// Solves all heaps of the closure. Errors: see methods/family.hpp; Errc::unsupported for nimbers
// from game.nimbers on.
Result<memory::Cells> solve(const PiecesGame& game, const Box& closure,
                            parallel::Executor& executor, const tiles::Watch& watch);

// Solves all heaps of a small game on this thread. Errc::unsupported as for solve().
Result<std::vector<std::uint32_t>> solve_first(const PiecesGame& game);

// Bytes that solve() takes on that many threads, at most.
std::uint64_t memory_bytes(const PiecesGame& game, std::size_t threads);

}  // namespace grundy::pieces
