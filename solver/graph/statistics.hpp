// graph/statistics.hpp: counts and fingerprint of a graph's values.
#pragma once
#include <cstdint>
#include <vector>

#include "base/digest.hpp"
#include "graph/values.hpp"

namespace grundy::graph {

struct Statistics {
  std::uint64_t p_positions = 0;
  std::uint64_t n_positions = 0;
  std::uint64_t draws = 0;
  std::uint32_t max_value = 0;  // nimber or remoteness, of vertices that are no draws
  // [v] = vertices of nimber v, for those below 65,536; empty for other quantities.
  std::vector<std::uint64_t> histogram;
  // As base/digest.hpp says, of a box with one coordinate, the number of the vertex. Among outcomes
  // a draw has the weight 2, among remotenesses 2^32 - 1.
  Digest digest;
};

Statistics statistics(const Values& values);

}  // namespace grundy::graph
