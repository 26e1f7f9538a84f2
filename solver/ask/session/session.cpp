#include "ask/session/session.hpp"

#include "ask/parse.hpp"
#include "ask/session/reduced_source.hpp"
#include "ask/value_source.hpp"

namespace grundy::session {

Session::Session(Choice choice)
    : games_(query::catalogue_and(std::move(choice.games))),
      board_games_(std::move(choice.boards)),
      board_solvers_(choice.limits),
      evaluator_(choice.limits),
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
  if (convention == Convention::misere)
    return Error{Errc::unsupported, "boards are solved under normal play alone"};
  if (want_remoteness) return Error{Errc::unsupported, "remoteness is not known for boards"};
  const auto others = evaluator_.evaluate(sum, convention);
  if (!others) return others.error();
  if (!others->nimber)
    return Error{Errc::unsupported,
                 "a sum with boards needs nimbers, which its other games do not have"};
  std::uint32_t nimber = *others->nimber;
  for (std::size_t i = 0; i < boards.size(); ++i) {
    if (boards[i].count % 2 == 0) continue;  // G + G is a P-position
    if (wanted == query::Wanted::outcome && i + 1 == boards.size()) {
      const auto is_lost = board_solvers_.has_nimber(boards[i], nimber);
      if (!is_lost) return is_lost.error();
      return query::Value{*is_lost ? Outcome::P : Outcome::N, {}, {}, {}};
    }
    const auto found = board_solvers_.nimber(boards[i]);
    if (!found) return found.error();
    nimber ^= *found;
  }
  return query::Value{nimber == 0 ? Outcome::P : Outcome::N, nimber, {}, {}};
}

Result<std::vector<query::Value>> Session::values(std::span<const std::string> expressions,
                                                  query::Wanted wanted) {
  expect_nothing();
  std::vector<Question> questions;
  for (const std::string& expression : expressions) {
    auto question = ask(expression);
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
