#include "graph/tokens.hpp"

#include <algorithm>
#include <cassert>

namespace grundy::graph {
namespace {

// The options of `from` that have this nimber, ascending, each once.
std::vector<Vertex> options_of_nimber(const Graph& graph, const Values& nimbers, Vertex from,
                                      std::uint32_t nimber) {
  std::vector<Vertex> found;
  for (const Vertex option : graph.options.of(from))
    if (nimbers.cells[option] == nimber) found.push_back(option);
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace

TokenSum sum_of(const Graph& graph, const Values& nimbers, std::span<const Vertex> tokens) {
  assert(nimbers.question.quantity == Quantity::nimber);
  TokenSum sum;
  for (const Vertex at : tokens) sum.nimber ^= nimbers.cells[at];
  if (sum.nimber == 0) return sum;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::uint32_t wanted = nimbers.cells[tokens[i]] ^ sum.nimber;
    for (const Vertex to : options_of_nimber(graph, nimbers, tokens[i], wanted))
      sum.winning.push_back({i, tokens[i], to});
  }
  return sum;
}

}  // namespace grundy::graph
