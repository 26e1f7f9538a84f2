// methods/splits/kernel.hpp: the name of this way of solving.
#pragma once
#include "base/value.hpp"

namespace grundy::split {

inline constexpr Kernel kernel{"split"};

}  // namespace grundy::split
