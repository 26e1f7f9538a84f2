// methods/splits/symmetry.hpp: the images of positions when coordinates change places.
//
// Positions are given by indices from the low end of the box. Groups whose axes are of equal
// length count, others do not. A position is sorted if its indices ascend within each group;
// it stands for all others of its orbit.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/box.hpp"

namespace grundy::split {

class Symmetry {
 public:
  // `strides`: of neighbours along each axis, as images() permutes them.
  Symmetry(const Box& box, std::vector<std::vector<std::size_t>> groups,
           const std::vector<std::int64_t>& strides);

  // The first sorted position of the row that the indices, but for the last, name: its place
  // on the last axis. The extent of that axis if the row has none.
  std::int64_t first_sorted(std::span<const std::int64_t> indices) const noexcept;

  // Of each image of a position: the strides of its place, by axis of the position.
  const std::vector<std::vector<std::int64_t>>& images() const noexcept { return images_; }

 private:
  std::int64_t length_;                                     // of the last axis
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;  // neighbours in a group
  std::vector<std::vector<std::int64_t>> images_;
};

}  // namespace grundy::split
