// direct/graph.hpp: nimbers of a graph without cycles, by hand. A baseline.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace grundy::direct {

struct Edge {
  std::uint32_t from;
  std::uint32_t to;
};

// Lines "from to", nothing else, of the whole file at once. One thread.
std::vector<Edge> read_edges(const std::string& path);

// Of the vertices 0 .. vertices - 1; a vertex has fewer than 64 options. By depth-first search with
// a stack of its own over compressed rows. One thread.
std::vector<std::uint8_t> graph_nimbers(const std::vector<Edge>& edges, std::uint32_t vertices);

}  // namespace grundy::direct
