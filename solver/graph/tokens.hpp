// graph/tokens.hpp: several tokens on one graph, a disjunctive sum.
//
// A move takes one token along an edge; tokens do not mind each other and may share a vertex.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "graph/values.hpp"

namespace grundy::graph {

struct TokenMove {
  std::size_t token;  // 0 is the first
  Vertex from;
  Vertex to;
};

struct TokenSum {
  std::uint32_t nimber = 0;
  std::vector<TokenMove> winning;  // by token, then by `to`; a repeated edge is one move

  Outcome outcome() const noexcept { return nimber == 0 ? Outcome::P : Outcome::N; }
};

// Requires nimbers.
TokenSum sum_of(const Graph& graph, const Values& nimbers, std::span<const Vertex> tokens);

}  // namespace grundy::graph
