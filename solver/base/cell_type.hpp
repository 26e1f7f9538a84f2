// base/cell_type.hpp: from the width of a cell to its type.
#pragma once
#include <cassert>
#include <cstdint>

namespace grundy {

// Calls use(cell) with a zero of the cell type of that width.
template <class Use>
decltype(auto) with_cell_type(unsigned width, Use use) {
  assert(width == 1 || width == 2 || width == 4);
  if (width == 1) return use(std::uint8_t{});
  if (width == 2) return use(std::uint16_t{});
  return use(std::uint32_t{});
}

}  // namespace grundy
