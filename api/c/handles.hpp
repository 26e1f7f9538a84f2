// c/handles.hpp: what the handles of grundy.h point to.
#pragma once
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "ask/board_sum.hpp"
#include "ask/evaluator.hpp"
#include "ask/session/table_moves.hpp"
#include "grundy.h"
#include "run/solved_values.hpp"
#include "table/values.hpp"

struct grundy_table {
  std::shared_ptr<const grundy::table::Values> values;
  std::shared_ptr<const grundy::solve::SolvedValues> solved;  // null for a table on disk

  // Made when first asked for.
  mutable std::mutex guard;
  mutable std::string json;
  mutable std::unique_ptr<grundy::session::MoveFinder> move_finder;
};

struct grundy_moves {
  struct Move {
    std::string expression;  // of the sum after it
    grundy::query::Move move;
  };
  std::vector<Move> moves;
  std::size_t winning = 0;
};

namespace grundy::c {

std::unique_ptr<grundy_moves> moves_of(const query::Sum& sum, query::Moves moves);
std::unique_ptr<grundy_moves> moves_of(query::BoardMoves moves);

}  // namespace grundy::c
