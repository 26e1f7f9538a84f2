// generator/generator.hpp: random games that mix what users mix.
//
// Start reading here. A game is of one kind (rays, steps, layers, ..), so that each family of
// kernels is met, or of mixed kinds; whatever the kind, it gets its coordinates with all kinds of
// ranges, symmetric groups, parameters, conditions and endings. Nearly all moves lower a weighted
// sum of the coordinates, which the checks can prove; what they cannot prove they refuse, and
// support/random_rules.hpp counts how often.
//
// The same seed gives the same game everywhere.
#pragma once
#include <cstdint>
#include <string>

#include "generator/syntax.hpp"

namespace grundy::generator {

Game random_game(std::uint64_t seed);

// The same game, which may also say `where` and `falls`: then not all tuples of a box are
// positions.
Game random_game_of_some_tuples(std::uint64_t seed);

// A game whose rules name another one of as many coordinates, which may name it in turn.
Game random_game_with_another(std::uint64_t seed);

}  // namespace grundy::generator
