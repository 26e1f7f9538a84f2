// rays/random_rays.hpp: random games whose rules are rays, one of them along an axis.
#pragma once
#include <fmt/format.h>

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "base/box.hpp"
#include "methods/rays/rays.hpp"
#include "support/build_rules.hpp"

namespace grundy::support {

inline rules::OptionRule ray(const family::Direction& direction) {
  std::vector<Expression> to;
  for (rules::Variable axis = 0; axis < direction.size(); ++axis)
    to.push_back(x(axis) - c(direction[axis]) * x(direction.size()));
  return rule({std::move(to)}, {at_least(c(1))});
}

struct RayGame {
  rules::Rules rules;
  Box box;
  std::string text;  // for failure messages
};

inline RayGame ray_game(const ray::Rays& rays, const Box& box) {
  RayGame game{support::game({}, {}), box, "box " + to_string(box.low) + to_string(box.high)};
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis)
    game.rules.coordinates.push_back(
        ranged(fmt::format("x{}", axis), box.low[axis], box.high[axis]));
  for (const family::Direction& direction : rays.directions) {
    game.rules.options.push_back(ray(direction));
    game.text += " ray " + to_string(Position(direction.begin(), direction.end()));
  }
  return game;
}

// Every direction with probability 1/2, and one unit vector for certain. One game in three is
// made symmetric under all permutations of its axes, one in three under some exchange.
inline ray::Rays random_rays(std::mt19937_64& random, std::size_t dimensions) {
  std::vector<family::Direction> chosen;
  const auto add = [&](const family::Direction& d) {
    if (std::find(chosen.begin(), chosen.end(), d) == chosen.end()) chosen.push_back(d);
  };
  family::Direction unit(dimensions, 0);
  unit[random() % dimensions] = 1;
  add(unit);
  for (std::size_t bits = 1; bits < std::size_t{1} << dimensions; ++bits) {
    family::Direction direction(dimensions);
    for (std::size_t i = 0; i < dimensions; ++i) direction[i] = bits >> i & 1;
    if (random() % 2) add(direction);
  }
  const std::uint64_t kind = random() % 3;
  if (kind == 0) return {chosen};
  const std::size_t last = kind == 1 ? dimensions : std::min<std::size_t>(dimensions, 2);
  for (std::size_t known = 0; known < chosen.size(); ++known)
    for (std::size_t j = 1; j < last; ++j) {
      family::Direction exchanged = chosen[known];
      std::swap(exchanged[0], exchanged[j]);
      add(exchanged);
    }
  return {chosen};
}

}  // namespace grundy::support
