// parts/family.hpp: one heap, left in up to three parts: any number taken, any split, in any way.
#pragma once
#include <array>
#include <tuple>

#include "family/family.hpp"
#include "memory/cells.hpp"
#include "parts/kernel.hpp"
#include "parts/parts_game.hpp"

namespace grundy::parts {

struct Family {
  static constexpr Kernel kernel = parts::kernel;
  using Task = PartsGame;
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

}  // namespace grundy::parts
