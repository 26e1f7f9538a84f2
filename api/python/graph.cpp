#include "graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>

#include "arguments.hpp"
#include "ask/session/solving.hpp"
#include "base/machine.hpp"
#include "docs.hpp"
#include "errors.hpp"
#include "progress.hpp"
#include "waiting.hpp"

namespace grundy::python {
namespace {

using graph::Vertex;

py::object answer(const char* name) {
  return py::module_::import("grundy.answers").attr(name);
}

// An array with an item for each vertex.
template <class Item, class ItemOf>
py::array array_of(std::uint64_t vertices, const ItemOf& item_of) {
  py::array_t<Item> array(static_cast<py::ssize_t>(vertices));
  const auto items = array.mutable_data();
  without_gil([&] {
    for (Vertex v = 0; v < vertices; ++v) items[v] = static_cast<Item>(item_of(v));
  });
  return array;
}

}  // namespace

Graph::Graph(graph::Graph graph, graph::Values values)
    : graph_(std::move(graph)),
      values_(std::move(values)),
      statistics_(graph::statistics(values_)) {}

Vertex Graph::vertex_from(const py::handle& label) const {
  const std::int64_t number = coordinate_from(label);
  const auto vertex =
      number < 0 ? std::nullopt : graph_.labels.find(static_cast<graph::Label>(number));
  if (!vertex) raise_outside({Errc::usage, fmt::format("{} is no vertex of the graph", number)});
  return *vertex;
}

int Graph::outcome_of(Vertex vertex) const noexcept {
  constexpr int draw = 2;
  return values_.is_draw(vertex) ? draw : static_cast<int>(values_.outcome(vertex));
}

py::array Graph::vertices() const {
  return array_of<std::int64_t>(graph_.vertices(), [&](Vertex v) { return graph_.labels.of(v); });
}

py::array Graph::values() const {
  if (question().quantity == Quantity::outcome) return outcomes();
  return array_of<std::int64_t>(graph_.vertices(), [&](Vertex v) -> std::int64_t {
    return values_.is_draw(v) ? -1 : std::int64_t{values_.cells[v]};
  });
}

py::array Graph::outcomes() const {
  return array_of<std::uint8_t>(graph_.vertices(), [&](Vertex v) { return outcome_of(v); });
}

py::object Graph::item(const py::object& vertex) const {
  const Vertex v = vertex_from(vertex);
  if (question().quantity == Quantity::outcome) return py::int_(outcome_of(v));
  return values_.is_draw(v) ? py::object(py::none()) : py::int_(values_.cells[v]);
}

py::object Graph::outcome(const py::object& vertex) const {
  return answer("Outcome")(outcome_of(vertex_from(vertex)));
}

py::array Graph::options(const py::object& vertex) const {
  std::vector<std::int64_t> labels;
  for (const Vertex to : graph_.options.of(vertex_from(vertex)))
    labels.push_back(static_cast<std::int64_t>(graph_.labels.of(to)));
  std::ranges::sort(labels);
  labels.erase(std::ranges::unique(labels).begin(), labels.end());
  return py::array_t<std::int64_t>(static_cast<py::ssize_t>(labels.size()), labels.data());
}

py::object Graph::sum(const py::object& tokens) const {
  if (question().quantity != Quantity::nimber)
    raise({Errc::usage, fmt::format("sums need nimbers, and the {} was solved; expected a graph of "
                                    "normal play without cycles, solved for nimbers",
                                    to_string(question().quantity))});
  if (!py::isinstance<py::iterable>(tokens) || py::isinstance<py::str>(tokens))
    raise_type("tokens", "a sequence of vertices", tokens);
  std::vector<Vertex> places;
  for (const py::handle token : tokens) places.push_back(vertex_from(token));
  const graph::TokenSum sum = graph::sum_of(graph_, values_, places);
  py::tuple winning(sum.winning.size());
  for (std::size_t i = 0; i < winning.size(); ++i) {
    const graph::TokenMove& move = sum.winning[i];
    winning[i] =
        answer("TokenMove")(move.token, graph_.labels.of(move.from), graph_.labels.of(move.to));
  }
  return answer("TokenSum")(answer("Outcome")(static_cast<int>(sum.outcome())), sum.nimber,
                            winning);
}

namespace {

graph::Label label_from(std::int64_t number, const char* argument) {
  if (number >= 0) return static_cast<graph::Label>(number);
  raise({Errc::usage,
         fmt::format("option `{}`: {} is no vertex; expected 0 to 2^63 - 1", argument, number)});
}

// What NumPy makes of an argument: integers of 64 bits.
py::array_t<std::int64_t, py::array::c_style> integers_in(const py::object& given,
                                                          const char* argument,
                                                          const char* expected) {
  py::array array;
  try {
    array = py::array(given);
  } catch (const py::error_already_set& failure) {
    if (!failure.matches(PyExc_ValueError)) throw;
    raise_type(argument, expected, given);
  }
  const char kind = array.dtype().kind();
  if (array.size() > 0 && kind != 'i' && kind != 'u') raise_type(argument, expected, given);
  return py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>(array);
}

graph::EdgeList edges_from(const py::object& edges, const py::object& vertices) {
  const auto pairs = integers_in(edges, "edges", "a path, or pairs of integers");
  if (pairs.size() > 0 && (pairs.ndim() != 2 || pairs.shape(1) != 2))
    raise(
        {Errc::usage, fmt::format("option `edges` is an array of {} axes; expected pairs: (.., 2)",
                                  pairs.ndim())});
  std::vector<graph::LabelledEdge> listed;
  for (py::ssize_t i = 0; i < pairs.size(); i += 2)
    listed.push_back(
        {label_from(pairs.data()[i], "edges"), label_from(pairs.data()[i + 1], "edges")});
  std::vector<graph::Label> declared;
  if (!vertices.is_none()) {
    const auto numbers = integers_in(vertices, "vertices", "a sequence of integers");
    for (py::ssize_t i = 0; i < numbers.size(); ++i)
      declared.push_back(label_from(numbers.data()[i], "vertices"));
  }
  if (listed.empty() && declared.empty())
    raise({Errc::usage, "option `edges` is empty; expected an edge, or `vertices`, at least"});
  return unwrap(graph::edge_list_of(listed, declared));
}

// A graph in steps, each reported.
class Solving {
 public:
  Solving(graph::Work work, Parts& parts) : work_(work), parts_(parts) {}

