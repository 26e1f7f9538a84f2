// methods/sums/kernel.hpp: the name of this way of solving.
#pragma once
#include "base/value.hpp"

namespace grundy::search {

inline constexpr Kernel kernel{"search"};

}  // namespace grundy::search
