// rules/language/catalogue.hpp: the games that come with the program, and how a game is found.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "rules/rules.hpp"

namespace grundy::rules {

struct CatalogueEntry {
  std::string_view name;  // of the file games/NAME.game, and of a game in it
  std::string_view text;  // the whole file
};

// All entries, sorted by name. Defined in a file that cmake/GrundyGames.cmake writes into the build
// folder: games/*.game at build time.
std::span<const CatalogueEntry> catalogue() noexcept;

// The entry of that name, or null.
const CatalogueEntry* find_in_catalogue(std::string_view name) noexcept;

// The game called `game`: a catalogue name, the path of a .game file that holds one
// game, or an octal or hexadecimal code such as 0.137. Errc::usage names the games of a file that
// holds several.
Result<Rules> load(std::string_view game, const Parameters& overrides = {});

// The names of the games, separated by commas: the first twenty.
std::string names_of(const std::vector<Rules>& games);

// The text of a file of rules, or `source` itself if it is one: then it begins with `game`.
Result<std::string> read_rules(std::string_view source);

// Every game of a file.
Result<std::vector<Rules>> load_file(std::string_view path, const Parameters& overrides = {});

// Every game of several files or texts (read_rules). Errc::usage if two have one name.
Result<std::vector<Rules>> load_all(std::span<const std::string> sources);

}  // namespace grundy::rules
