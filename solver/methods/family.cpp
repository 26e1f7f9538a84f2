#include "methods/family.hpp"

#include <algorithm>
#include <cmath>

namespace grundy::family {

Ranks shared_ranks(const SharedWork& work, const Scope& scope) {
  const auto ranks = static_cast<double>(scope.ranks.count);
  const auto threads = static_cast<double>(scope.threads);
  const double at_once = static_cast<double>(work.tiles) / static_cast<double>(work.waves);
  const std::uint64_t to_each = work.traffic.bytes / (scope.ranks.count - 1);
  const std::uint64_t bytes = work.bytes_of_rank + 2 * to_each / work.waves;
  return {std::vector<std::uint64_t>(scope.ranks.count, bytes),
          {},
          work.traffic.messages,
          work.traffic.bytes,
          static_cast<std::size_t>(std::max(1.0, std::ceil(at_once / threads))),
          std::min(ranks * threads, at_once) / (ranks * std::min(threads, at_once)),
          /*all_to_all=*/true};
}

cluster::Transport* rank_of(const Scope& scope, const tiles::Watch& watch) {
  return watch.as_rank ? watch.as_rank : scope.ranks.transport;
}

std::uint64_t ranks_here(const Scope& scope) {
  return scope.ranks.transport ? 1 : scope.ranks.count;
}

}  // namespace grundy::family
