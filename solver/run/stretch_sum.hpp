// run/stretch_sum.hpp: what the P-positions of lines that lie side by side add to a digest.
//
// Line i has its only P-position at coordinate e(i) of the axis of lines. In an image of the lines
// i is a coordinate along some axis t, and all others are fixed; the key of the position is the
// product of those of its coordinates (base/digest.hpp). So images that lie along the same axis
// amount to (sum over them of the keys of what is fixed) * (sum over i of key(e(i)) * key(t, i)).
// The entries are read once for all images, and each costs a product for each axis t.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/box.hpp"
#include "base/digest.hpp"
#include "methods/values.hpp"

namespace grundy::sweep {

class StretchSum {
 public:
  // `box` and `keys` must outlive this.
  StretchSum(const Box& box, std::size_t axis_of_lines, const AxisKeys& keys)
      : box_(box), strides_(box.strides()), axis_(axis_of_lines), keys_(keys) {}

  // The keys of all P-positions. `images` and `entries` are those of family::PStretches.
  Residues sum(std::span<const family::SideBySide> images, std::span<const std::uint32_t> entries);

 private:
  // Of all images along an axis.
  struct Along {
    std::size_t axis;
    std::int64_t first;  // index of the first line on it
    Residues fixed;      // the keys of the other coordinates
    Residues moving;
  };

  void add_image(const family::SideBySide& image, bool single);
  void add_entries(std::span<const std::uint32_t> entries, std::size_t first);

  const Box& box_;
  std::vector<std::int64_t> strides_;
  std::size_t axis_;
  const AxisKeys& keys_;
  std::vector<Along> along_;
};

}  // namespace grundy::sweep
