// graph/retrograde.hpp: graphs with cycles, from the ends of play backwards.
//
// Retrograde analysis (Zermelo 1913; Smith, "Graphs with cycles: a generalization of
// Sprague-Grundy theory", 1966): in wave d all positions of remoteness d are known. A vertex with a
// P-option wins at the first one found, which is the nearest. A vertex all of whose options are
// N loses when the last one is found, which is the farthest. Whatever is never reached is a draw.
#pragma once
#include "graph/values.hpp"

namespace grundy::graph {

// Outcomes and remoteness. Errors: those of solve().
Result<Values> solve_backwards(const Graph& graph, const Question& question, const Work& work);

}  // namespace grundy::graph
