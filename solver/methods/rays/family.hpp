// methods/rays/family.hpp: method `ray`, for rules that are rays: outcomes row by row, nimbers and
// remoteness by the values on the lines through a position.
#pragma once
#include <array>
#include <tuple>
#include <variant>

#include "base/cells.hpp"
#include "methods/family.hpp"
#include "methods/rays/cell_task.hpp"
#include "methods/rays/leaps.hpp"
#include "methods/rays/narrow.hpp"
#include "methods/rays/rays.hpp"
#include "methods/rays/sorted_cells.hpp"
#include "methods/section.hpp"

namespace grundy::ray {

struct Family {
  static constexpr Kernel kernel = ray::kernel;
  // Outcomes row by row, outcomes by leaps, nimbers of narrow boxes, and all else.
  using Task = std::variant<Rays, Leaps, Narrow, CellTask>;
  using Containers = std::tuple<family::Section, SortedCells, memory::Cells>;  // of solutions

  static constexpr std::array claims{
      family::Claim{Quantity::outcome, Quantity::outcome, true, false},
      family::Claim{Quantity::nimber, Quantity::nimber, false, false},
      family::Claim{Quantity::remoteness, Quantity::remoteness, true, false}};

  static Result<family::Recognised<Task>> recognise(const family::Scope& scope);
  static family::Bytes bytes(const Task& task, const family::Scope& scope);
  static double seconds(const Task& task, const family::Scope& scope);
  static Result<family::Solved<std::variant<family::Section, SortedCells, memory::Cells>>> solve(
      const Task& task, const family::Scope& scope, parallel::Executor& executor,
      const tiles::Watch& watch);
};

static_assert(family::Family<Family>);

}  // namespace grundy::ray
