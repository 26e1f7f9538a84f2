#include "law.hpp"

#include <pybind11/stl.h>

#include <cmath>

#include "arguments.hpp"
#include "docs.hpp"
#include "errors.hpp"
#include "session/laws.hpp"
#include "waiting.hpp"

namespace grundy::python {
namespace {

using Text = std::optional<std::string>;

session::LawAsked asked_from(const Text& game, const py::object& box, const Text& section,
                             std::optional<bool> misere, const py::object& params,
                             const Text& rules, double seconds, std::size_t threads,
                             const py::object& memory) {
  constexpr double most = 1e6;
  if (!game && !rules) raise({Errc::usage, "neither `game` nor `rules` says what it is about"});
  if (!(seconds > 0 && seconds <= most))
    raise({Errc::usage, "`seconds` is none: expected more than 0 and at most 1000000"});
  session::LawAsked asked;
  asked.solve.game = game.value_or("");
  asked.solve.rules = rules.value_or("");
  asked.solve.parameters = parameters_from(params);
  if (!box.is_none()) asked.solve.high = integers_from(box);
  asked.solve.convention = convention_from(misere);
  asked.solve.threads = threads;
  asked.solve.memory_limit = bytes_from(memory);
  asked.section = section.value_or("");
  asked.seconds = seconds;
  return asked;
}

py::object told(const session::LawAsked& asked) {
  const auto told = unwrap(without_gil([&] {
    return session::tell_law(asked, [] {
      hear_signals();
      return true;
    });
  }));
  return py::module_::import("grundy.laws")
      .attr("law_from")(text(told.json), text(told.certificate), text(told.c), text(told.python),
                        text(told.tex));
}

py::object find_law(const Text& game, const Text& value, const py::object& box, const Text& section,
                    std::optional<bool> misere, const py::object& params, const Text& rules,
                    double seconds, std::size_t threads, const py::object& memory) {
  auto asked = asked_from(game, box, section, misere, params, rules, seconds, threads, memory);
  asked.solve.quantity = quantity_from(value);
  return told(asked);
}

py::object check_claim(const Text& game, const std::string& claim, const py::object& box,
                       const Text& section, std::optional<bool> misere, const py::object& params,
                       const Text& rules, double seconds, std::size_t threads,
                       const py::object& memory) {
  auto asked = asked_from(game, box, section, misere, params, rules, seconds, threads, memory);
  asked.claim = claim;
  return told(asked);
}

}  // namespace

void bind_law(py::module_& module) {
  module.def("law", &find_law, py::arg("game"), py::kw_only(), py::arg("value") = py::none(),
             py::arg("box") = py::none(), py::arg("section") = py::none(),
             py::arg("misere") = py::none(), py::arg("params") = py::none(),
             py::arg("rules") = py::none(), py::arg("seconds") = 60.0, py::arg("threads") = 0,
             py::arg("memory") = py::none(), docs::law);
  module.def("check", &check_claim, py::arg("game"), py::arg("claim"), py::kw_only(),
             py::arg("box") = py::none(), py::arg("section") = py::none(),
             py::arg("misere") = py::none(), py::arg("params") = py::none(),
             py::arg("rules") = py::none(), py::arg("seconds") = 60.0, py::arg("threads") = 0,
             py::arg("memory") = py::none(), docs::check);
}

}  // namespace grundy::python
