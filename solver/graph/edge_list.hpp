// graph/edge_list.hpp: all the edges of a text, as it names them.
#pragma once
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "graph/text_source.hpp"
#include "graph/work.hpp"

namespace grundy::graph {

// Lines of text to edges.
//
//   3 7        an edge from 3 to 7; blanks, tabs or one comma between the two
//   5          declares a vertex, which may have edges in other lines or none at all
//   # ...      a comment, also behind an edge; empty lines mean nothing
//
// A label is an integer from 0 to 2^63 - 1.

using Label = std::uint64_t;
inline constexpr Label largest_label = (Label{1} << 63) - 1;

struct LabelledEdge {
  Label from;
  Label to;
};

// What lines say, up to the first that cannot be read.
struct EdgeLines {
  std::vector<LabelledEdge> edges;
  std::vector<Label> declared;
  Label lowest = largest_label;  // of all labels
  Label highest = 0;
  std::uint64_t lines = 0;             // that could be read
  std::optional<std::string> mistake;  // what is wrong with the line after them

  bool empty() const noexcept { return edges.empty() && declared.empty(); }
};

// Scans text whose every line ends with a line feed. Linear, without allocation but for what is
// found; `found` is emptied first and keeps its memory.
void scan_edge_lines(std::string_view text, EdgeLines& found);

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

  // The first edge, if its numbers may as well be those of vertices and of further edges, with
  // which files of contests begin: as many edges follow, and no label is larger. O(edges).
  std::optional<LabelledEdge> counts() const;
};

// What the first line is that has more than a comment.
enum class FirstLine : std::uint8_t { edge, counts };  // counts are left out

// Reads to the end of the text. One task reads, and unpacks where need be, while the others
// scan what was read before. Errors: those of the source; Errc::corrupt with the number of a line
// that is neither edge nor vertex; Errc::memory before more edges are kept
// than work.memory_limit has room for.
Result<EdgeList> read_edges(TextSource& source, const Work& work,
                            FirstLine first = FirstLine::edge);

// Of edges and vertices that somebody has in memory. Errc::memory.
Result<EdgeList> edge_list_of(std::span<const LabelledEdge> edges, std::span<const Label> declared);

}  // namespace grundy::graph
