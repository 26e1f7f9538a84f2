// methods/options/window.hpp: method `window`, for moves that change one coordinate and leave
// neighbours of one another. How it solves is in methods/options/window_solve.hpp.
#pragma once
#include "kernels/generic/program.hpp"
#include "methods/family.hpp"
#include "methods/options/generic.hpp"
#include "methods/options/rows.hpp"

namespace grundy::window {

inline constexpr Kernel kernel{"window"};

// What a position costs on average.
struct Work {
  double options = 0;
  double runs = 0;   // runs of options
  double moves = 0;  // values that enter or leave windows
  double loose = 0;  // options that are in no window
};

// Measured on stretches of neighbours in some rows. Takes milliseconds.
Work mean_work(const kernels::Program& program, const Rows& rows);

struct WindowGame {
  generic::Task cells;
  Rows rows;
  Work work;
};

struct Family {
  static constexpr Kernel kernel = window::kernel;
  static constexpr bool takes_where = true;
  using Task = WindowGame;
  using Containers = std::tuple<memory::Cells>;  // of solutions

  static constexpr std::array claims = family::by_nimbers;

  static Result<family::Recognised<Task>> recognise(const family::Scope& scope);
  static family::Bytes bytes(const Task& task, const family::Scope& scope);
  static double seconds(const Task& task, const family::Scope& scope);
  static family::SolvedCells solve(const Task& task, const family::Scope& scope,
                                   parallel::Executor& executor, const tiles::Watch& watch);
};

static_assert(family::Family<Family>);

}  // namespace grundy::window
