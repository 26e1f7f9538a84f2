// boards/game.hpp: rules on a structure, as moves between sets of vertices.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "boards/rules.hpp"
#include "boards/set.hpp"
#include "boards/structure.hpp"

namespace grundy::boards {

using AnySet = Set<most_vertices / 64>;

struct Game {
  struct TestOfMove {
    bool is_connected;
    AnySet set;
    Comparison comparison;
    std::size_t number;
  };
  // Leads from a position to what is left of it without `removed`, if the position has all of
  // `needed` and some of `removed`, and the tests hold.
  struct Move {
    AnySet needed;
    AnySet removed;
    std::vector<TestOfMove> tests;
  };

  std::string text;                // node_kayles(grid(3, 9))
  std::vector<std::string> names;  // of the vertices
  std::size_t vertices = 0;
  AnySet start;
  // Neighbours; in an order, whatever is above or below. Every move stays in one component.
  std::vector<AnySet> neighbours;
  std::vector<Move> moves;
  // The same when rows and columns change places.
  std::optional<Lattice> lattice;
  bool reflects = false;  // and from every place of the rectangle, and when it is reflected

  // What is proved of all moves:
  // two vertices with the same closed neighbourhood are as good as one: each move removes a vertex
  // with its neighbours.
  bool merges_twins = false;
  // No move needs or removes anything but a vertex and some neighbours, or removes just the ends of
  // an edge: an involution that takes no vertex to itself or a neighbour answers every move.
  bool mirrors = false;
  std::size_t least_removed = 1;  // vertices, by any move
};

// Errors: Errc::usage where the rules want a poset and the structure is none, or its order has a
// cycle; Errc::unsupported for too many moves.
Result<Game> compile(const BoardRules& rules, const Structure& structure);

// `cram(grid(2, 2) - {(0, 0), (0, 1)})`: without the vertices of the start that the position has
// lost.
std::string to_string(const Game& game, const AnySet& position);

// The part of a set that is joined to its least member. Requires a set that is not empty.
AnySet component(const Game& game, const AnySet& set);

// Equal for equal games: of the vertices, their neighbours and all moves.
std::uint64_t digest(const Game& game);

// What one move can leave of a position, by trying them all: each once, in the rules' order.
std::vector<AnySet> options(const Game& game, const AnySet& position);

inline bool compares(std::size_t value, Comparison comparison, std::size_t number) noexcept {
  switch (comparison) {
    case Comparison::equal:
      return value == number;
    case Comparison::unequal:
      return value != number;
    case Comparison::less:
      return value < number;
    case Comparison::at_most:
      return value <= number;
    case Comparison::more:
      return value > number;
    case Comparison::at_least:
      break;
  }
  return value >= number;
}

}  // namespace grundy::boards
