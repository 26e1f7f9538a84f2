// methods/shared_ranks.hpp: what ranks need that share out tiles and all hold all values
// (tiles/ordered_tiles.hpp).
#pragma once
#include <cstdint>

#include "methods/family.hpp"
#include "methods/scope.hpp"
#include "ranks/transport.hpp"
#include "tiles/watch.hpp"

namespace grundy::family {

struct SharedWork {
  std::uint64_t tiles;
  std::uint64_t waves;  // one after the other; the tiles of each may be solved at once
  cluster::Traffic traffic;
  std::uint64_t bytes_of_rank;  // for solving, but for tiles that have come and are not set yet
};

// For scope.ranks.
Ranks shared_ranks(const SharedWork& work, const Scope& scope);

// Of a rank among others in one process, besides what solving takes: its threads and messages.
inline constexpr std::uint64_t bytes_of_local_rank = std::uint64_t{1} << 20;

// The rank as which to solve, where it is one of several; null for all of them.
cluster::Transport* rank_of(const Scope& scope, const tiles::Watch& watch);

// How many ranks have their values in this process.
std::uint64_t ranks_here(const Scope& scope);

}  // namespace grundy::family
