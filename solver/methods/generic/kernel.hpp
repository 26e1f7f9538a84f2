// methods/generic/kernel.hpp: the name of this way of solving.
#pragma once
#include "base/kernel.hpp"

namespace grundy::generic {

inline constexpr Kernel kernel{"generic"};

}  // namespace grundy::generic
