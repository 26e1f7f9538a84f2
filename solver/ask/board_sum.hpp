// ask/board_sum.hpp: values and moves of sums in which there are boards.
//
// Under normal play nimbers are added up. Misère play and remoteness take a search of all that can
// follow, for positions of one game on one structure.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ask/boards.hpp"
#include "ask/evaluator.hpp"

namespace grundy::query {

struct BoardMove {
  std::string to;        // the whole sum after the move
  std::size_t term = 0;  // that is moved in: those of the sum, then the boards
  Outcome outcome = Outcome::P;
  std::optional<std::uint64_t> nimber;
};

// As Moves, of which it has all but the positions.
struct BoardMoves {
  Value value;
  std::vector<BoardMove> options;
  std::size_t winning = 0;
  std::uint64_t total = 0;
  std::uint64_t winning_ways = 0;
};

// Errc::unsupported unless all boards of the sum are positions of one, which a file can be of.
Status expect_one_board(const SumWithBoards& sum);

// Not thread-safe.
class BoardEvaluator {
 public:
  // `others` is asked for all that is no board, and must outlive this.
  // 0 threads: one for every core.
  BoardEvaluator(lazy::SearchLimits limits, Evaluator& others, std::size_t threads = 0)
      : solvers_(std::move(limits), threads), others_(others) {}

  // Errors: those of Evaluator::evaluate, and Errc::unsupported for misère play and remoteness of
  // sums of several games.
  Result<Value> evaluate(const SumWithBoards& sum, Convention convention, bool want_remoteness,
                         Wanted wanted);

  // Under Wanted::outcome nimbers may be left out.
  Result<BoardMoves> moves(const SumWithBoards& sum, Convention convention, Listed listed,
                           Wanted wanted);

  // What is known of the board of a sum, in a file. Errors: those of expect_one_board and of
  // board_file.hpp.
  Status save(const SumWithBoards& sum, const std::string& path);
  // The nimbers of all that can be reached from the board, in a file (write_reached). Errors: also
  // Errc::unsupported under misère play.
  Status write_reached(const SumWithBoards& sum, Convention convention, const std::string& path);
  // Saves it from time to time while the sum is searched (BoardKeeper).
  Status keep(const SumWithBoards& sum, const std::string& path, double seconds);
  Status load(const SumWithBoards& sum, const std::string& path);

 private:
  // What is known of a sum under normal play.
  struct Nimbers {
    std::uint32_t total = 0;
    std::uint32_t others = 0;
    std::vector<std::uint32_t> boards;  // one of each term
  };

  Result<std::uint32_t> nimber_of_others(const Sum& sum);
  Result<Nimbers> nimbers(const SumWithBoards& sum);
  Result<Value> by_nimbers(const SumWithBoards& sum, Wanted wanted);
  Result<Value> by_search(const SumWithBoards& sum, Convention convention, bool want_remoteness);

  Result<BoardMoves> moves_by_nimbers(const SumWithBoards& sum, Listed listed);
  Result<BoardMoves> moves_by_outcomes(const SumWithBoards& sum, Convention convention,
                                       Listed listed);
  Status add_moves_of_others(const SumWithBoards& sum, std::uint32_t of_boards, Listed listed,
                             BoardMoves& moves);

  BoardSolvers solvers_;
  Evaluator& others_;
};

}  // namespace grundy::query
