// graph/edge_list.hpp: all the edges of a text, as it names them.
#pragma once
#include <atomic>
#include <cstdint>
#include <vector>

#include "base/error.hpp"
#include "graph/array.hpp"
#include "graph/edge_lines.hpp"
#include "graph/text_source.hpp"
#include "graph/work.hpp"

namespace grundy::graph {

// In the order of the text, cut where its blocks were. A piece is freed when it has been used.
struct EdgeList {
  struct Piece {
    Array<LabelledEdge> edges;
    Array<Label> declared;
  };
  std::vector<Piece> pieces;
  std::uint64_t edges = 0;
  std::uint64_t declared = 0;  // lines with one vertex
  Label lowest = largest_label;
  Label highest = 0;

  bool empty() const noexcept { return edges == 0 && declared == 0; }
};

// Reads to the end of the text. One task reads, and unpacks where need be, while the others
// scan what was read before. Errors: those of the source; Errc::corrupt with the number of a line
// that is neither edge nor vertex; Errc::memory before more edges are kept
// than work.memory_limit has room for.
Result<EdgeList> read_edges(TextSource& source, const Work& work);

}  // namespace grundy::graph
