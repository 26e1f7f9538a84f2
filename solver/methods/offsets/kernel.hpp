// methods/offsets/kernel.hpp: the name of this way of solving.
#pragma once
#include "base/value.hpp"

namespace grundy::offset {

inline constexpr Kernel kernel{"offset"};

}  // namespace grundy::offset
