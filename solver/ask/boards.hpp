// ask/boards.hpp: boards as terms of an expression, and their values.
//
//   term      := [COUNT `*`] GAME `(` structure [lost] `)`    2*cram(grid(5, 6))
//   lost      := `-` `{` vertex (`,` vertex)* `}`             - {(0, 0), (0, 1)}
//   vertex    := INTEGER | `(` INTEGER (`,` INTEGER)* `)`
//   structure := NAME `(` [argument (`,` argument)*] `)`
//   argument  := INTEGER | `"` PATH `"` | structure
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ask/board_file.hpp"
#include "ask/parse.hpp"
#include "base/error.hpp"
#include "boards/rules.hpp"
#include "boards/solver.hpp"
#include "search/meter.hpp"

namespace grundy::query {

struct BoardTerm {
  std::shared_ptr<const boards::Game> game;
  boards::AnySet position;
  std::uint64_t count = 1;
};

std::string to_string(const BoardTerm& board);

// A sum of positions and boards. Equal boards are one term.
struct SumWithBoards {
  Sum sum;
  std::vector<BoardTerm> boards;
};

std::string to_string(const SumWithBoards& sum);

// Whether structures may be those of files.
enum class Files : bool { refused, read };

// The games on boards that expressions may name: `more`, then those that come with the program.
class BoardGames {
 public:
  explicit BoardGames(std::vector<boards::BoardRules> more = {}, Files files = Files::read)
      : more_(std::move(more)), files_(files) {}

  const boards::BoardRules* find(std::string_view name) const noexcept;
  std::vector<std::string_view> names() const;
  Files files() const noexcept { return files_; }

 private:
  std::vector<boards::BoardRules> more_;
  Files files_;
};

// Whether what is scanned next, behind the name of a game, is a structure in parentheses.
bool begins_structure(Scanner scan);

// Reads `(` structure [lost] `)`, builds it and applies the rules.
Result<BoardTerm> board(Scanner& scan, const boards::BoardRules& rules, Files files);

// As parse(), where terms may also be boards.
Result<SumWithBoards> parse_with_boards(std::string_view text, Games& games,
                                        const BoardGames& boards);

// Keeps what was found of each board while the memory allows. Not thread-safe.
class BoardSolvers {
 public:
  // 0 threads: one for every core.
  explicit BoardSolvers(lazy::SearchLimits limits, std::size_t threads)
      : limits_(std::move(limits)), threads_(threads) {}

  // Valid until the next call.
  boards::Solver& of(const boards::Game& game);

  // From now on what is searched is saved in this file, as BoardKeeper does. Requires that all that
  // is asked is of one game.
  void keep(std::string path, double seconds) { keeper_.emplace(std::move(path), seconds); }

 private:
  lazy::SearchLimits limits_;
  std::size_t threads_;
  std::map<std::string, std::unique_ptr<boards::Solver>> solvers_;  // by the text of the game
  std::optional<BoardKeeper> keeper_;
};

}  // namespace grundy::query
