// ask/best_move.hpp: the move to choose: the winner hurries, the loser delays.
//
// The best move wins and has the least remoteness after it; where every move loses it has the
// greatest. Remoteness takes a search of the whole sum, which is out of reach for large ones.
// Then the best is any winning move, which nimbers or the misère theory tell, and where there is
// none, a losing one after which many options are left.
#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "ask/evaluator.hpp"

namespace grundy::query {

struct BestMove {
  Move move;
  std::optional<std::uint32_t> remoteness;  // plies to the end, this move included
};

// Not thread-safe.
class Adviser {
 public:
  // `plies` is asked for remoteness only, and may use so much time for a move and as much memory
  // as its limits say; it must have no alternative. `values` is asked for all else. Both must
  // outlive the adviser. Of equally good moves the first in the order of Evaluator::moves is
  // chosen, or, with a seed, any.
  Adviser(Evaluator& values, Evaluator& plies, std::chrono::milliseconds time_for_plies,
          std::optional<std::uint64_t> seed = std::nullopt);

  // Nothing where play has ended. Errors are those of Evaluator::moves.
  Result<std::optional<BestMove>> best(const Sum& sum, Convention convention);

 private:
  using Scores = std::vector<std::uint64_t>;  // of moves; the least is the best

  Result<Scores> search_remoteness(const Sum& sum, Convention convention,
                                   const std::vector<Move>& moves);
  Result<std::optional<Scores>> remoteness(const Sum& sum, Convention convention,
                                           const std::vector<Move>& moves);
  Result<Scores> fewness(const Sum& sum, const std::vector<Move>& moves);
  std::size_t pick(const Scores& scores);

  Evaluator& values_;
  Evaluator& plies_;
  std::chrono::milliseconds time_for_plies_;
  std::optional<std::mt19937_64> random_;
};

// Best play of both sides: the sums after each move, as many as the remoteness of the sum. Errors
// are those of Evaluator::remoteness and Evaluator::moves.
Result<std::vector<Sum>> best_line(const Sum& sum, Convention convention, Evaluator& evaluator);

}  // namespace grundy::query
