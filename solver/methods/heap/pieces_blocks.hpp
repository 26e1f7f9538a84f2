// methods/heap/pieces_blocks.hpp: solves a game of pieces, one block of heaps after the other.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/executor.hpp"
#include "kernels/pieces/sets.hpp"
#include "methods/heap/pieces.hpp"

namespace grundy::pieces {

inline constexpr std::int64_t heaps_in_block = 64;

// Sets of nimbers, one for each total of pairs or triples. As many are kept as moves reach back, or
// all where triples are made of them. Sets are numbered.
struct Rows {
  std::uint64_t first = 0;  // set
  std::uint64_t kept = 0;
  std::int64_t back = 0;  // totals that heaps reach back to
  bool all = false;

  std::uint64_t set(std::int64_t total) const noexcept {
    return first + static_cast<std::uint64_t>(total) % kept;
  }
};

// Parts i <= total - i, of which i >= small and total - i >= large.
struct Pairs {
  std::int64_t small;
  std::int64_t large;
  bool unlike;
  Rows rows;

  // One more than the greatest i.
  std::int64_t end(std::int64_t total) const noexcept {
    const std::int64_t twice = total - (unlike ? 1 : 0);
    return twice < 0 ? 0 : std::min(twice / 2, total - large) + 1;
  }
  // The total whose pairs are of heaps below this one and need the one just before it.
  std::int64_t newest(std::int64_t heap) const noexcept { return heap - 1 + small; }
};

// Parts of `least` or more.
struct Triples {
  std::int64_t least;
  std::size_t pairs;  // which Pairs they are made of
  Rows rows;

  std::int64_t end(std::int64_t total) const noexcept { return total / 3 + 1; }
  std::int64_t newest(std::int64_t heap) const noexcept { return heap - 1 + 2 * least; }
};

// Which sets of nimbers a game needs, and their numbers.
class Layout {
 public:
  explicit Layout(const PiecesGame& game);

  static constexpr std::uint64_t gathering = 0;  // the set of all heaps so far
  static constexpr std::uint64_t alone = 1;      // that of one heap
  std::uint64_t sets = 2;
  std::vector<Pairs> pairs;
  std::vector<Triples> triples;
  std::vector<std::size_t> of_move;  // the number of its Pairs or Triples, or its first own set

 private:
  std::size_t pairs_of(std::int64_t small, std::int64_t large, bool unlike, std::int64_t back);
  std::size_t triples_of(std::int64_t least, std::int64_t back);
  void place(Rows& rows, std::int64_t newest_of_first, std::uint64_t heaps);
};

class BlockSolver {
 public:
  // `sets` are layout.sets sets of game.nimbers bits, `values` those of game.heaps heaps. Both
  // hold what earlier blocks left there, or zeros.
  BlockSolver(const PiecesGame& game, const Layout& layout, std::span<std::uint64_t> sets,
              std::span<std::uint32_t> values, std::size_t workers);

  // Solves heaps first .. end - 1, at most heaps_in_block of them. All before are solved, with
  // values below game.nimbers. Returns how many were solved: fewer where the next one has a nimber
  // from game.nimbers on.
  std::int64_t solve(std::int64_t first, std::int64_t end, parallel::Executor& executor);

 private:
  using Value = std::uint32_t;
  struct Scratch {
    std::vector<std::uint8_t> marks;
    std::vector<std::uint64_t> set;
  };

  // The part of a set that is in use: nimbers so far are below 64 * words_.
  kernels::NimberSet set(std::uint64_t number) const {
    return sets_.subspan(number * stride_, words_);
  }
  void fit_words(std::int64_t heaps);
  void sort_by_value(std::int64_t heaps);
  void add_pairs(const Pairs& pairs, std::int64_t total, std::int64_t first, std::int64_t end,
                 Scratch& scratch) const;
  void far_pairs(const Pairs& pairs, std::int64_t block, std::int64_t heap, Scratch& scratch) const;
  void near_pairs(const Pairs& pairs, std::int64_t block, std::int64_t heap,
                  Scratch& scratch) const;
  void far_triples(const Triples& triples, std::int64_t block, std::int64_t heap,
                   Scratch& scratch) const;
  void near_triples(const Triples& triples, std::int64_t block, std::int64_t heap) const;
  std::int64_t first_far(const Triples& triples, std::int64_t block, std::int64_t total) const;
  void make_far(std::int64_t first, std::int64_t end, parallel::Executor& executor);
  void add_move(std::size_t number, std::int64_t heap);
  void gather_newest(std::size_t number, std::int64_t heap);
  bool solve_heap(std::int64_t block, std::int64_t heap);

  const PiecesGame& game_;
  const Layout& layout_;
  std::span<std::uint64_t> sets_;
  std::span<Value> values_;
  std::size_t stride_;
  std::size_t words_ = 1;
  std::size_t fitted_ = 0;      // heaps whose values are known to fit in words_
  std::size_t full_words_ = 0;  // the first words of the gathering set that are full
  std::vector<Scratch> scratch_;
  std::vector<std::uint32_t> by_value_;  // heaps before the block
  std::vector<std::size_t> starts_;      // of each value among them
};

}  // namespace grundy::pieces
