// ask/session/session.hpp: questions about sums, one after another.
//
// Start reading here for what programs and bindings keep between two questions: the games that
// an expression may name, the tables that know some of their positions, and all that has been
// searched so far. Not thread-safe.
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ask/board_sum.hpp"
#include "ask/evaluator.hpp"
#include "ask/expression.hpp"
#include "ask/session/box_source.hpp"
#include "base/error.hpp"
#include "rules/rules.hpp"
#include "table/values.hpp"

namespace grundy::session {

struct Choice {
  std::vector<rules::Rules> games;       // known besides the catalogue, and before it
  std::optional<Convention> convention;  // none: that of the games
  lazy::SearchLimits limits;
  SolveWatch watch = nullptr;                   // of boxes
  std::vector<boards::BoardRules> boards = {};  // games known besides those of the program
};

class Session {
 public:
  explicit Session(Choice choice);

  // From now on values are looked up there first, where the table has them.
  void add_table(std::shared_ptr<const table::Values> values);

  struct Question {
    query::Sum sum;
    Convention convention;
    std::vector<query::BoardTerm> boards;  // further terms
  };

  enum class Boards : bool { refused, accepted };

  // Reads an expression. Errors are those of query::parse and query::convention_of.
  Result<Question> ask(std::string_view expression, Boards boards = Boards::refused);

  // Errors: those of BoardEvaluator::evaluate.
  Result<query::Value> evaluate(const Question& question, bool want_remoteness,
                                query::Wanted wanted);

  // Requires a question with boards; evaluator() has the moves of others.
  Result<query::BoardMoves> moves(const Question& question, query::Listed listed,
                                  query::Wanted wanted) {
    return boards_.moves({question.sum, question.boards}, question.convention, listed, wanted);
  }

  // What is known of the board of a question, in a file (BoardEvaluator).
  Status save_board(const Question& question, const std::string& path) {
    return boards_.save({question.sum, question.boards}, path);
  }
  Status write_reached(const Question& question, const std::string& path) {
    return boards_.write_reached({question.sum, question.boards}, question.convention, path);
  }
  Status keep_board(const Question& question, const std::string& path, double seconds) {
    return boards_.keep({question.sum, question.boards}, path, seconds);
  }
  Status load_board(const Question& question, const std::string& path) {
    return boards_.load({question.sum, question.boards}, path);
  }

  // Questions to come: positions of one game are then solved at once where that is quicker. They
  // are forgotten by expect_nothing().
  void expect(const Question& question, query::Wanted wanted = query::Wanted::nimber) {
    evaluator_.expect(question.sum, question.convention, wanted);
  }
  void expect_nothing() { evaluator_.expect_nothing(); }

  // The values of many expressions, in their order. Errors are those of ask() and
  // Evaluator::evaluate, the first there is.
  Result<std::vector<query::Value>> values(std::span<const std::string> expressions,
                                           query::Wanted wanted);

  query::Evaluator& evaluator() noexcept { return evaluator_; }

 private:
  query::Games games_;
  query::BoardGames board_games_;
  query::Evaluator evaluator_;
  query::BoardEvaluator boards_;
  std::optional<Convention> convention_;
};

}  // namespace grundy::session
