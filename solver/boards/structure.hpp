// boards/structure.hpp: start reading here. The graphs and posets on which boards are played.
//
//   name(..) --StructureSpec--> build --Structure--+
//   text of rules --parse_rules--> BoardRules -----+--> compile --> Game --> Solver
//
// A position is a set of vertices of a structure, with the edges and the order between them.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/error.hpp"

namespace grundy::boards {

// Positions are kept as sets of bits, at most this many.
inline constexpr std::size_t most_vertices = 512;

using Vertex = std::uint16_t;

// Vertices of a rectangle, row by row, whose edges and order depend on differences of coordinates
// alone, so that a part of it may be shifted.
struct Lattice {
  std::uint16_t rows;
  std::uint16_t columns;  // at most most_columns, so that a row is a word
};
inline constexpr std::size_t most_columns = 64;

struct Structure {
  std::string text;  // as it is written: grid(3, 9)
  std::size_t vertices = 0;
  std::vector<std::pair<Vertex, Vertex>> edges;  // undirected, each once
  // Pairs (below, above) whose transitive closure is the order; nothing where there is none.
  std::optional<std::vector<std::pair<Vertex, Vertex>>> order;
  std::optional<Lattice> lattice;
  // What expressions call each vertex: row and column, or what a file calls it. Empty: by number.
  std::vector<std::vector<std::int64_t>> coordinates = {};
};

// `7` or `(1, 2)`.
std::string name_of(const Structure& structure, std::size_t vertex);
std::string vertex_text(const std::vector<std::int64_t>& coordinates);

// How a structure is written: a name with numbers, structures or the path of a file.
struct StructureSpec {
  using Argument = std::variant<std::int64_t, std::string, StructureSpec>;
  std::string name;
  std::vector<Argument> arguments;
};

std::string to_string(const StructureSpec& spec);

// All names, for messages and completion.
const std::vector<std::string_view>& structure_names();

// That there is no structure of this name.
Error unknown_structure(std::string_view name);

// Errors: Errc::usage for unknown names and wrong arguments, Errc::unsupported for more than
// most_vertices; of a file those of graph/edge_list.hpp.
Result<Structure> build(const StructureSpec& spec);

// An edge list as `grundy graph` reads it, from which the directions are dropped; as an order,
// `3 7` says that 3 is below 7.
Result<Structure> read_structure(const std::string& path);

}  // namespace grundy::boards
