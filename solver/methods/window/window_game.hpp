// methods/window/window_game.hpp: rules as this family reads them.
#pragma once
#include "methods/generic/task.hpp"
#include "methods/window/rows.hpp"
#include "methods/window/work.hpp"

namespace grundy::window {

struct WindowGame {
  generic::Task cells;
  Rows rows;
  Work work;
};

}  // namespace grundy::window
