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
// So pictures of slices of one table can be compared. Up to 217 values each have their own colour;
// of more, some neighbours share one. The map is linear, because nimbers grow about linearly with
// the coordinates; a picture of values modulo 256 would show edges that the game does not have.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "table/export/output.hpp"
#include "table/export/source.hpp"

namespace grundy::exports {

// The palette of pictures.
struct Colour {
  std::uint8_t red, green, blue;
};
using Palette = std::array<Colour, 256>;

// The index of a value in the palette: 0 for 0; above that linear, from 1 for 1 to at most 255 for
// `most`.
std::uint8_t palette_index(std::uint32_t value, std::uint32_t most) noexcept;

// The palette for values up to `most`.
Palette palette(std::uint32_t most) noexcept;

// The limits of pictures. That of sides is libpng's. Its interface without longjmp takes pictures
// as a whole, a byte a pixel, which limits the pixels.
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
