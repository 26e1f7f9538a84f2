// methods/sparse/kernel.hpp: the name of this way of solving.
#pragma once
#include "base/value.hpp"

namespace grundy::sparse {

inline constexpr Kernel kernel{"sparse"};

}  // namespace grundy::sparse
