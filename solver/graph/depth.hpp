// graph/depth.hpp: acyclic graphs, each vertex when all of its options are known: a walk in depth.
//
// It needs no edges turned round, and where edges lead to lower numbers it goes through the
// vertices once, in order. One thread walks.
#pragma once
#include <optional>

#include "graph/values.hpp"

namespace grundy::graph {

// With more threads than this, layers are sooner done, though edges must be turned round for them.
inline constexpr std::size_t most_threads_for_walk = 6;

// Requires a question that is not loopy. Nothing if there is a cycle. Errors: Errc::memory,
// Errc::interrupted.
Result<std::optional<Values>> solve_in_depth(const Graph& graph, const Question& question,
                                             const Work& work);

}  // namespace grundy::graph
