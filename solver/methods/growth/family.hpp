// methods/growth/family.hpp: one heap from which any number may be taken, where nimbers are proved
// to grow; start reading at methods/growth/growth.hpp.
#pragma once
#include <array>
#include <tuple>

#include "methods/family.hpp"
#include "methods/growth/kernel.hpp"
#include "methods/growth/nimbers.hpp"

namespace grundy::growth {

struct Family {
  static constexpr Kernel kernel = growth::kernel;
  using Task = Growth;
  using Containers = std::tuple<Nimbers>;  // of solutions

  static constexpr std::array claims{
      family::Claim{Quantity::outcome, Quantity::nimber, false, false},
      family::Claim{Quantity::nimber, Quantity::nimber, false, false}};

  static Result<family::Recognised<Task>> recognise(const family::Scope& scope);
  static family::Bytes bytes(const Task& task, const family::Scope& scope);
  static double seconds(const Task& task, const family::Scope& scope);
  static Result<family::Solved<Nimbers>> solve(const Task& task, const family::Scope& scope,
                                               parallel::Executor& executor,
                                               const tiles::Watch& watch);
};

static_assert(family::Family<Family>);

}  // namespace grundy::growth
