// methods/offsets/family.hpp: method `offset`, for options at constant distances. Outcomes, with
// rays too, are solved as bits, and nimbers and remoteness as cells, many positions an operation.
#pragma once
#include <array>
#include <tuple>
#include <variant>

#include "base/cells.hpp"
#include "base/value.hpp"
#include "methods/family.hpp"
#include "methods/offsets/bit_rows.hpp"
#include "methods/offsets/bits.hpp"
#include "methods/offsets/cell_rows.hpp"

namespace grundy::offset {

inline constexpr Kernel kernel{"offset"};

struct Family {
  static constexpr Kernel kernel = offset::kernel;
  using Task = std::variant<BitRows, CellRows>;        // for outcomes, and for other quantities
  using Containers = std::tuple<Bits, memory::Cells>;  // of solutions

  static constexpr std::array claims{
      family::Claim{Quantity::outcome, Quantity::outcome, true, true},
      family::Claim{Quantity::nimber, Quantity::nimber, false, true},
      family::Claim{Quantity::remoteness, Quantity::remoteness, true, true}};

  static Result<family::Recognised<Task>> recognise(const family::Scope& scope);
  static family::Bytes bytes(const Task& task, const family::Scope& scope);
  static double seconds(const Task& task, const family::Scope& scope);
  static Result<family::Solved<std::variant<Bits, memory::Cells>>> solve(
      const Task& task, const family::Scope& scope, parallel::Executor& executor,
      const tiles::Watch& watch);
};

static_assert(family::Family<Family>);

}  // namespace grundy::offset
