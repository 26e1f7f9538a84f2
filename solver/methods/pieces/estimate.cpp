#include "methods/pieces/estimate.hpp"

#include "methods/pieces/layout.hpp"

namespace grundy::pieces {
namespace {

// Seconds on one thread. Words count twice as much as are used on the way.
constexpr double to_begin = 3e-4;
constexpr double for_pair = 0.5e-9;
constexpr double for_word_of_pairs = 1e-9;
constexpr double for_row = 1.5e-8;
constexpr double for_word = 0.15e-9;
constexpr double for_heap = 2e-7;

}  // namespace

double estimated_seconds(const PiecesGame& game, std::size_t threads) {
  const auto heaps = static_cast<double>(game.heaps);
  const Layout layout(game);
  const double words = static_cast<double>(game.nimbers) / 64;
  const auto pairs = static_cast<double>(layout.pairs.size());
  const auto triples = static_cast<double>(layout.triples.size());
  // Half of a total for pairs, a third for triples; the mean total is half of the heaps.
  const double shared = heaps * (pairs * (heaps / 4 * for_pair + words * for_word_of_pairs) +
                                 triples * heaps / 6 * (for_row + words * for_word));
  const double alone =
      heaps * (for_heap + static_cast<double>(game.moves.size()) * words * for_word);
  return to_begin + shared / static_cast<double>(threads) + alone;
}

}  // namespace grundy::pieces
