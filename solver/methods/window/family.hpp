// methods/window/family.hpp: one coordinate changes, to neighbours of one another; start reading at
// methods/window/solve.hpp.
#pragma once
#include <array>
#include <tuple>

#include "base/cells.hpp"
#include "methods/family.hpp"
#include "methods/window/kernel.hpp"
#include "methods/window/window_game.hpp"

namespace grundy::window {

struct Family {
  static constexpr Kernel kernel = window::kernel;
  using Task = WindowGame;
  using Containers = std::tuple<memory::Cells>;  // of solutions

  static constexpr std::array claims{
      family::Claim{Quantity::outcome, Quantity::nimber, false, false},
      family::Claim{Quantity::nimber, Quantity::nimber, false, false}};

  static Result<family::Recognised<Task>> recognise(const family::Scope& scope);
  static family::Bytes bytes(const Task& task, const family::Scope& scope);
  static double seconds(const Task& task, const family::Scope& scope);
  static Result<family::Solved<memory::Cells>> solve(const Task& task, const family::Scope& scope,
                                                     parallel::Executor& executor,
                                                     const tiles::Watch& watch);
};

static_assert(family::Family<Family>);

}  // namespace grundy::window
