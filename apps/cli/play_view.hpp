// cli/play_view.hpp: what a player sees of a game, for people or for programs.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "ask/best_move.hpp"
#include "ask/match.hpp"

namespace grundy::cli {

enum class Player { you, computer };

// Prints on stdout.
class PlayView {
 public:
  virtual ~PlayView() = default;

  // At the beginning, and after a move was taken back.
  virtual void position(const query::Match& match, Player to_move) = 0;
  // `before` is the position that the option belongs to, `match` is after the move.
  virtual void moved(const query::Match& match, const query::Sum& before,
                     const query::Option& option, Player by) = 0;
  virtual void moves(const query::Match& match) = 0;
  virtual void hint(const query::Match& match, const query::BestMove& best) = 0;
  virtual void mistake(const std::string& message) = 0;
  virtual void help() = 0;
  // Before the player is waited for.
  virtual void ask() = 0;
  // No winner: the player has left.
  virtual void end(const query::Match& match, std::optional<Player> winner) = 0;
};

std::unique_ptr<PlayView> play_as_text();

// One object a line:
//   {"ply","position","to_move"}                        as in position()
//   {"ply","by","from","to","position"}                 a move; `from` and `to` of what moved
//   {"moves":[EXPR..]}                                  what the position can become, in order
//   {"hint":EXPR,"outcome","nimber","remoteness"}       the position after the best move, and plies
//                                                       to the end, that move included
//   {"error"}, {"help"}, {"plies","winner"}             winner: "you", "computer" or null
std::unique_ptr<PlayView> play_as_json();

}  // namespace grundy::cli
