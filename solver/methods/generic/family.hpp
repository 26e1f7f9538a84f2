// methods/generic/family.hpp: any rules whose values follow from those of single positions.
//
// The last of all families: it declines nothing.
#pragma once
#include <array>
#include <tuple>

#include "base/cells.hpp"
#include "base/value.hpp"
#include "methods/family.hpp"
#include "methods/generic/kernel.hpp"
#include "methods/generic/task.hpp"

namespace grundy::generic {

struct Family {
  static constexpr Kernel kernel = generic::kernel;
  using Task = generic::Task;
  using Containers = std::tuple<memory::Cells>;  // of solutions

  static constexpr std::array claims{
      family::Claim{Quantity::outcome, Quantity::outcome, true, true},
      family::Claim{Quantity::outcome, Quantity::nimber, false, true},  // of rules with sums
      family::Claim{Quantity::nimber, Quantity::nimber, false, true},
      family::Claim{Quantity::remoteness, Quantity::remoteness, true, true}};

  static Result<family::Recognised<Task>> recognise(const family::Scope& scope);
  static family::Bytes bytes(const Task& task, const family::Scope& scope);
  static double seconds(const Task& task, const family::Scope& scope);
  static Result<family::Solved<memory::Cells>> solve(const Task& task, const family::Scope& scope,
                                                     parallel::Executor& executor,
                                                     const tiles::Watch& watch);
};

static_assert(family::Family<Family>);

}  // namespace grundy::generic
