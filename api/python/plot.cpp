#include "plot.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <array>
#include <atomic>
#include <span>
#include <utility>

#include "arguments.hpp"
#include "docs.hpp"
#include "errors.hpp"
#include "run/asked.hpp"
#include "run/solved_values.hpp"
#include "table.hpp"
#include "view/gather.hpp"
#include "view/gnuplot.hpp"
#include "view/script.hpp"
#include "waiting.hpp"

namespace grundy::python {
namespace {

using Values = std::shared_ptr<const table::Values>;

// One of a few names.
template <class Choice, std::size_t Count>
Choice choice_from(const py::object& given, const char* argument,
                   const std::array<std::pair<const char*, Choice>, Count>& choices) {
  const std::string name = required_text_from(given, argument);
  std::string expected;
  for (const auto& [known, choice] : choices) {
    if (name == known) return choice;
    expected += fmt::format("{}{}", expected.empty() ? "" : ", ", known);
  }
  raise({Errc::usage,
         fmt::format("option `{}` is '{}'; expected one of {}", argument, name, expected)});
}

constexpr std::array<std::pair<const char*, plot::Kind>, 3> kinds{
    {{"sequence", plot::Kind::sequence},
     {"slice", plot::Kind::slice},
     {"histogram", plot::Kind::histogram}}};
constexpr std::array<std::pair<const char*, plot::Format>, 3> formats{
    {{"png", plot::Format::png}, {"svg", plot::Format::svg}, {"gp", plot::Format::script}}};

struct PlotAsked {
  Values table;        // or null, and the game:
  solve::Asked asked;  // `high` is empty where no box was named
  std::optional<Quantity> quantity;
  std::string slice;
  std::optional<plot::Kind> kind;
  std::optional<law::Certificate> law;
  std::optional<Position> moves;
  plot::Format format;
};

void take_table(const py::object& game, const py::object& box, const py::object& misere,
                const py::object& params, const py::object& rules, PlotAsked& asked) {
  if (!box.is_none() || !misere.is_none() || !params.is_none() || !rules.is_none())
    raise(
        {Errc::usage, "`box`, `misere`, `params` and `rules` are for games: a table has its own"});
  asked.table = game.cast<const Table&>().values();
}

void take_game(const py::object& game, const py::object& box, const py::object& misere,
               const py::object& params, const py::object& rules, PlotAsked& asked) {
  if (!game.is_none() && !py::isinstance<py::str>(game))
    raise_type("game", "the name of a game, or a grundy.Table", game);
  const Text name = text_from(game, "game");
  const Text text = text_from(rules, "rules");
  if (!name && !text) raise({Errc::usage, "neither `game` nor `rules` says what to draw"});
  asked.asked.game = name.value_or("");
  asked.asked.rules = text.value_or("");
  asked.asked.parameters = parameters_from(params);
  if (!box.is_none()) asked.asked.high = integers_from(box, "box");
  asked.asked.convention = convention_from(misere);
}

std::optional<law::Certificate> law_from(const py::object& law, std::optional<Quantity>& quantity) {
  if (law.is_none()) return std::nullopt;
  const py::object text = py::hasattr(law, "certificate") ? law.attr("certificate") : law;
  if (!py::isinstance<py::str>(text))
    raise_type("law", "a grundy.Law, or the text of a certificate", law);
  auto certificate = unwrap(law::read_certificate(text.cast<std::string>(), "law"));
  const Quantity about = certificate.laws.front().claim.quantity;
  if (quantity && *quantity != about)
    raise({Errc::usage, fmt::format("option `value` is {}, and the law is about {}s",
                                    to_string(*quantity), to_string(about))});
  quantity = about;
  return certificate;
}

Result<Values> values_of(const PlotAsked& asked, const std::atomic<bool>& stop) {
  if (asked.table) return asked.table;
  auto rules = solve::load_rules(asked.asked);
  if (!rules) return rules.error();
  const auto wanted =
      plot::box_to_draw(*rules, asked.asked.high, asked.quantity, asked.asked.convention);
  auto plan = solve::make_plan(wanted, *std::move(rules));
  if (!plan) return plan.error();
  solve::Options options;
  options.stop = &stop;
  const auto solved = solve::solve_values(*std::move(plan), wanted.executor, options);
  if (!solved) return solved.error();
  return Values(*solved);
}

Result<plot::Picture> picture(const PlotAsked& asked, const std::atomic<bool>& stop) {
  const auto values = values_of(asked, stop);
  if (!values) return values.error();
  const table::TableSpec& spec = (*values)->info().spec;
  auto slice = asked.slice.empty() ? Result(exports::everything(spec.box))
                                   : exports::parse_slice(asked.slice, spec);
  if (!slice) return slice.error();
  const plot::Asked drawn{*std::move(slice), asked.quantity.value_or(spec.quantity), asked.kind,
                          asked.law ? &*asked.law : nullptr, &stop};
  auto picture = plot::gather(**values, drawn);
  if (!picture || !asked.moves) return picture;
  if (Status inside = plot::check_moves(*asked.moves, drawn.slice); !inside) return inside.error();
  const auto finder = session::MoveFinder::of(*values);
  if (!finder) return finder.error();
  const auto found = (*finder)->from(*asked.moves, &stop);
  if (!found) return found.error();
  std::vector<std::vector<Position>> to;
  for (const query::Move& move : std::span(found->moves.options).first(found->moves.winning))
    to.push_back(move.to);
  plot::mark_moves(*asked.moves, to, drawn.slice, *picture);
  return picture;
}

py::object plot_values(const py::object& game, const py::object& box, const py::object& value,
                       const py::object& misere, const py::object& params, const py::object& rules,
                       const py::object& slice, const py::object& kind, const py::object& law,
                       const py::object& moves, const py::object& format) {
  PlotAsked asked;
  if (py::isinstance<Table>(game))
    take_table(game, box, misere, params, rules, asked);
  else
    take_game(game, box, misere, params, rules, asked);
  asked.quantity = quantity_from(value);
  asked.slice = text_from(slice, "slice").value_or("");
  if (!kind.is_none()) asked.kind = choice_from(kind, "kind", kinds);
  asked.law = law_from(law, asked.quantity);
  if (!moves.is_none()) asked.moves = integers_from(moves, "moves");
  if (asked.law && asked.moves)
    raise({Errc::usage, "`law` and `moves` are for two pictures; leave one of them out"});
  asked.format = choice_from(format, "format", formats);
  std::atomic<bool> stop{false};
  using Drawn = std::pair<std::string, std::string>;
  const auto [bytes, title] = unwrap(interruptible(stop, [&]() -> Result<Drawn> {
    const auto made = picture(asked, stop);
    if (!made) return made.error();
    std::string script = plot::script_of(*made, asked.format);
    if (asked.format == plot::Format::script) return Drawn{std::move(script), made->title};
    auto drawn = plot::run_gnuplot(script, &stop);
    if (!drawn) return drawn.error();
    return Drawn{*std::move(drawn), made->title};
  }));
  return py::module_::import("grundy.pictures")
      .attr("Picture")(py::bytes(bytes), format, text(title));
}

}  // namespace

void bind_plot(py::module_& module) {
  module.def("plot", &plot_values, py::arg("game"), py::kw_only(), py::arg("box") = py::none(),
             py::arg("value") = py::none(), py::arg("misere") = py::none(),
             py::arg("params") = py::none(), py::arg("rules") = py::none(),
             py::arg("slice") = py::none(), py::arg("kind") = py::none(),
             py::arg("law") = py::none(), py::arg("moves") = py::none(), py::arg("format") = "png",
             docs::plot);
}

}  // namespace grundy::python
