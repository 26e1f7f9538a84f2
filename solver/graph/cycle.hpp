// graph/cycle.hpp: why a graph cannot be solved by layers, shown by an example.
#pragma once
#include <span>
#include <vector>

#include "base/error.hpp"
#include "graph/graph.hpp"

namespace grundy::graph {

// A cycle among the vertices that are not in `solved`, each of which has an option that is not
// either; there must be one. Starts with its smallest vertex. The same whatever the order of lines.
std::vector<Vertex> find_cycle(const Graph& graph, std::span<const Vertex> solved);

// Errc::corrupt with that cycle by its labels.
Error cycle_error(const Graph& graph, std::span<const Vertex> solved);

}  // namespace grundy::graph
