// methods/options/generic.hpp: method `generic`, for any rules whose values follow from those of
// single positions. It is tried last.
//
// Where it is not proved that play ends, it walks through the box (compile/box_walk.hpp) and solves
// each position after its options: one thread, no saved state, and Errc::rules with the positions
// if play comes back.
#pragma once
#include "methods/family.hpp"
#include "methods/options/estimate.hpp"

namespace grundy::generic {

inline constexpr Kernel kernel{"generic"};

// A program that yields the options of a position, and the cells for its values.
struct Task {
  compile::CompiledRules program;
  std::uint64_t largest_value;  // no value of scope.computed exceeds it
  unsigned cell_bytes;          // 1, 2 or 4
  bool sorted_only;             // only positions with sorted symmetric groups are solved
};

// Cells that are wide enough for all values.
struct CellBound {
  std::uint64_t largest_value;  // no value of scope.computed exceeds it
  unsigned cell_bytes;          // 1, 2 or 4
};

// Errc::unsupported for values beyond 32 bits.
Result<CellBound> cell_bound(const family::Scope& scope);

// The task of solving all positions. Errors: those of cell_bound and compile::compile, Errc::memory
// for a program that takes more than may be used.
Result<Task> plan_cells(const family::Scope& scope);

// Mean work for a position. Takes up to half a second.
MeanOptions mean_options(const Task& task, const family::Scope& scope);

// Bytes of the cells of a box; 2^56 or more for what no machine holds.
std::uint64_t cell_bytes(const Box& box, unsigned bytes_of_cell);
inline std::uint64_t cell_bytes(const Box& box, const Task& task) {
  return cell_bytes(box, task.cell_bytes) + task.program.cells_of_totals() * task.cell_bytes;
}

struct Family {
  static constexpr Kernel kernel = generic::kernel;
  static constexpr bool takes_where = true;
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
  static family::SolvedCells solve(const Task& task, const family::Scope& scope,
                                   parallel::Executor& executor, const tiles::Watch& watch);
};

static_assert(family::Family<Family>);

// Solves the closure, each part (methods/options/parts.hpp) as soon as those are done that it waits
// for. With a transport its ranks share out the parts, see tiles::solve_tiles, and each gets all
// values. Errors: see methods/family.hpp, and those of tiles::solve_tiles.
Result<memory::Cells> solve(const Task& task, const family::Scope& scope,
                            parallel::Executor& executor, const tiles::Watch& watch,
                            cluster::Transport* transport = nullptr);

// What that many ranks send.
cluster::Traffic traffic(const Task& task, const family::Scope& scope, std::size_t ranks);

}  // namespace grundy::generic
