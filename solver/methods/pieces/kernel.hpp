// methods/pieces/kernel.hpp: the name of this way of solving.
#pragma once
#include "base/value.hpp"

namespace grundy::pieces {

inline constexpr Kernel kernel{"pieces"};

}  // namespace grundy::pieces
