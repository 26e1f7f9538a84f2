// methods/heap/step.hpp: method `step`, for one heap from which a move takes a number of one set.
// Many heaps are solved at a time: see methods/heap/step_solve.hpp.
#pragma once
#include <array>
#include <tuple>

#include "base/cells.hpp"
#include "base/value.hpp"
#include "methods/family.hpp"
#include "methods/heap/steps.hpp"

namespace grundy::step {

inline constexpr Kernel kernel{"step"};

struct Family {
  static constexpr Kernel kernel = step::kernel;
  using Task = Steps;
  using Containers = std::tuple<memory::Cells>;  // of solutions

  static constexpr std::array claims{
      family::Claim{Quantity::outcome, Quantity::outcome, true, false},
      family::Claim{Quantity::nimber, Quantity::nimber, false, false}};

  static Result<family::Recognised<Task>> recognise(const family::Scope& scope);
  static family::Bytes bytes(const Task& task, const family::Scope& scope);
  static double seconds(const Task& task, const family::Scope& scope);
  static Result<family::Solved<memory::Cells>> solve(const Task& task, const family::Scope& scope,
                                                     parallel::Executor& executor,
                                                     const tiles::Watch& watch);
};

static_assert(family::Family<Family>);

}  // namespace grundy::step
