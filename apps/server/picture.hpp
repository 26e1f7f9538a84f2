// server/picture.hpp: a slice of two axes, drawn with fewer pixels than it has positions.
//
// A picture tile has at most 256 x 256 pixels. At the finest level each pixel is a position; one
// level coarser it stands for 2 x 2 of them, and so on, until at level 0 one tile shows the whole
// slice. The reduction says what of its positions a pixel tells:
//
//   min      the least value: 0 where any of them is P
//   max      the largest value
//   density  the share that has value 0, from 0 to 255
//   sample   the value of the first
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/box.hpp"
#include "base/error.hpp"
#include "table/export/source.hpp"

namespace grundy::server {

enum class Reduction : std::uint8_t { min, max, density, sample };
inline constexpr std::array<std::string_view, 4> reduction_names{"min", "max", "density", "sample"};

inline constexpr std::int64_t tile_side = 256;

// The number of the finest level.
unsigned finest_level(const Box& picture) noexcept;

// Positions that a pixel of the level stands for, each way.
constexpr std::int64_t block_of(unsigned finest, unsigned level) noexcept {
  return std::int64_t{1} << (finest - level);
}

// The part of the picture that a tile shows; nothing if it lies outside.
std::optional<Box> part_shown(const Box& picture, std::int64_t block, std::int64_t row,
                              std::int64_t column);

// The pixels of a picture tile, C order.
struct Pixels {
  std::int64_t height = 0;
  std::int64_t width = 0;
  std::vector<std::uint32_t> values;

  // As little-endian integers of `bytes_each` bytes.
  std::string packed(unsigned bytes_each) const;
};

// Bytes of a pixel.
constexpr unsigned width_of(Reduction reduction, const exports::Source& source) noexcept {
  return reduction == Reduction::density ? 1 : source.width();
}

// Looks at every position of the part, a few rows at a time. Errors are those of the source.
Result<Pixels> draw(const exports::Source& source, const Box& part, std::int64_t block,
                    Reduction reduction);

}  // namespace grundy::server
