// offset/family.hpp: options at constant distances, and rays: outcomes, 64 or more positions an
// operation.
#pragma once
#include <array>
#include <tuple>

#include "family/family.hpp"
#include "offset/bit_rows.hpp"
#include "offset/bits.hpp"
#include "offset/kernel.hpp"

namespace grundy::offset {

struct Family {
  static constexpr Kernel kernel = offset::kernel;
  using Task = BitRows;
  using Containers = std::tuple<Bits>;  // of solutions

  static constexpr std::array claims{
      family::Claim{Quantity::outcome, Quantity::outcome, true, true}};

  static Result<family::Recognised<Task>> recognise(const family::Scope& scope);
  static family::Bytes bytes(const Task& task, const family::Scope& scope);
  static double seconds(const Task& task, const family::Scope& scope);
  static Result<family::Solved<Bits>> solve(const Task& task, const family::Scope& scope,
                                            parallel::Executor& executor,
                                            const tiles::Watch& watch);
};

static_assert(family::Family<Family>);

}  // namespace grundy::offset
