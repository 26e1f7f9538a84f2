// methods/pieces/layout.hpp: which sets of nimbers a game needs, and where they stand.
//
// Sets are numbered. Rows of pairs and of triples are found by their total: as many are kept as
// moves reach back, or all where triples are made of them.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "methods/pieces/pieces_game.hpp"

namespace grundy::pieces {

inline constexpr std::int64_t heaps_in_block = 64;

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

class Layout {
 public:
  explicit Layout(const PiecesGame& game);

  static constexpr std::uint64_t gathering = 0;  // the set of all heaps so far
  static constexpr std::uint64_t alone = 1;      // that of one heap
  std::uint64_t sets = 2;
  std::vector<Pairs> pairs;
  std::vector<Triples> triples;
  std::vector<std::size_t> of_move;  // its Pairs or Triples, or the first of its own sets

 private:
  std::size_t pairs_of(std::int64_t small, std::int64_t large, bool unlike, std::int64_t back);
  std::size_t triples_of(std::int64_t least, std::int64_t back);
  void place(Rows& rows, std::int64_t newest_of_first, std::uint64_t heaps);
};

}  // namespace grundy::pieces
