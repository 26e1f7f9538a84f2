// generator/constructs.hpp: which parts of the rule language a game uses.
#pragma once
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "generator/syntax.hpp"

namespace grundy::generator {

using Constructs = std::set<std::string, std::less<>>;

Constructs constructs_of(const Game& game);

// All that constructs_of() knows.
const std::vector<std::string_view>& all_constructs();

}  // namespace grundy::generator
