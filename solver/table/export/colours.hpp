// table/export/colours.hpp: the palette of pictures.
#pragma once
#include <array>
#include <cstdint>

namespace grundy::exports {

struct Colour {
  std::uint8_t red, green, blue;
};
using Palette = std::array<Colour, 256>;

// Where a value stands in the palette: 0 for 0; above that linear, 1 for 1 and up to 255 for
// `most`.
std::uint8_t palette_index(std::uint32_t value, std::uint32_t most) noexcept;

// The palette for values up to `most`.
Palette palette(std::uint32_t most) noexcept;

}  // namespace grundy::exports
