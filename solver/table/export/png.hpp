// table/export/png.hpp: two axes of a table as a picture.
//
// The first axis that remains runs down, the second to the right, as NumPy prints a matrix; the
// low corner is at the top left. Every position is a square of scale x scale pixels of an indexed
// image of 256 colours:
//
//   value 0    white (P-positions, where values are outcomes or nimbers)
//   others     from dark violet (1) over green to yellow (the largest value of the whole table), by
//              a map in which equal steps look equally far apart
//
// So slices of one table compare. Up to 217 values each have a colour of their own; of more, some
// neighbours share one: linear, since nimbers grow about linearly with the coordinates, and a
// picture of them modulo 256 would have edges that the game has not.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "table/export/colours.hpp"
#include "table/export/output.hpp"
#include "table/export/source.hpp"

namespace grundy::exports {

// libpng's limit, and ours: its interface without longjmp takes pictures as a whole, a byte a
// pixel.
inline constexpr std::int64_t most_side = 1'000'000;
inline constexpr std::int64_t most_pixels = std::int64_t{1} << 27;

// Pixels in C order, each an index of a palette.
struct Picture {
  std::vector<std::uint8_t> pixels;
  std::size_t width;
  std::size_t height;
};

// The bytes of a PNG file. Errc::io if libpng refuses.
Result<std::vector<std::byte>> encode(const Picture& picture, const Palette& colours);

// Requires scale >= 1. Errc::usage unless two axes remain and the picture stays within the limits.
Status write_png(const Source& source, unsigned scale, Output& output);

}  // namespace grundy::exports
