#include "methods/pieces/layout.hpp"

#include <algorithm>

namespace grundy::pieces {

using family::HeapMove;

Layout::Layout(const PiecesGame& game) {
  for (const HeapMove& move : game.moves) {
    const std::size_t parts = move.parts();
    if (move.total == HeapMove::Total::each) {
      of_move.push_back(sets);
      sets += parts - 1;
    } else if (parts == 2) {
      of_move.push_back(pairs_of(move.least[0], move.least[1], move.unlike, move.taken));
    } else if (parts == 3) {
      of_move.push_back(triples_of(move.least[0], move.taken));
    } else {
      of_move.push_back(0);
    }
  }
  for (Pairs& each : pairs) place(each.rows, each.newest(0), game.heaps);
  for (Triples& each : triples) place(each.rows, each.newest(0), game.heaps);
}

std::size_t Layout::pairs_of(std::int64_t small, std::int64_t large, bool unlike,
                             std::int64_t back) {
  auto found = std::find_if(pairs.begin(), pairs.end(), [&](const Pairs& each) {
    return each.small == small && each.large == large && each.unlike == unlike;
  });
  if (found == pairs.end()) found = pairs.insert(found, Pairs{small, large, unlike, {}});
  found->rows.back = std::max(found->rows.back, back);
  return static_cast<std::size_t>(found - pairs.begin());
}

std::size_t Layout::triples_of(std::int64_t least, std::int64_t back) {
  const std::size_t made_of = pairs_of(least, least, false, 0);
  pairs[made_of].rows.all = true;
  auto found = std::find_if(triples.begin(), triples.end(),
                            [&](const Triples& each) { return each.least == least; });
  if (found == triples.end()) found = triples.insert(found, Triples{least, made_of, {}});
  found->rows.back = std::max(found->rows.back, back);
  return static_cast<std::size_t>(found - triples.begin());
}

void Layout::place(Rows& rows, std::int64_t newest_of_first, std::uint64_t heaps) {
  const std::int64_t all = static_cast<std::int64_t>(heaps) + newest_of_first + 1;
  rows.first = sets;
  rows.kept = static_cast<std::uint64_t>(
      rows.all ? all : std::min(all, heaps_in_block + newest_of_first + 1 + rows.back));
  sets += rows.kept;
}

}  // namespace grundy::pieces
