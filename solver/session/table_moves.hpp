// session/table_moves.hpp: what can be played from a position of a table, and what wins.
#pragma once
#include <atomic>
#include <memory>

#include "core/error.hpp"
#include "query/evaluator.hpp"
#include "table/values.hpp"

namespace grundy::session {

// The game that a table is of, from the rules it stores; Errc::corrupt if they are not rules of
// a game with the table's coordinates.
Result<std::shared_ptr<const query::Game>> game_of(const table::TableSpec& spec);

struct TableMoves {
  query::Sum sum;  // the position alone
  query::Moves moves;
};

// Looks options up in the table and searches for those that it does not have. `game` is
// game_of the table. Errc::usage for a position outside the box; Errc::interrupted soon after
// `stop` is set. Any number of threads at once.
Result<TableMoves> moves_from(const std::shared_ptr<const query::Game>& game,
                              const std::shared_ptr<const table::Values>& values,
                              const Position& position, const std::atomic<bool>* stop = nullptr);

}  // namespace grundy::session
