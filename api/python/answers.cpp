#include "answers.hpp"

#include "arguments.hpp"
#include "errors.hpp"

namespace grundy::python {
namespace {

py::object answer_class(const char* name) {
  return py::module_::import("grundy.answers").attr(name);
}

py::object to_python(const std::optional<std::uint64_t>& value) {
  return value ? py::object(py::int_(*value)) : py::none();
}

py::object to_python(const query::Sum& sum, const query::Move& move) {
  py::list parts;
  for (const Position& part : move.to) parts.append(to_tuple(part));
  return answer_class("Move")(text(query::to_string(query::after(sum, move))),
                              python::to_python(move.outcome), to_python(move.nimber), move.term,
                              py::tuple(parts));
}

}  // namespace

py::object to_python(Outcome outcome) {
  return answer_class("Outcome")(static_cast<int>(outcome));
}

py::object to_python(const query::Value& value) {
  const py::object misere_class =
      value.misere ? py::object(text(value.misere->name())) : py::none();
  py::tuple laws(value.laws.size());
  for (std::size_t i = 0; i < laws.size(); ++i) laws[i] = text(*value.laws[i]);
  return answer_class("Value")(to_python(value.outcome), to_python(value.nimber),
                               to_python(value.remoteness), misere_class, laws);
}

py::object to_python(const query::Sum& sum, const query::Moves& moves) {
  py::tuple options(moves.options.size());
  for (std::size_t i = 0; i < moves.options.size(); ++i)
    options[i] = to_python(sum, moves.options[i]);
  return answer_class("Moves")(to_python(moves.value), options, moves.winning, moves.winning_ways,
                               moves.more_win);
}

py::object to_python(const query::BoardMoves& moves) {
  py::tuple options(moves.options.size());
  for (std::size_t i = 0; i < moves.options.size(); ++i) {
    const query::BoardMove& move = moves.options[i];
    options[i] = answer_class("Move")(text(move.to), to_python(move.outcome),
                                      to_python(move.nimber), move.term, py::tuple());
  }
  return answer_class("Moves")(to_python(moves.value), options, moves.winning, moves.winning_ways);
}

}  // namespace grundy::python
