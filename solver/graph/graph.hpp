// graph/graph.hpp: start reading here. A graph given by its edges.
//
//   text --read_edges--> EdgeList --build_graph--> Graph --solve--> Values
//                                                              --> statistics, CSV, table, sums
//
// A vertex is a position, and its edges lead to its options. Vertices are numbered in ascending
// order of their labels.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/error.hpp"
#include "graph/edge_list.hpp"
#include "graph/labels.hpp"
#include "graph/work.hpp"

namespace grundy::graph {

// For each vertex the vertices at the other ends of its edges.
//
// Compressed rows: the neighbours of v are ends[starts[v] .. starts[v + 1]), in no particular
// order, a repeated edge as often as it is given. 8 bytes a vertex, 4 an edge.

class Adjacency {
 public:
  Adjacency() = default;
  Adjacency(Array<std::uint64_t> starts, Array<Vertex> ends)
      : starts_(std::move(starts)), ends_(std::move(ends)) {}

  std::uint64_t vertices() const noexcept { return starts_.size() - 1; }
  std::uint64_t edges() const noexcept { return ends_.size(); }
  std::span<const Vertex> of(Vertex v) const noexcept {
    return ends_.items().subspan(starts_[v], starts_[v + 1] - starts_[v]);
  }

 private:
  Array<std::uint64_t> starts_;
  Array<Vertex> ends_;
};

// From each edge's tail to its head; frees the list piece by piece.
Result<Adjacency> options_of(EdgeList list, std::uint64_t vertices, const Work& work);

// The same edges the other way. Counts nothing as done.
Result<Adjacency> reversed(const Adjacency& adjacency, const Work& work);

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
