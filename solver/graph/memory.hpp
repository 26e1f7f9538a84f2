// graph/memory.hpp: how much memory a graph needs, known before it is taken.
//
// An edge takes 16 bytes as read, 12 more while the forward half is built from it, then 4 in each
// half and 8 besides while the second half is built. A vertex takes 8 in each half, and 8 (loopy:
// 12) to be solved; numbering labels takes at most 6 bytes a label of the text if they are dense,
// else 24 to 48 a vertex.
#pragma once
#include <cstdint>
#include <string>

#include "core/error.hpp"

namespace grundy::graph {

// The most that is held at once from a finished EdgeList to solved values, in bytes.
std::uint64_t bytes_of_graph(std::uint64_t vertices, std::uint64_t edges);

// While edges are read, when vertices cannot be counted: the least that so many edges need.
// Errc::memory if that is more than the limit.
Status check_memory_of_edges(std::uint64_t edges, std::uint64_t declared, const std::string& name,
                             std::uint64_t limit);

// Before the graph is built. Errc::memory with the amounts.
Status check_memory_of_graph(std::uint64_t vertices, std::uint64_t edges, std::uint64_t limit);

// Before labels are numbered: `bytes` are needed beside the edges. Errc::memory with the amounts.
Status check_memory_of_labels(std::uint64_t bytes, std::uint64_t edges, std::uint64_t limit);

}  // namespace grundy::graph
