// graph/labels.hpp: vertices have numbers, 0 .. n - 1 in ascending order of their labels.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "base/error.hpp"
#include "graph/edge_list.hpp"
#include "graph/work.hpp"

namespace grundy::graph {

using Vertex = std::uint32_t;
inline constexpr std::uint64_t most_vertices = (std::uint64_t{1} << 31) - 1;

// Which label each vertex has. Immutable; any number of threads.
class Labels {
 public:
  // The labels lowest .. lowest + count - 1.
  Labels(Label lowest, std::uint64_t count) : lowest_(lowest), count_(count) {}
  // These, which ascend.
  explicit Labels(std::vector<Label> sorted);

  std::uint64_t size() const noexcept { return count_; }
  Label of(Vertex vertex) const noexcept {
    return sorted_.empty() ? lowest_ + vertex : sorted_[vertex];
  }
  // The vertex of that label, if there is one. O(log n).
  std::optional<Vertex> find(Label label) const;
  // Whether the labels are consecutive integers.
  bool contiguous() const noexcept { return sorted_.empty(); }

 private:
  Label lowest_ = 0;
  std::uint64_t count_ = 0;
  std::vector<Label> sorted_;  // empty: contiguous
};

// Numbers the vertices and replaces the labels of all edges by their numbers. The order of lines
// does not matter. Errc::unsupported for more than most_vertices, Errc::memory if the table of
// labels does not fit work.memory_limit beside the edges.
Result<Labels> number_vertices(EdgeList& list, const Work& work);

}  // namespace grundy::graph
