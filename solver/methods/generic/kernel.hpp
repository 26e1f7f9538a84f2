// methods/generic/kernel.hpp: the name of this way of solving.
#pragma once
#include "base/value.hpp"

namespace grundy::generic {

inline constexpr Kernel kernel{"generic"};

}  // namespace grundy::generic
