// parts/kernel.hpp: the name of this way of solving.
#pragma once
#include "core/kernel.hpp"

namespace grundy::parts {

inline constexpr Kernel kernel{"parts"};

}  // namespace grundy::parts
