// graph/graph.hpp: start reading here. A graph given by its edges.
//
//   text --read_edges--> EdgeList --build_graph--> Graph --solve--> Values
//                                                              --> statistics, CSV, table, sums
//
// A vertex is a position, and its edges lead to its options. Vertices are numbered in ascending
// order of their labels.
#pragma once
#include "graph/adjacency.hpp"
#include "graph/edge_list.hpp"
#include "graph/labels.hpp"
#include "graph/work.hpp"

namespace grundy::graph {

struct Graph {
  Labels labels;
  Adjacency options;

  std::uint64_t vertices() const noexcept { return labels.size(); }
  std::uint64_t edges() const noexcept { return options.edges(); }  // repeated ones too
};

// Consumes the list. Errors: those of number_vertices; Errc::memory if the graph would not
// fit work.memory_limit; Errc::corrupt if the list is empty.
Result<Graph> build_graph(EdgeList list, const Work& work);

}  // namespace grundy::graph
