// python/graph.hpp: grundy.graph and grundy.Graph, games given as graphs.
#pragma once
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include "graph/graph.hpp"
#include "graph/values.hpp"

namespace grundy::python {

namespace py = pybind11;

// A graph with the values of its vertices. Nothing changes it: any number of threads.
class Graph {
 public:
  Graph(graph::Graph graph, graph::Values values);

  const graph::Graph& graph() const noexcept { return graph_; }
  const graph::Question& question() const noexcept { return values_.question; }
  const graph::Statistics& statistics() const noexcept { return statistics_; }
  std::uint32_t layers() const noexcept { return values_.layers; }

  py::array vertices() const;
  py::array values() const;    // -1: a draw
  py::array outcomes() const;  // 2: a draw
  py::object item(const py::object& vertex) const;
  py::object outcome(const py::object& vertex) const;
  py::array options(const py::object& vertex) const;
  py::object sum(const py::object& tokens) const;

 private:
  graph::Vertex vertex_from(const py::handle& label) const;
  // 0 = P, 1 = N, 2 = D.
  int outcome_of(graph::Vertex vertex) const noexcept;

  graph::Graph graph_;
  graph::Values values_;
  graph::Statistics statistics_;
};

void bind_graph(py::module_& module);

}  // namespace grundy::python
