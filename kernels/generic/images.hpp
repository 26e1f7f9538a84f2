// kernels/generic/images.hpp: other cells that hold the same value as a position.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/generic/program.hpp"

namespace grundy::kernels {

// One for each row of strides: the cell of image i has rank
// origin + sum of strides[i * dimensions + axis] * x[axis].
struct Images {
  std::int64_t origin = 0;
  std::span<const std::int64_t> strides;
};

// Sets the images of the position in a lane. `coordinates`: the columns of a batch.
template <class Cell>
void copy_to_images(std::size_t dimensions, std::span<const std::int64_t> coordinates,
                    std::size_t lane, const Images& images, Cell value,
                    std::span<Cell> cells) noexcept {
  for (std::size_t image = 0; image < images.strides.size(); image += dimensions) {
    std::int64_t rank = images.origin;
    for (std::size_t axis = 0; axis < dimensions; ++axis)
      rank += images.strides[image + axis] * coordinates[axis * lanes + lane];
    cells[static_cast<std::size_t>(rank)] = value;
  }
}

}  // namespace grundy::kernels
