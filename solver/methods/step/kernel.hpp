// methods/step/kernel.hpp: the name of this way of solving.
#pragma once
#include "base/value.hpp"

namespace grundy::step {

inline constexpr Kernel kernel{"step"};

}  // namespace grundy::step
