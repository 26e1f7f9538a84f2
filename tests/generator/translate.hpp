// generator/translate.hpp: the same game, with ranges that begin somewhere else.
#pragma once
#include <cstdint>
#include <vector>

#include "generator/syntax.hpp"

namespace grundy::generator {

// A game in which coordinate i is by[i] more: its values are those of `game`, moved. Symmetric
// coordinates must be moved by the same. Codes take no other range, so of these the low end stays.
Game translated(Game game, const std::vector<std::int64_t>& by);

}  // namespace grundy::generator
