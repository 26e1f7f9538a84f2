// ask/session/table_moves.hpp: what can be played from a position of a table, and what wins.
#pragma once
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "ask/evaluator.hpp"
#include "base/error.hpp"
#include "table/values.hpp"

namespace grundy::session {

// The game that a table is of, from the rules that it stores. Errc::corrupt if these are not those
// of one game with its coordinates.
Result<std::shared_ptr<const query::Game>> game_of(const table::TableSpec& spec);

struct FoundMoves {
  query::Sum sum;  // the position alone
  query::Moves moves;
};

// Finds the moves of a table's positions by the rules that it stores. Options are looked up in the
// table; those that it does not have are searched for. Keeps what that takes between questions, for
// as many threads as have asked at once. Any number of threads may ask, and none waits for another.
class MoveFinder {
 public:
  // Errors are those of game_of.
  static Result<std::unique_ptr<MoveFinder>> of(std::shared_ptr<const table::Values> values);

  // Errc::usage for a position outside the box; Errc::interrupted soon after `stop` is set.
  Result<FoundMoves> from(const Position& position, const std::atomic<bool>* stop = nullptr);

 private:
  MoveFinder(std::shared_ptr<const table::Values> values, std::shared_ptr<const query::Game> game)
      : values_(std::move(values)), game_(std::move(game)) {}
  std::unique_ptr<query::Evaluator> take();
  void put_back(std::unique_ptr<query::Evaluator> evaluator);

  std::shared_ptr<const table::Values> values_;
  std::shared_ptr<const query::Game> game_;
  std::mutex guard_;
  std::vector<std::unique_ptr<query::Evaluator>> idle_;
};

}  // namespace grundy::session
