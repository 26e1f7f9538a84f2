// methods/splits/family.hpp: sums of two positions that differ along one axis, and steps: a byte
// looked up for each option.
#pragma once
#include <array>
#include <tuple>

#include "base/cells.hpp"
#include "methods/family.hpp"
#include "methods/splits/kernel.hpp"
#include "methods/splits/splits.hpp"

namespace grundy::split {

struct Family {
  static constexpr Kernel kernel = split::kernel;
  using Task = Splits;
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

}  // namespace grundy::split
