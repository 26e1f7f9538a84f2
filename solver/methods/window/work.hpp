// methods/window/work.hpp: what a position costs, by a sample.
#pragma once
#include "kernels/generic/program.hpp"
#include "methods/window/rows.hpp"

namespace grundy::window {

// Means of a position.
struct Work {
  double options = 0;
  double runs = 0;   // that they come in
  double moves = 0;  // values that enter or leave windows
  double loose = 0;  // options that are in no window
};

// By stretches of neighbours in some rows. Takes milliseconds.
Work mean_work(const kernels::Program& program, const Rows& rows);

}  // namespace grundy::window
