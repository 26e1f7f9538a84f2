// methods/pieces/family.hpp: one heap, left in up to three parts: any number taken, any split, in
// any way.
#pragma once
#include <array>
#include <tuple>

#include "base/cells.hpp"
#include "methods/family.hpp"
#include "methods/pieces/kernel.hpp"
#include "methods/pieces/pieces_game.hpp"

namespace grundy::pieces {

struct Family {
  static constexpr Kernel kernel = pieces::kernel;
  using Task = PiecesGame;
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

}  // namespace grundy::pieces
