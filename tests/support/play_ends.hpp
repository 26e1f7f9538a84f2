// support/play_ends.hpp: whether play comes back to a position, by the oracle's options.
#pragma once
#include <cstdint>
#include <vector>

#include "oracle/options.hpp"
#include "oracle/oracle.hpp"
#include "rules/rules.hpp"

namespace grundy::support {

// Whether play from the positions of the box ends, by following all options. Each position of a sum
// counts. Errc::rules if it does not end, Errc::memory if it reaches more than `most` positions.
inline Status play_ends(const rules::Rules& rules, const Box& box, std::size_t most = 100'000) {
  oracle::Known<bool> known;
  const auto expand = [&](const oracle::Sum& one) -> Result<std::vector<oracle::Parts>> {
    if (known.size() >= most) return Error{Errc::memory, "play reaches too many positions"};
    const auto options = oracle::options(rules, one.front());
    if (!options) return options.error();
    std::vector<oracle::Parts> all;
    for (const oracle::Sum& option : *options) {
      all.emplace_back();
      for (const Position& part : option) all.back().push_back({part});
    }
    return all;
  };
  const auto conclude = [](const oracle::Sum&, const auto&) -> Result<bool> { return true; };
  oracle::DepthFirst<bool, decltype(expand), decltype(conclude)> walk(known, expand, conclude);
  for (std::uint64_t rank = 0; rank < *box.volume(); ++rank)
    if (const auto ends = walk.fact({box.position(rank)}); !ends) return ends.error();
  return {};
}

}  // namespace grundy::support
