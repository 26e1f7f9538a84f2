// graph/layers.hpp: acyclic graphs, from the vertices without options up.
//
// A. B. Kahn, "Topological sorting of large networks", Comm. ACM 5 (1962): a vertex can be solved
// when all of its options are. Vertices that become ready at the same time make a layer, whose
// vertices the threads share out.
#pragma once
#include "graph/values.hpp"

namespace grundy::graph {

// Requires a question that is not loopy. Errors: those of solve().
Result<Values> solve_by_layers(const Graph& graph, const Question& question, const Work& work);

}  // namespace grundy::graph
