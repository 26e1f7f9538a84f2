#include "graph/memory.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "memory/machine.hpp"

namespace grundy::graph {
namespace {

// Text, scratch and the program itself; see Reading in edge_list.cpp.
constexpr std::uint64_t bytes_besides = std::uint64_t{96} << 20;

Status check(std::uint64_t bytes, std::uint64_t limit, const std::string& what) {
  if (bytes <= limit) return {};
  return Error{Errc::memory,
               fmt::format("{} need {}, but {} may be used; allow more with option `memory`", what,
                           memory::format_bytes(bytes), memory::format_bytes(limit))};
}

}  // namespace

std::uint64_t bytes_of_graph(std::uint64_t vertices, std::uint64_t edges) {
  const std::uint64_t forward = 24 * edges + 8 * vertices;
  const std::uint64_t backward = 16 * edges + 16 * vertices;
  const std::uint64_t solving = 8 * edges + 28 * vertices;
  return bytes_besides + 8 * vertices + std::max({forward, backward, solving});
}

Status check_memory_of_edges(std::uint64_t edges, std::uint64_t declared, const std::string& name,
                             std::uint64_t limit) {
  return check(bytes_of_graph(0, edges) + 8 * declared, limit,
               fmt::format("{}: the first {} edges alone", name, edges));
}

Status check_memory_of_labels(std::uint64_t bytes, std::uint64_t edges, std::uint64_t limit) {
  return check(bytes_besides + 16 * edges + bytes, limit,
               fmt::format("{} edges and the labels of their vertices", edges));
}

Status check_memory_of_graph(std::uint64_t vertices, std::uint64_t edges, std::uint64_t limit) {
  return check(bytes_of_graph(vertices, edges), limit,
               fmt::format("{} vertices and {} edges", vertices, edges));
}

}  // namespace grundy::graph
