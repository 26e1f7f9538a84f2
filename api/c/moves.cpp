// c/moves.cpp: lists of moves.
#include <utility>

#include "arguments.hpp"
#include "handles.hpp"

namespace grundy::c {
namespace {

// Null if there is no such move.
const grundy_moves::Move* find(const grundy_moves* moves, std::size_t number) noexcept {
  return moves && number < moves->moves.size() ? &moves->moves[number] : nullptr;
}

}  // namespace

std::unique_ptr<grundy_moves> moves_of(const query::Sum& sum, query::Moves moves) {
  auto handle = std::make_unique<grundy_moves>();
  handle->winning = moves.winning;
  for (query::Move& move : moves.options)
    handle->moves.push_back({query::to_string(query::after(sum, move)), std::move(move)});
  return handle;
}

std::unique_ptr<grundy_moves> moves_of(query::BoardMoves moves) {
  auto handle = std::make_unique<grundy_moves>();
  handle->winning = moves.winning;
  for (query::BoardMove& move : moves.options)
    handle->moves.push_back(
        {std::move(move.to), query::Move{move.term, {}, move.outcome, move.nimber, {}}});
  return handle;
}

}  // namespace grundy::c

using grundy::c::find;

size_t grundy_moves_count(const grundy_moves* moves) {
  return moves ? moves->moves.size() : 0;
}

size_t grundy_moves_winning(const grundy_moves* moves) {
  return moves ? moves->winning : 0;
}

const char* grundy_moves_expression(const grundy_moves* moves, size_t move) {
  const auto* found = find(moves, move);
  return found ? found->expression.c_str() : "";
}

int grundy_moves_outcome(const grundy_moves* moves, size_t move) {
  const auto* found = find(moves, move);
  return found ? grundy::c::to_c(found->move.outcome) : 0;
}

int64_t grundy_moves_nimber(const grundy_moves* moves, size_t move) {
  const auto* found = find(moves, move);
  return found ? grundy::c::to_c(found->move.nimber) : 0;
}

size_t grundy_moves_parts(const grundy_moves* moves, size_t move) {
  const auto* found = find(moves, move);
  return found ? found->move.to.size() : 0;
}

const int64_t* grundy_moves_part(const grundy_moves* moves, size_t move, size_t part) {
  const auto* found = find(moves, move);
  return found && part < found->move.to.size() ? found->move.to[part].data() : nullptr;
}

size_t grundy_moves_term(const grundy_moves* moves, size_t move) {
  const auto* found = find(moves, move);
  return found ? found->move.term : 0;
}

void grundy_moves_free(grundy_moves* moves) {
  delete moves;
}
