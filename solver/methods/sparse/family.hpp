// methods/sparse/family.hpp: one heap under an octal code, or split into unlike parts: few heaps
// have rare nimbers.
#pragma once
#include <array>
#include <tuple>

#include "base/cells.hpp"
#include "methods/family.hpp"
#include "methods/sparse/heap_game.hpp"
#include "methods/sparse/kernel.hpp"

namespace grundy::sparse {

struct Family {
  static constexpr Kernel kernel = sparse::kernel;
  using Task = HeapGame;
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

}  // namespace grundy::sparse
