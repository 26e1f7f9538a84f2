// boards/rules.hpp: the rules of games on boards, as they are written.
//
//   game node_kayles(G: graph)
//     "A vertex goes, and all its neighbours with it."
//     (G) -> G - closed(v)  for v in G
//
//   game    := `game` NAME `(` NAME `:` (`graph` | `poset`) `)` [STRING] rule+
//   rule    := `(` NAME `)` `->` NAME `-` set `for` binder [`if` test (`and` test)*]
//   set     := `{` NAME, .. `}` | (`closed` | `open` | `up` | `down`) `(` NAME `)`
//   binder  := NAME `in` NAME | `edge` `(` NAME `,` NAME `)` `in` NAME
//            | `connected` `{` NAME, .. `}` `in` NAME
//   test    := amount (`==` | `!=` | `<` | `<=` | `>` | `>=`) NUMBER
//            | `connected` `(` NAME `-` set `)`
//   amount  := `degree` `(` NAME `)` | `size` `(` set `)`
//
// All sets are those of what is left of the structure. A move must remove something, so play ends.
// Whatever a rule speaks of lies in one component, so components are games of their own:
// `connected(G - S)` looks at the component of which S is a part, and holds if nothing is left of
// it.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace grundy::boards {

enum class StructureKind : std::uint8_t { graph, poset };

// Vertices that a rule speaks of, by the numbers of its binder's names.
struct SetTerm {
  enum class Kind : std::uint8_t { members, closed, open, up, down };
  Kind kind = Kind::members;
  std::vector<std::size_t> names;
};

enum class Comparison : std::uint8_t { equal, unequal, less, at_most, more, at_least };

struct Test {
  bool is_connected = false;  // of what the removal of `set` leaves; else the size of `set`
  SetTerm set;
  Comparison comparison = Comparison::equal;
  std::int64_t number = 0;
};

struct RemovalRule {
  enum class Binder : std::uint8_t { vertex, edge, connected };
  Binder binder = Binder::vertex;
  std::size_t names = 1;  // that the binder has
  SetTerm removed;
  std::vector<Test> tests;  // all must hold
};

struct BoardRules {
  std::string name;
  std::string description;
  StructureKind kind = StructureKind::graph;
  std::vector<RemovalRule> rules;
};

// The games of a text. Errc::rules with all mistakes, each with its place; `source` names the text.
Result<std::vector<BoardRules>> parse_rules(std::string_view text, std::string_view source);

// Whether the text defines games on boards: its first game has a structure.
bool is_board_text(std::string_view text);

// The games that come with the program.
std::span<const BoardRules> catalogue();

}  // namespace grundy::boards
