// window/window_game.hpp: rules as this family reads them.
#pragma once
#include "generic/task.hpp"
#include "window/rows.hpp"
#include "window/work.hpp"

namespace grundy::window {

struct WindowGame {
  generic::Task cells;
  Rows rows;
  Work work;
};

}  // namespace grundy::window