  Result<graph::EdgeList> read(const std::string& path, graph::FirstLine first) {
    const auto source = graph::TextSource::open(path);
    if (!source) return source.error();
    auto list = graph::read_edges(**source, step("reading", (*source)->size()), first);
    if (list && list->empty())
      return Error{Errc::corrupt,
                   fmt::format("{}: no edge and no vertex; expected lines such as '3 7'", path)};
    return list;
  }

  Result<std::unique_ptr<Graph>> solve(graph::EdgeList list, const graph::Question& question) {
    const std::uint64_t edges = list.edges;
    auto graph = graph::build_graph(std::move(list), step("building", 2 * edges));
    if (!graph) return graph.error();
    auto values = graph::solve(*graph, question, step("solving", graph->vertices()));
    if (!values) return values.error();
    return std::make_unique<Graph>(*std::move(graph), *std::move(values));
  }

 private:
  graph::Work step(std::string_view part, std::uint64_t of) {
    graph::Work work = work_;
    work.done = parts_.begin(part, of);
    return work;
  }

  graph::Work work_;
  Parts& parts_;
};

std::unique_ptr<Graph> solve_graph(const py::object& edges, const py::object& vertices,
                                   const py::object& value, const py::object& misere,
                                   const py::object& loopy, const py::object& counts,
                                   const py::object& threads, const py::object& executor,
                                   const py::object& memory, const py::object& progress) {
  const bool is_path = py::isinstance<py::str>(edges) || py::hasattr(edges, "__fspath__");
  const auto question = graph::question_of(
      quantity_from(value), flag_from(misere, "misere") ? Convention::misere : Convention::normal,
      flag_from(loopy, "loopy"));
  unwrap(graph::check(question));
  const auto first =
      flag_from(counts, "counts") ? graph::FirstLine::counts : graph::FirstLine::edge;
  const std::uint64_t limit = bytes_from(memory).value_or(memory::available_memory());
  const auto runs = unwrap(parallel::make_executor(executor_from(executor), threads_from(threads)));
  if (is_path && !vertices.is_none())
    raise({Errc::usage, "`vertices` is for pairs of integers; a file declares its own"});
  if (!is_path && first == graph::FirstLine::counts)
    raise({Errc::usage, "`counts` is for a file; leave the first pair out"});
  std::optional<graph::EdgeList> list;
  if (!is_path) list = edges_from(edges, vertices);
  const std::string path = is_path ? required_path_from(edges, "edges").string() : "";
  std::atomic<bool> stop{false};
  Parts parts;
  const Progress reporter(progress, is_path ? path : "graph", "steps");
  Solving solving({*runs, limit, &stop}, parts);
  const auto body = [&]() -> Result<std::unique_ptr<Graph>> {
    if (is_path) {
      auto read = solving.read(path, first);
      if (!read) return read.error();
      list = *std::move(read);
    }
    return solving.solve(*std::move(list), question);
  };
  return unwrap(without_gil(
      [&] { return session::watched(stop, body, [&] { return parts.report(reporter); }); }));
}

std::string described(const Graph& graph) {
  return fmt::format("<grundy.Graph: {} of {} vertices, {} edges>",
                     to_string(graph.question().quantity), graph.graph().vertices(),
                     graph.graph().edges());
}

py::array histogram_of(const Graph& graph) {
  const auto& counts = graph.statistics().histogram;
  return py::array_t<std::uint64_t>(static_cast<py::ssize_t>(counts.size()), counts.data());
}

void bind_attributes(py::class_<Graph>& type) {
  const auto attribute = [&type](const char* name, auto get, const char* doc) {
    type.def_property_readonly(name, get, doc);
  };
  attribute(
      "quantity", [](const Graph& g) { return text(to_string(g.question().quantity)); },
      "'nimber', 'outcome' or 'remoteness'.");
  attribute(
      "convention", [](const Graph& g) { return text(to_string(g.question().convention)); },
      "'normal' or 'misere'.");
  attribute(
      "loopy", [](const Graph& g) { return g.question().loopy; }, "Whether cycles were allowed.");
  attribute("vertices", &Graph::vertices, "The numbers of all vertices, ascending.");
  attribute(
      "edges", [](const Graph& g) { return g.graph().edges(); }, "How many, repeated ones too.");
  attribute("values", &Graph::values,
            "Of each vertex in `vertices` its value: nimber, outcome, or remoteness, which is -1 "
            "for a draw.");
  attribute("outcomes", &Graph::outcomes,
            "Of each vertex in `vertices` its outcome: 0 = P, 1 = N, 2 = D, a draw.");
  attribute(
      "layers", [](const Graph& g) { return g.layers(); },
      "In how many steps, one after the other, the vertices can be solved.");
  attribute(
      "p_positions", [](const Graph& g) { return g.statistics().p_positions; },
      "How many vertices the player to move loses from.");
  attribute(
      "n_positions", [](const Graph& g) { return g.statistics().n_positions; },
      "How many vertices he wins from.");
  attribute(
      "draws", [](const Graph& g) { return g.statistics().draws; },
      "From how many neither player can win.");
  attribute(
      "max_value", [](const Graph& g) { return g.statistics().max_value; },
      "The largest nimber or remoteness.");
  attribute("histogram", &histogram_of,
            "Entry v counts the vertices of nimber v, below 65,536; empty for other quantities.");
  attribute(
      "digest", [](const Graph& g) { return text(g.statistics().digest.hex()); },
      "A fingerprint of all values, 32 hexadecimal digits.");
}

}  // namespace

void bind_graph(py::module_& module) {
  py::class_<Graph> type(module, "Graph", docs::graph_class);
  bind_attributes(type);
  type.def("__len__", [](const Graph& g) { return g.graph().vertices(); })
      .def("__getitem__", &Graph::item, py::arg("vertex"), docs::graph_item)
      .def("outcome", &Graph::outcome, py::arg("vertex"), docs::graph_outcome)
      .def("options", &Graph::options, py::arg("vertex"), docs::graph_options)
      .def("sum", &Graph::sum, py::arg("tokens"), docs::graph_sum)
      .def("__repr__", [](const Graph& g) { return text(described(g)); });
  type.attr("__iter__") = py::none();  // by vertex or by value? see `vertices` and `values`
  module.def("graph", &solve_graph, py::arg("edges"), py::kw_only(),
             py::arg("vertices") = py::none(), py::arg("value") = py::none(),
             py::arg("misere") = false, py::arg("loopy") = false, py::arg("counts") = false,
             py::arg("threads") = 0, py::arg("executor") = "tbb", py::arg("memory") = py::none(),
             py::arg("progress") = py::none(), docs::graph);
}

}  // namespace grundy::python
