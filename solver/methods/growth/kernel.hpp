// methods/growth/kernel.hpp: the name of this way of solving.
#pragma once
#include "base/value.hpp"

namespace grundy::growth {

inline constexpr Kernel kernel{"growth"};

}  // namespace grundy::growth
