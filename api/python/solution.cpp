#include "solution.hpp"

#include <fmt/format.h>
#include <pybind11/functional.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <map>
#include <utility>

#include "arguments.hpp"
#include "arrays.hpp"
#include "ask/session/plan_text.hpp"
#include "ask/session/solving.hpp"
#include "docs.hpp"
#include "errors.hpp"
#include "progress.hpp"
#include "rules/language/parser.hpp"
#include "run/asked.hpp"
#include "run/description.hpp"
#include "run/solved_values.hpp"
#include "table/metadata.hpp"
#include "waiting.hpp"

namespace grundy::python {
namespace {

std::string passes_text(const py::object& passes) {
  if (py::isinstance<py::str>(passes) ||
      (py::isinstance<py::int_>(passes) && !py::isinstance<py::bool_>(passes)))
    return py::str(passes).cast<std::string>();
  raise_type("passes", "an integer or 'auto'", passes);
}

// The arguments that solve() and plan() share, by keyword.
solve::Asked asked_from(const py::object& game, const py::object& box, const py::object& value,
                        const py::object& misere, const py::object& params, const py::object& rules,
                        const py::object& threads, const py::object& executor,
                        const py::object& kernel, const py::object& memory,
                        const py::object& passes, const py::object& scratch, const Path& output) {
  const Text name = text_from(game, "game");
  const Text text = text_from(rules, "rules");
  if (!name && !text) raise({Errc::usage, "neither `game` nor `rules` says what to solve"});
  solve::Asked asked;
  asked.game = name.value_or("");
  asked.rules = text.value_or("");
  asked.parameters = parameters_from(params);
  asked.high = integers_from(box, "box");
  asked.quantity = quantity_from(value);
  asked.convention = convention_from(misere);
  asked.threads = threads_from(threads);
  asked.executor = executor_from(executor);
  asked.kernel = kernel_from(kernel);
  asked.memory_limit = bytes_from(memory);
  asked.passes = unwrap(solve::passes_from(
      passes_text(passes), path_from(scratch, "scratch").value_or(""), output.value_or("")));
  return asked;
}

// Called without the GIL.
solve::CheckCount check_from(const py::object& check) {
  return unwrap(solve::check_count_from(py::str(check).cast<std::string>()));
}

std::unique_ptr<Solution> solve_box(const py::object& game, const py::object& box,
                                    const py::object& value, const py::object& misere,
                                    const py::object& params, const py::object& rules,
                                    const py::object& threads, const py::object& executor,
                                    const py::object& kernel, const py::object& memory,
                                    const py::object& output, const py::object& store,
                                    const py::object& force, const py::object& resume,
                                    const py::object& check, const py::object& progress,
                                    const py::object& passes, const py::object& scratch) {
  const Path path = path_from(output, "output");
  const auto asked = asked_from(game, box, value, misere, params, rules, threads, executor, kernel,
                                memory, passes, scratch, path);
  const auto checked = check_from(check);
  const bool replaces = flag_from(force, "force");
  const bool resumes = flag_from(resume, "resume");
  const Progress reporter(progress, asked.game.empty() ? "rules" : asked.game, "positions");
  if (!path && (replaces || resumes))
    raise({Errc::usage, fmt::format("{}=True without output; expected both, or neither",
                                    resumes ? "resume" : "force")});
  std::optional<solve::Output> written;
  if (path) written = solve::Output{*path, replaces, store_from(store), resumes};
  return std::make_unique<Solution>(unwrap(without_gil([&] {
    const auto watch = [&reporter](std::uint64_t solved, std::uint64_t total) {
      return reporter.tell(solved, total);
    };
    return session::solve(asked, written, watch, checked);
  })));
}

py::str plan_box(const py::object& game, const py::object& box, const py::object& value,
                 const py::object& misere, const py::object& params, const py::object& rules,
                 const py::object& threads, const py::object& executor, const py::object& kernel,
                 const py::object& memory, const py::object& passes, const py::object& scratch) {
  const auto asked = asked_from(game, box, value, misere, params, rules, threads, executor, kernel,
                                memory, passes, scratch, {});
  const auto plan = unwrap(without_gil([&] { return solve::make_plan(asked); }));
  return text(session::explain(plan));
}

// The same as JSON.
py::str plan_json(const py::object& game, const py::object& box, const py::object& value,
                  const py::object& misere, const py::object& params, const py::object& rules,
                  const py::object& threads, const py::object& executor, const py::object& kernel,
                  const py::object& memory, const py::object& passes, const py::object& scratch) {
  const auto asked = asked_from(game, box, value, misere, params, rules, threads, executor, kernel,
                                memory, passes, scratch, {});
  const auto plan = unwrap(without_gil([&] { return solve::make_plan(asked); }));
  using Json = nlohmann::ordered_json;
  return text(session::to_json(plan).dump(-1, ' ', false, Json::error_handler_t::replace));
}

void save(const Solution& solution, const py::object& path, const py::object& store,
          const py::object& force) {
  const solve::Output output{required_path_from(path, "path"), flag_from(force, "force"),
                             store_from(store)};
  unwrap(without_gil([&] { return solution.save(output); }));
}

py::dict seconds_of(const Solution& solution) {
  const solve::Seconds& seconds = solution.work().seconds;
  py::dict found;
  found["solve"] = seconds.solve;
  found["check"] = seconds.check;
  found["digest"] = seconds.digest;
  found["write"] = seconds.write;
  found["save"] = seconds.save;
  return found;
}

py::object period_of(const Solution& solution) {
  const auto& period = solution.result().period;
  if (!period) return py::none();
  py::dict found;
  found["of"] = text(period->of);
  found["length"] = period->length;
  found["preperiod"] = period->preperiod;
  found["proof"] = text(period->proof);
  return found;
}

// What is pickled, and back.

py::tuple reduce(const Solution& solution) {
  unwrap(table::check(solution.spec()));
  py::tuple arrays(table::arrays_of(solution.spec()).size());
  for (std::size_t i = 0; i < arrays.size(); ++i)
    arrays[i] = solution.array(text(to_string(table::arrays_of(solution.spec())[i])));
  const py::object made = py::module_::import("grundy.kept").attr("solution_from");
  const Work& work = solution.work();
  return py::make_tuple(
      made, py::make_tuple(py::bytes(table::group_text(solution.values()->info())), arrays,
                           py::make_tuple(work.checked, work.unchecked, seconds_of(solution)),
                           py::cast(solution.sorted_axes())));
}

table::MemoryArray memory_array(const py::handle& given, const table::TableInfo& info) {
  const auto cells = py::array::ensure(given, py::array::c_style);
  const Box& box = info.spec.box;
  if (!cells || cells.dtype().kind() != 'u' || cells.itemsize() > 4 ||
      std::cmp_not_equal(cells.size(), *box.volume()))
    raise({Errc::corrupt, "a pickled solution whose values are not those of its box"});
  const auto owner = std::shared_ptr<py::array>(new py::array(cells), [](py::array* array) {
    const py::gil_scoped_acquire acquire;
    delete array;
  });
  return {{static_cast<const std::byte*>(cells.data()), static_cast<unsigned>(cells.itemsize()),
           box, box.strides()},
          owner};
}

std::unique_ptr<Solution> restored(const std::string& info, const py::tuple& arrays,
                                   const py::tuple& work, const AxisGroups& sorted_axes) {
  auto read = unwrap(table::parse_group(info));
  std::vector<table::MemoryArray> kept;
  for (const py::handle array : arrays) kept.push_back(memory_array(array, read));
  const auto seconds = work[2].cast<std::map<std::string, double>>();
  return std::make_unique<Solution>(
      std::make_shared<const table::MemoryValues>(std::move(read), std::move(kept)),
      Work{work[0].cast<std::uint64_t>(),
           work[1].cast<std::uint64_t>(),
           {seconds.at("solve"), seconds.at("write"), seconds.at("save"), seconds.at("digest"),
            seconds.at("check")}},
      sorted_axes);
}

}  // namespace

Solution::Solution(Solved solved)
    : Table(solved),
      kept_(solved),
      work_{solved->report().checked.positions, solved->report().checked.open,
            solved->report().seconds},
      sorted_axes_(solve::exchangeable_axes(solved->plan())) {}

Solution::Solution(Kept kept, Work work, AxisGroups sorted_axes)
    : Table(kept), kept_(kept), work_(work), sorted_axes_(std::move(sorted_axes)) {}

Status Solution::save(const solve::Output& output) const {
  if (const auto* const solved = std::get_if<Solved>(&kept_)) {
    const auto executor = solve::make_executor((*solved)->plan(), "tbb");
    if (!executor) return executor.error();
    return solve::write_table(**solved, output, **executor);
  }
  table::TableSpec spec = this->spec();
  spec.store = output.store;
  if (spec.store == table::Store::sorted) spec.sorted_axes = sorted_axes_;
  return table::write_values(*values(), output.table, std::move(spec),
                             output.force ? table::Existing::replace : table::Existing::refuse);
}

std::optional<CellView> Solution::cells(Quantity quantity) const {
  if (const auto* const solved = std::get_if<Solved>(&kept_)) return (*solved)->cells(quantity);
  const CellView* const cells = std::get<Kept>(kept_)->cells(quantity);
  return cells ? std::optional(*cells) : std::nullopt;
}

py::array Solution::read(Quantity quantity, const Region& region) const {
  const auto in_memory = is_empty(region) ? std::nullopt : cells(quantity);
  return in_memory ? window_on(*in_memory, region, values()) : Table::read(quantity, region);
}

void bind_solution(py::module_& module) {
  py::class_<Solution, Table>(module, "Solution", docs::solution)
      .def_property_readonly(
          "checked", [](const Solution& s) { return s.work().checked; }, docs::checked)
      .def_property_readonly(
          "unchecked", [](const Solution& s) { return s.work().unchecked; }, docs::unchecked)
      .def_property_readonly("period", &period_of, docs::period)
      .def_property_readonly("seconds", &seconds_of, docs::seconds)
      .def("save", &save, py::arg("path"), py::kw_only(), py::arg("store") = "full",
           py::arg("force") = false, docs::save)
      .def("__reduce__", &reduce, docs::reduce_solution)
      .def_static("_restored", &restored, py::arg("info"), py::arg("arrays"), py::arg("work"),
                  py::arg("sorted_axes"), docs::restored);
  module.def("solve", &solve_box, py::arg("game"), py::arg("box"), py::kw_only(),
             py::arg("value") = py::none(), py::arg("misere") = py::none(),
             py::arg("params") = py::none(), py::arg("rules") = py::none(), py::arg("threads") = 0,
             py::arg("executor") = "tbb", py::arg("kernel") = "auto",
             py::arg("memory") = py::none(), py::arg("output") = py::none(),
             py::arg("store") = "full", py::arg("force") = false, py::arg("resume") = false,
             py::arg("check") = "auto", py::arg("progress") = py::none(), py::arg("passes") = 1,
             py::arg("scratch") = py::none(), docs::solve);
  module.def("plan", &plan_box, py::arg("game"), py::arg("box"), py::kw_only(),
             py::arg("value") = py::none(), py::arg("misere") = py::none(),
             py::arg("params") = py::none(), py::arg("rules") = py::none(), py::arg("threads") = 0,
             py::arg("executor") = "tbb", py::arg("kernel") = "auto",
             py::arg("memory") = py::none(), py::arg("passes") = 1, py::arg("scratch") = py::none(),
             docs::plan);
  module.def("_plan", &plan_json, py::arg("game"), py::arg("box"), py::kw_only(),
             py::arg("value") = py::none(), py::arg("misere") = py::none(),
             py::arg("params") = py::none(), py::arg("rules") = py::none(), py::arg("threads") = 0,
             py::arg("executor") = "tbb", py::arg("kernel") = "auto",
             py::arg("memory") = py::none(), py::arg("passes") = 1, py::arg("scratch") = py::none(),
             docs::plan_json);
}

}  // namespace grundy::python
