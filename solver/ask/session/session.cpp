#include "ask/session/session.hpp"

#include <limits>

#include "ask/parse.hpp"
#include "ask/session/reduced_source.hpp"
#include "ask/value_source.hpp"

namespace grundy::session {

Session::Session(Choice choice)
    : games_(query::catalogue_and(std::move(choice.games))),
      board_games_(std::move(choice.boards)),
      evaluator_(choice.limits),
      boards_(choice.limits, evaluator_),
      convention_(choice.convention) {
  evaluator_.set_alternative(std::make_unique<ReducedSource>(std::make_unique<BoxSource>(
      evaluator_.meter(), choice.limits.stop, std::move(choice.watch))));
}

void Session::add_table(std::shared_ptr<const table::Values> values) {
  evaluator_.add_source(std::make_unique<query::TableSource>(std::move(values)));
}

Result<Session::Question> Session::ask(std::string_view expression, Boards boards) {
  query::SumWithBoards terms;
  if (boards == Boards::refused) {
    auto sum = query::parse(expression, games_);
    if (!sum) return sum.error();
    terms.sum = *std::move(sum);
  } else {
    auto sum = query::parse_with_boards(expression, games_, board_games_);
    if (!sum) return sum.error();
    terms = *std::move(sum);
  }
  const auto convention = query::convention_of(terms.sum, convention_);
  if (!convention) return convention.error();
  return Question{std::move(terms.sum), *convention, std::move(terms.boards)};
}

Result<query::Value> Session::evaluate(const Question& question, bool want_remoteness,
                                       query::Wanted wanted) {
  const auto& [sum, convention, boards] = question;
  if (boards.empty()) return evaluator_.evaluate(sum, convention, want_remoteness, wanted);
  return boards_.evaluate({sum, boards}, convention, want_remoteness, wanted);
}

Result<std::vector<query::Value>> Session::values(std::span<const std::string> expressions,
                                                  query::Wanted wanted) {
  expect_nothing();
  std::vector<Question> questions;
  for (const std::string& expression : expressions) {
    auto question = ask(expression, Boards::accepted);
    if (!question) return question.error();
    expect(*question, wanted);
    questions.push_back(*std::move(question));
  }
  std::vector<query::Value> values;
  for (const Question& question : questions) {
    const auto value = evaluate(question, /*want_remoteness=*/false, wanted);
    if (!value) return value.error();
    values.push_back(*value);
  }
  return values;
}

}  // namespace grundy::session
