// run/exchangeable_axes.hpp: which coordinates of a table may change places.
#pragma once
#include "base/box.hpp"
#include "plan/plan.hpp"

namespace grundy::solve {

// The coordinates declared symmetric, along which the box is the same.
AxisGroups exchangeable_axes(const plan::Plan& plan);

}  // namespace grundy::solve
