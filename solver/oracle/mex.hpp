// oracle/mex.hpp: the least number that is not among the given ones.
#pragma once
#include <cstdint>
#include <set>

namespace grundy::oracle {

inline std::uint32_t mex(const std::set<std::uint32_t>& values) {
  std::uint32_t least = 0;
  while (values.contains(least)) ++least;
  return least;
}

}  // namespace grundy::oracle
