// direct/other_games.hpp: heaps that become heaps of other games, as loops. Baselines.
//
// One thread.
#pragma once
#include <cstdint>
#include <span>

namespace grundy::direct {

// Node Kayles on P_n(3), as games/node_kayles_p3.game says it: three kinds of paths.
void node_kayles_p3_nimbers(std::span<std::uint8_t> nimbers);

// Rows are lit or dark, and taking from one changes that. Only lit rows may be split. As
// docs/rules.md says it.
void lit_nimbers(std::span<std::uint16_t> nimbers);

}  // namespace grundy::direct
