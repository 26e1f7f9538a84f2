#include "law.hpp"

#include <fmt/format.h>

#include <chrono>

#include "arguments.hpp"
#include "ask/laws/laws.hpp"
#include "docs.hpp"
#include "errors.hpp"
#include "progress.hpp"
#include "waiting.hpp"

namespace grundy::python {
namespace {

session::LawAsked asked_from(const py::object& game, const py::object& box,
                             const py::object& section, const py::object& misere,
                             const py::object& params, const py::object& rules,
                             const py::object& seconds, const py::object& threads,
                             const py::object& memory) {
  constexpr double most = 1e6;
  const Text name = text_from(game, "game");
  const Text text = text_from(rules, "rules");
  if (!name && !text) raise({Errc::usage, "neither `game` nor `rules` says what it is about"});
  const double allowed = number_from(seconds, "seconds");
  if (!(allowed > 0 && allowed <= most))
    raise({Errc::usage,
           fmt::format("option `seconds` is {}; expected more than 0 and at most 1000000",
                       py::repr(seconds).cast<std::string>())});
  session::LawAsked asked;
  asked.solve.game = name.value_or("");
  asked.solve.rules = text.value_or("");
  asked.solve.parameters = parameters_from(params);
  if (!box.is_none()) asked.solve.high = integers_from(box, "box");
  asked.solve.convention = convention_from(misere);
  asked.solve.threads = threads_from(threads);
  asked.solve.memory_limit = bytes_from(memory);
  asked.section = text_from(section, "section").value_or("");
  asked.seconds = allowed;
  return asked;
}

py::object answer(const session::LawAsked& asked, const py::object& progress) {
  using Clock = std::chrono::steady_clock;
  const Progress reporter(progress, asked.solve.game.empty() ? "rules" : asked.solve.game,
                          "seconds");
  reporter.begin(asked.claim ? "judging the claim" : "looking for a law");
  const auto answer = unwrap(without_gil([&] {
    return session::tell_law(asked, [&, begun = Clock::now()] {
      const std::chrono::duration<double> seconds = Clock::now() - begun;
      return reporter.tell(seconds.count(), asked.seconds);
    });
  }));
  return py::module_::import("grundy.laws")
      .attr("law_from")(text(answer.json), text(answer.certificate), text(answer.c),
                        text(answer.python), text(answer.tex));
}

py::object find_law(const py::object& game, const py::object& value, const py::object& box,
                    const py::object& section, const py::object& misere, const py::object& params,
                    const py::object& rules, const py::object& seconds, const py::object& threads,
                    const py::object& memory, const py::object& progress) {
  auto asked = asked_from(game, box, section, misere, params, rules, seconds, threads, memory);
  asked.solve.quantity = quantity_from(value);
  return answer(asked, progress);
}

py::object check_claim(const py::object& game, const py::object& claim, const py::object& box,
                       const py::object& section, const py::object& misere,
                       const py::object& params, const py::object& rules, const py::object& seconds,
                       const py::object& threads, const py::object& memory,
                       const py::object& progress) {
  auto asked = asked_from(game, box, section, misere, params, rules, seconds, threads, memory);
  asked.claim = required_text_from(claim, "claim");
  return answer(asked, progress);
}

}  // namespace

void bind_law(py::module_& module) {
  module.def("law", &find_law, py::arg("game"), py::kw_only(), py::arg("value") = py::none(),
             py::arg("box") = py::none(), py::arg("section") = py::none(),
             py::arg("misere") = py::none(), py::arg("params") = py::none(),
             py::arg("rules") = py::none(), py::arg("seconds") = 60.0, py::arg("threads") = 0,
             py::arg("memory") = py::none(), py::arg("progress") = py::none(), docs::law);
  module.def("check", &check_claim, py::arg("game"), py::arg("claim"), py::kw_only(),
             py::arg("box") = py::none(), py::arg("section") = py::none(),
             py::arg("misere") = py::none(), py::arg("params") = py::none(),
             py::arg("rules") = py::none(), py::arg("seconds") = 60.0, py::arg("threads") = 0,
             py::arg("memory") = py::none(), py::arg("progress") = py::none(), docs::check);
}

}  // namespace grundy::python
