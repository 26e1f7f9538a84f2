// cli/expressions.hpp: what `value` and `moves` share.
#pragma once
#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>

#include "core/error.hpp"
#include "query/evaluator.hpp"
#include "query/games.hpp"

namespace grundy::cli {

struct ExpressionChoice {
  std::string rules_file;
  std::string table;
  std::string memory;
  bool misere = false;
  bool as_json = false;

  void add_to(CLI::App& command);
};

// An evaluator with the games, the table and the limits that were chosen.
class Session {
 public:
  static Result<std::unique_ptr<Session>> open(const ExpressionChoice& choice);

  struct Question {
    query::Sum sum;
    Convention convention;
  };
  Result<Question> ask(const std::string& expression);
  query::Evaluator& evaluator() noexcept { return evaluator_; }

 private:
  Session(query::Games games, lazy::SearchLimits limits, std::optional<Convention> forced)
      : games_(std::move(games)), evaluator_(std::move(limits)), forced_(forced) {}

  query::Games games_;
  query::Evaluator evaluator_;
  std::optional<Convention> forced_;
};

}  // namespace grundy::cli
