#include "session.hpp"

#include <iterator>
#include <variant>

#include "answers.hpp"
#include "arguments.hpp"
#include "base/machine.hpp"
#include "docs.hpp"
#include "errors.hpp"
#include "rules/language/catalogue.hpp"
#include "rules/language/parser.hpp"
#include "table.hpp"
#include "waiting.hpp"

namespace grundy::python {
namespace {

template <class Answer>
struct Answered {
  query::Sum sum;
  Answer answer;
};

const Table& table_from(const py::object& table) {
  if (!py::isinstance<Table>(table)) raise_type("table", "a grundy.Table", table);
  return table.cast<const Table&>();
}

std::unique_ptr<Session> make_session(const py::object& misere, const py::object& rules,
                                      const py::object& table, const py::object& memory) {
  session::Choice choice;
  if (const Text text = text_from(rules, "rules")) {
    if (boards::is_board_text(*text))
      choice.boards = unwrap(boards::parse_rules(*text, "rules"));
    else
      choice.games = unwrap(rules::parse(*text, "rules"));
  }
  choice.convention = convention_from(misere);
  choice.limits.bytes = bytes_from(memory).value_or(memory::available_memory());
  auto session = std::make_unique<Session>(std::move(choice));
  if (!table.is_none()) session->add_table(table_from(table).values());
  return session;
}

py::object to_python(const rules::Rules& rules) {
  py::list coordinates;
  for (const std::string& name : rules.written_names()) coordinates.append(text(name));
  return py::module_::import("grundy.answers")
      .attr("Game")(text(rules.name), py::tuple(coordinates), text(rules.description),
                    text(rules.text));
}

py::list games() {
  py::list found;
  for (const rules::CatalogueEntry& entry : rules::catalogue())
    found.append(to_python(unwrap(rules::load(entry.name))));
  return found;
}

}  // namespace

session::Choice Session::watched(session::Choice choice) {
  choice.limits.stop = &stop_;
  return choice;
}

template <class Body>
auto Session::alone(const Body& body) {
  std::unique_lock lock(turn_, std::defer_lock);
  without_gil([&] {
    while (!lock.try_lock_for(session::watch_every)) hear_signals();
  });
  stop_ = false;
  return interruptible(stop_, body);
}

void Session::add_table(const std::shared_ptr<const table::Values>& values) {
  alone([&] { session_.add_table(values); });
}

py::object Session::value(const py::object& asked, const py::object& remote) {
  const std::string expression = required_text_from(asked, "expression");
  const bool remoteness = flag_from(remote, "remoteness");
  return python::to_python(unwrap(alone([&]() -> Result<query::Value> {
    const auto question = session_.ask(expression, session::Session::Boards::accepted);
    if (!question) return question.error();
    return session_.evaluate(*question, remoteness, query::Wanted::nimber);
  })));
}

py::list Session::values(const py::object& asked, const py::object& outcomes) {
  const auto expressions = texts_from(asked, "expressions");
  const bool outcome = flag_from(outcomes, "outcome");
  const auto found = unwrap(alone([&] {
    return session_.values(expressions, outcome ? query::Wanted::outcome : query::Wanted::nimber);
  }));
  py::list values;
  for (query::Value value : found) {
    if (outcome) value.nimber.reset();  // known or not
    values.append(python::to_python(value));
  }
  return values;
}

py::object Session::moves(const py::object& asked) {
  const std::string expression = required_text_from(asked, "expression");
  using Found = std::variant<Answered<query::Moves>, query::BoardMoves>;
  const auto found = unwrap(alone([&]() -> Result<Found> {
    auto question = session_.ask(expression, session::Session::Boards::accepted);
    if (!question) return question.error();
    if (!question->boards.empty()) {
      auto moves = session_.moves(*question, query::Listed::all, query::Wanted::nimber);
      if (!moves) return moves.error();
      return Found(*std::move(moves));
    }
    auto moves = session_.evaluator().moves(question->sum, question->convention);
    if (!moves) return moves.error();
    return Found(Answered<query::Moves>{std::move(question->sum), *std::move(moves)});
  }));
  if (const auto* of_boards = std::get_if<query::BoardMoves>(&found))
    return python::to_python(*of_boards);
  const auto& [sum, moves] = std::get<Answered<query::Moves>>(found);
  return python::to_python(sum, moves);
}

void bind_session(py::module_& module) {
  py::class_<Session>(module, "Session", docs::session)
      .def(py::init(&make_session), py::kw_only(), py::arg("misere") = py::none(),
           py::arg("rules") = py::none(), py::arg("table") = py::none(),
           py::arg("memory") = py::none(), docs::session_init)
      .def(
          "add_table",
          [](Session& session, const py::object& table) {
            session.add_table(table_from(table).values());
          },
          py::arg("table"), docs::add_table)
      .def("value", &Session::value, py::arg("expression"), py::kw_only(),
           py::arg("remoteness") = false, docs::value)
      .def("values", &Session::values, py::arg("expressions"), py::kw_only(),
           py::arg("outcome") = false, docs::values)
      .def("moves", &Session::moves, py::arg("expression"), docs::session_moves);
  module.def("games", &games, docs::games);
}

}  // namespace grundy::python
