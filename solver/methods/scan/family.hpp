// methods/scan/family.hpp: method `scan`, for rules whose options follow from those of positions
// before them (relation/scheme.hpp).
//
// Sets of options are kept along lines. So a position costs a few operations on sets, however many
// options it has. Start reading at kernels/scan/scan.hpp.
#pragma once
#include <cstdint>
#include <optional>

#include "methods/family.hpp"
#include "methods/scan/program.hpp"
#include "relation/scheme.hpp"
#include "tiles/schedule.hpp"

namespace grundy::scan {

inline constexpr Kernel kernel{"scan"};

struct Task {
  Program program;
  tiles::Schedule schedule;
  std::optional<compile::CompiledRules> endings;
  std::uint64_t largest_value;  // no value of scope.computed exceeds it
  unsigned cell_bytes;          // 1, 2 or 4
};

// The task of solving scope.closure by a scheme for its rules in that order. Errc::usage, with the
// reason, if sets cannot be kept so. Other errors: those of generic::cell_bound and of
// compile::compile.
Result<Task> task_of(const relation::Scheme& scheme, const Scan& scan, const family::Scope& scope);

// Solves the closure. Errors: see methods/family.hpp.
Result<memory::Cells> solve(const Task& task, const family::Scope& scope,
                            parallel::Executor& executor, const tiles::Watch& watch);

// Bytes of the states that solve() takes on that many threads; 2^56 or more for what no machine
// holds.
std::uint64_t bytes_of_states(const Task& task, Quantity computed, std::size_t threads);

struct Family {
  static constexpr Kernel kernel = scan::kernel;
  static constexpr bool takes_where = true;
  static constexpr double seconds_to_recognise = 0.03;  // a scheme takes 0.01 to 0.2 to find
  using Task = scan::Task;
  using Containers = std::tuple<memory::Cells>;  // of solutions

  static constexpr std::array claims{
      family::Claim{Quantity::outcome, Quantity::outcome, true, true},
      family::Claim{Quantity::nimber, Quantity::nimber, false, true},
      family::Claim{Quantity::remoteness, Quantity::remoteness, true, true}};

  static Result<family::Recognised<Task>> recognise(const family::Scope& scope);
  static family::Bytes bytes(const Task& task, const family::Scope& scope);
  static double seconds(const Task& task, const family::Scope& scope);
  static family::SolvedCells solve(const Task& task, const family::Scope& scope,
                                   parallel::Executor& executor, const tiles::Watch& watch);
};

static_assert(family::Family<Family>);

}  // namespace grundy::scan
