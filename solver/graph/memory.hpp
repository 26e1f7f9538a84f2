// graph/memory.hpp: whether there is memory for the next stage of the work.
//
// Each stage asks before it takes memory: reading for every few blocks of text, numbering, each
// half of the graph, solving, writing. What the process holds then is measured, and counts with
// what the stage will take. So the program, its threads and the scratch of earlier stages are
// counted too.
//
// An edge takes 16 bytes as read, 8 more while the forward half is built from it, then 4 in each
// half and 8 besides while the second half is built. A vertex takes 8 in each half, and 8 (loopy:
// 12) to be solved; numbering labels takes at most 6 bytes a label of the text if they are dense,
// else 24 to 48 a vertex.
#pragma once
#include <cstdint>
#include <string>

#include "base/error.hpp"
#include "graph/work.hpp"

namespace grundy::graph {

// Errc::memory with the amounts if `more` bytes beside those that the process holds now are more
// than work.memory_limit. `what` needs them, for the message.
Status check_memory(std::uint64_t more, const Work& work, const std::string& what);

// The same, for solving `vertices` vertices.
Status check_memory_to_solve(std::uint64_t more, std::uint64_t vertices, const Work& work);

}  // namespace grundy::graph
