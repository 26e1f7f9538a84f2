// methods/window/kernel.hpp: the name of this way of solving.
#pragma once
#include "base/value.hpp"

namespace grundy::window {

inline constexpr Kernel kernel{"window"};

}  // namespace grundy::window
