// methods/rays/kernel.hpp: the name of this way of solving.
#pragma once
#include "base/value.hpp"

namespace grundy::ray {

inline constexpr Kernel kernel{"ray"};

}  // namespace grundy::ray
