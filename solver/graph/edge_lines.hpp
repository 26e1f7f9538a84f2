// graph/edge_lines.hpp: lines of text to edges.
//
//   3 7        an edge from 3 to 7; blanks, tabs or one comma between the two
//   5          declares a vertex, which may have edges in other lines or none at all
//   # ...      a comment, also behind an edge; empty lines mean nothing
//
// A label is an integer from 0 to 2^63 - 1.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grundy::graph {

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

}  // namespace grundy::graph
