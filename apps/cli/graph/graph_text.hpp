// cli/graph/graph_text.hpp: what `grundy graph` tells of a solved graph.
#pragma once
#include <string>
#include <vector>

#include "cli/text.hpp"
#include "graph/graph.hpp"
#include "graph/values.hpp"

namespace grundy::cli {

// Several tokens, and what came of their sum.
struct Tokens {
  std::vector<graph::Vertex> at;
  graph::TokenSum sum = {};
};

// A graph and what came of it.
struct SolvedGraph {
  struct Seconds {
    double read = 0;
    double build = 0;
    double solve = 0;
    double write = 0;
    double total = 0;
  };

  std::string source;  // of the edges
  const graph::Graph& graph;
  const graph::Values& values;
  const graph::Statistics& statistics;
  std::vector<Tokens> sums;
  std::string_view executor;
  std::size_t threads;
  std::string output;  // empty: none was written
  Seconds seconds;
};

// The values of all vertices are printed for graphs no larger than this.
inline constexpr std::uint64_t most_vertices_printed = 50;

Json to_json(const SolvedGraph& solved);
void print_for_people(const SolvedGraph& solved);

}  // namespace grundy::cli
