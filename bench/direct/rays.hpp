// direct/rays.hpp: games of rays as one would write them by hand. A baseline.
//
// A move takes any number from one of several groups of coordinates, the same from each.
// Tables hold the positions of the box 0..sides[axis]-1 in C order. One thread.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace grundy::direct {

struct RayGame {
  std::vector<std::vector<std::size_t>> groups;  // the axes that a move changes
  std::vector<std::size_t> sides;

  std::size_t volume() const;
};

// 0 = P, 1 = N. Visits every position; marks what a P-position attacks.
void ray_outcomes(const RayGame& game, std::span<std::uint8_t> outcomes);

// The mex over every option.
void ray_nimbers(const RayGame& game, std::span<std::uint16_t> nimbers);

}  // namespace grundy::direct
