// methods/heap/sparse.hpp: method `sparse`, for one heap under an octal code, or split into unlike
// parts: few heaps have rare nimbers; start reading here.
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
#include "methods/family.hpp"
#include "methods/heap_moves.hpp"

namespace grundy::sparse {

// Rules of one heap that an octal code describes, and those where the two heaps that are left must
// differ.
//
// Bits of digits[k] say what may be left of a heap n from which a player takes k: 1 nothing (of
// n = k), 2 one heap (n > k), 4 two heaps of different size, 8 two equal ones, of at least one
// each. The 4 of an octal code (rules/language/take_and_break.hpp) is 4 and 8 here. Rules are read
// by their moves (methods/heap_moves.hpp), so they need not be written as a code. The first
// heaps may have other moves: Couples-are-Forever is the code 4 except for a heap of two.
struct HeapGame {
  enum : std::uint8_t { leave_nothing = 1, leave_one = 2, leave_two = 4, leave_halves = 8 };
  std::vector<std::uint8_t> digits;     // at most 257, the last is not 0
  std::uint64_t steady = 0;             // from this heap on they describe all moves
  std::vector<family::HeapMove> moves;  // of every heap

  std::uint64_t last() const noexcept { return digits.size() - 1; }
  bool splits() const noexcept;
  // Whether some splits are into heaps of different size only.
  bool unlike() const noexcept;
};

// Only heaps below this may have moves of their own.
inline constexpr std::uint64_t most_unsteady = 1024;

// Rules without endings as a code; else does_not_apply().
Result<HeapGame> recognise_heap_game(const rules::Rules& rules);

inline constexpr Kernel kernel{"sparse"};

struct Family {
  static constexpr Kernel kernel = sparse::kernel;
  using Task = HeapGame;
  using Containers = std::tuple<memory::Cells>;  // of solutions

  static constexpr std::array claims = family::by_nimbers;

  static Result<family::Recognised<Task>> recognise(const family::Scope& scope);
  static family::Bytes bytes(const Task& task, const family::Scope& scope);
  static double seconds(const Task& task, const family::Scope& scope);
  static family::SolvedCells solve(const Task& task, const family::Scope& scope,
                                   parallel::Executor& executor, const tiles::Watch& watch);
};

static_assert(family::Family<Family>);

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

// How long a take-and-break game will take, estimated from its first heaps.
//
// Digits do not determine the time: 0.6 and 0.104 split alike, but a heap of the one takes twenty
// times as long as a heap of the other. What matters is how many rare heaps there are, and whether
// new ones keep coming. So up to 8192 heaps are solved by definition, fewer where rare heaps soon
// end. That takes 1 to 20 ms for each splitting digit. On the reference machine of
// docs/performance.md the estimate is within a factor of two for most games of more than 10^5
// heaps. Two exceptions cannot be foreseen: a period that is found later ends the work, and rare
// heaps may stop, or begin, to be frequent later.
double estimated_seconds(const HeapGame& game, const Box& closure, std::size_t threads);

// How many rare heaps lie between `size` and `count`, where the second half of the first `size`
// heaps has `recent` of them. If more than a quarter of that half is rare, their share is expected
// to last. Otherwise each doubling of the heaps is expected to add half as many as the one before.
double rares_to_come(double recent, double size, double count);

// On one thread: heaps from `known` to `count` by definition, and `more` rare heaps after `known`
// others.
double seconds_by_definition(const HeapGame& game, double known, double count);
double seconds_of_rares(const HeapGame& game, double known, double more);

}  // namespace grundy::sparse
