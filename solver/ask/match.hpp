// ask/match.hpp: a game as it is played: the position, what can be moved, and moves as players type
// them.
//
// No input or output: apps/cli/play.cpp talks to the player. ask/best_move.hpp chooses moves.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ask/evaluator.hpp"

namespace grundy::query {

// What one position of a sum may become.
struct Option {
  std::size_t term = 0;
  std::vector<Position> to;
};

// The position that moves, what becomes of it, and both as text: "nim(5) -> nim(3)".
Sum moving(const Sum& sum, const Option& option);
Sum moved(const Sum& sum, const Option& option);
std::string describe(const Sum& sum, const Option& option);

// Positions of a sum as a board shows them, in the order of its terms: each of equal ones by
// itself, or, if there are more than 30 in all, the equal ones together.
struct Component {
  std::size_t term = 0;
  std::uint64_t count = 1;
};
std::vector<Component> components(const Sum& sum);

// Not thread-safe. Methods fail with the errors of Evaluator::options, and then nothing changes.
class Match {
 public:
  // The evaluator must outlive the match.
  static Result<Match> begin(Sum sum, Convention convention, Evaluator& evaluator);

  const Sum& sum() const noexcept { return history_.back(); }
  Convention convention() const noexcept { return convention_; }
  std::size_t plies() const noexcept { return history_.size() - 1; }

  // By term, then in the rules' order: the numbers that players see tell nothing about who wins.
  const std::vector<Option>& options() const noexcept { return options_; }
  bool is_over() const noexcept { return options_.empty(); }

  // Requires an option of this position.
  Status play(const Option& option);

  // Requires that `plies` moves were made.
  Status take_back(std::size_t plies);

 private:
  Match(Convention convention, Evaluator& evaluator)
      : convention_(convention), evaluator_(&evaluator) {}
  Result<std::vector<Option>> options_of(const Sum& sum) const;

  Convention convention_;
  Evaluator* evaluator_;
  std::vector<Sum> history_;
  std::vector<Option> options_;
};

// A move as players type it.
//
//   7                    number 7 of the options
//   2: 3,4,1             component 2 becomes (3,4,1); `2: 3 + 4` two positions, `2: ()` nothing
//   nim(3)               a component becomes this position, or this sum
//   nim(3) + nim(5)      or this is the whole sum after the move
//
// Components are numbered from 1 as components() in ask/match.hpp lists them.

// `read` reads an expression; its errors are passed on. Errc::usage says what is wrong.
Result<Option> read_move(std::string_view text, const Match& match,
                         const std::function<Result<Sum>(std::string_view)>& read);

}  // namespace grundy::query
