// rules/language/joint.hpp: games that name each other in their options, read as one game.
//
// `rings(n) -> kayles(n - 1)` makes rings and kayles one game of two coordinates: the number of the
// game, and n. Each rule of game i asks that the first coordinate is i, and a position of game j
// begins with j. So all that is proved, compiled and solved needs to know of one game alone, and
// two games may name each other.
//
// A name is looked for in the file of the game that uses it, then in the catalogue, then it may be
// a code. A game that is named with parameters is one of its own for each choice of them. A game
// that names itself, or is named by those that it names, keeps the parameters that it has.
//
// Ranges and `where` of a game are those of its positions alone: the rules that leave a position
// ask for them.
#pragma once
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/language/diagnostics.hpp"
#include "rules/language/grammar.hpp"
#include "rules/rules.hpp"

namespace grundy::rules {

// The games of a text, whose views need `text` to stay where it is.
struct GameFile {
  std::string text;
  std::vector<GameSyntax> games;

  const GameSyntax* find(std::string_view name) const;
};

// Where games look for others.
class Library {
 public:
  struct Found {
    const GameSyntax* game = nullptr;
    const GameFile* file = nullptr;
  };

  // The game of that name, as seen from a game of `file`; null pointers if there is none.
  Found find(std::string_view name, const GameFile& file);

 private:
  const GameFile& read(std::string_view name, std::string text);

  std::map<std::string, GameFile, std::less<>> files_;  // of the catalogue, and codes
};

inline constexpr std::size_t max_joint_games = 64;
inline constexpr std::size_t max_joint_bytes = 1 << 20;  // of their texts

// The rules of a game that names others (names_others), and of all that play from it reaches.
// Nothing if a mistake was reported, or if another game of the same file has one.
std::optional<Rules> joint_rules(const GameSyntax& game, const GameFile& file,
                                 const Parameters& overrides, Library& library,
                                 Diagnostics& diagnostics);

}  // namespace grundy::rules
