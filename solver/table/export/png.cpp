#include "table/export/png.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <png.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace grundy::exports {
namespace {

Error not_two_axes(const Source& source) {
  const Position& low = source.info().spec.box.low;
  if (low.size() < 2)
    return Error{Errc::usage, "a picture has two axes, but the table has one; csv or bfile may do"};
  return Error{Errc::usage,
               fmt::format("a picture has two axes, but {} are left; choose two, such as with "
                           "option `slice` ':,:{}{}'",
                           source.box().dimensions(), low.size() > 2 ? "," : "",
                           fmt::join(low.begin() + 2, low.end(), ","))};
}

Status check(const Source& source, unsigned scale) {
  if (source.box().dimensions() != 2) return not_two_axes(source);
  const std::int64_t height = source.box().extent(0);
  const std::int64_t width = source.box().extent(1);
  const std::int64_t longest = most_side / scale;
  if (height > longest || width > longest || height * scale > most_pixels / (width * scale))
    return Error{Errc::usage,
                 fmt::format("{} x {} positions of {} x {} pixels are too large for a picture: at "
                             "most {} pixels a side and {} in all; take less with option `slice` "
                             "or a smaller one with option `scale`",
                             height, width, scale, scale, most_side, most_pixels)};
  return {};
}

constexpr std::uint32_t last_shade = 255;
// Where some tuples are no positions, these have the last colour to themselves.
constexpr Colour no_position_colour{200, 200, 200};

std::uint8_t index_of(std::uint32_t value, std::uint32_t hole, std::uint32_t most) noexcept {
  if (value == hole) return last_shade;
  return std::min<std::uint8_t>(palette_index(value, most), last_shade - 1);
}

// One row of positions, as `scale` equal rows of pixels from `at`.
void draw_row(const CellView& piece, const Position& start, std::uint32_t most, unsigned scale,
              bool has_holes, std::uint8_t* at) {
  const auto count = static_cast<std::size_t>(piece.box.extent(1));
  const std::size_t width = count * scale;
  with_cell_type(piece.width, [&]<class Cell>(Cell) {
    const Cell* const cells = piece.row<Cell>(start);
    for (std::size_t i = 0; i < count; ++i)
      std::fill_n(at + i * scale, scale,
                  has_holes ? index_of(cells[i], no_position(sizeof(Cell)), most)
                            : palette_index(cells[i], most));
  });
  for (unsigned copy = 1; copy < scale; ++copy) std::copy_n(at, width, at + copy * width);
}

// The largest value that the table can hold in this array.
std::uint32_t most_of(const Source& source) {
  if (source.array() == Quantity::outcome) return 1;
  return source.info().result.max_value;
}

Result<Picture> draw(const Source& source, unsigned scale) {
  Picture picture{{},
                  static_cast<std::size_t>(source.box().extent(1)) * scale,
                  static_cast<std::size_t>(source.box().extent(0)) * scale};
  picture.pixels.resize(picture.width * picture.height);
  std::uint8_t* at = picture.pixels.data();
  const Status drawn = source.for_each_piece([&](const CellView& piece) {
    for_each_row(piece.box, [&](const Position& start) {
      draw_row(piece, start, most_of(source), scale, source.has_holes(), at);
      at += scale * picture.width;
    });
    return source.passed(*piece.box.volume());
  });
  if (!drawn) return drawn.error();
  return picture;
}

Error png_error(const png_image& image) {
  return Error{Errc::io, fmt::format("the picture cannot be made: {}", image.message)};
}

}  // namespace

Result<std::vector<std::byte>> encode(const Picture& picture, const Palette& colours) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(picture.width);
  image.height = static_cast<png_uint_32>(picture.height);
  image.format = PNG_FORMAT_RGB_COLORMAP;
  image.colormap_entries = static_cast<png_uint_32>(colours.size());
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::vector<std::byte> bytes(size);
  const int done =
      png_image_write_to_memory(&image, bytes.data(), &size, /*convert_to_8_bit=*/0,
                                picture.pixels.data(), /*row_stride=*/0, colours.data());
  if (done == 0) return png_error(image);
  bytes.resize(size);
  return bytes;
}

Status write_png(const Source& source, unsigned scale, Output& output) {
  if (Status s = check(source, scale); !s) return s;
  const auto picture = draw(source, scale);
  if (!picture) return picture.error();
  Palette colours = palette(most_of(source));
  if (source.has_holes()) colours[last_shade] = no_position_colour;
  const auto bytes = encode(*picture, colours);
  if (!bytes) return bytes.error();
  if (Status s = source.passed(0); !s) return s;
  return output.write(*bytes);
}

namespace {

constexpr Colour white{255, 255, 255};

std::uint8_t channel(double t, const std::array<double, 7>& coefficients) {
  const double value = std::accumulate(coefficients.rbegin(), coefficients.rend(), 0.0,
                                       [t](double sum, double c) { return sum * t + c; });
  return static_cast<std::uint8_t>(std::lround(255 * std::clamp(value, 0.0, 1.0)));
}

// The map "viridis" by S. van der Walt and N. Smith (CC0), in which equal steps of t look equally
// far apart, to the colour-blind too. The polynomials are M. Zucker's fit,
// https://www.shadertoy.com/view/WlfXRN (CC0).
Colour viridis(double t) {
  return {channel(t, {0.2777273272, 0.1050930431, -0.3308618287, -4.634230499, 6.228269936,
                      4.776384998, -5.435455856}),
          channel(t, {0.005407344545, 1.404613530, 0.2148475595, -5.799100973, 14.17993337,
                      -13.74514538, 4.645852612}),
          channel(t, {0.3340998053, 1.384590163, 0.09509516303, -19.33244096, 56.69055260,
                      -65.35303263, 26.31243525})};
}

// The lightest colours are not used, to keep away from the white of zero.
constexpr double lightest = 0.9;

}  // namespace

std::uint8_t palette_index(std::uint32_t value, std::uint32_t most) noexcept {
  if (value == 0) return 0;
  if (most <= last_shade) return static_cast<std::uint8_t>(std::min(value, last_shade));
  const std::uint64_t steps = std::uint64_t{std::min(value, most) - 1} * (last_shade - 1);
  return static_cast<std::uint8_t>(1 + steps / (most - 1));
}

Palette palette(std::uint32_t most) noexcept {
  Palette colours{};
  colours[0] = white;
  const double span = std::max(std::min(most, last_shade), 2U) - 1;
  for (std::uint32_t i = 1; i <= last_shade; ++i)
    colours[i] = viridis(lightest * std::min((i - 1) / span, 1.0));
  return colours;
}

}  // namespace grundy::exports
