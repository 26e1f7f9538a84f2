// ask/boards.hpp: boards as terms of an expression, and their values.
//
//   term      := [COUNT `*`] GAME `(` structure `)`           2*cram(grid(5, 6))
//   structure := NAME `(` [argument (`,` argument)*] `)`
//   argument  := INTEGER | `"` PATH `"` | structure
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ask/parse.hpp"
#include "base/error.hpp"
#include "boards/rules.hpp"
#include "boards/solver.hpp"
#include "search/meter.hpp"

namespace grundy::query {

struct BoardTerm {
  std::shared_ptr<const boards::Game> game;
  std::uint64_t count = 1;
};

// A sum of positions and boards.
struct SumWithBoards {
  Sum sum;
  std::vector<BoardTerm> boards;
};

// The games on boards that expressions may name: `more`, then those that come with the program.
class BoardGames {
 public:
  explicit BoardGames(std::vector<boards::BoardRules> more = {}) : more_(std::move(more)) {}

  const boards::BoardRules* find(std::string_view name) const noexcept;
  std::vector<std::string_view> names() const;

 private:
  std::vector<boards::BoardRules> more_;
};

// Whether what is scanned next, behind the name of a game, is a structure in parentheses.
bool begins_structure(Scanner scan);

// Reads `(` structure `)`, builds it and applies the rules.
Result<std::shared_ptr<const boards::Game>> board(Scanner& scan, const boards::BoardRules& rules);

// As parse(), where terms may also be boards.
Result<SumWithBoards> parse_with_boards(std::string_view text, Games& games,
                                        const BoardGames& boards);

// Keeps what was found of each board while the memory allows. Not thread-safe.
class BoardSolvers {
 public:
  explicit BoardSolvers(lazy::SearchLimits limits) : limits_(std::move(limits)) {}

  // Errors: Errc::interrupted.
  Result<std::uint32_t> nimber(const BoardTerm& board);
  // Whether the nimber is n, which may take less.
  Result<bool> has_nimber(const BoardTerm& board, std::uint32_t n);

 private:
  boards::Solver& solver(const BoardTerm& board);

  lazy::SearchLimits limits_;
  std::map<std::string, std::unique_ptr<boards::Solver>> solvers_;  // by the text of the board
};

}  // namespace grundy::query
