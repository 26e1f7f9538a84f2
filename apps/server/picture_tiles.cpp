#include "server/picture_tiles.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <limits>
#include <optional>

#include "core/cell_type.hpp"
#include "export/colours.hpp"
#include "export/png.hpp"
#include "export/source.hpp"

namespace grundy::server {
namespace {

enum class Reduction : std::uint8_t { min, max, density, sample };
constexpr std::array<std::string_view, 4> reduction_names{"min", "max", "density", "sample"};

// Which picture tile is asked for, and how.
struct Wanted {
  unsigned level = 0;
  std::int64_t row = 0;
  std::int64_t column = 0;
  Reduction reduction = Reduction::min;
  bool as_png = false;
};

// The pixels of a picture tile, C order.
struct Pixels {
  std::int64_t height = 0;
  std::int64_t width = 0;
  std::vector<std::uint32_t> values;
};

template <class Integer>
std::optional<Integer> number(std::string_view text) {
  Integer value = 0;
  const char* const end = text.data() + text.size();
  const auto [read, failure] = std::from_chars(text.data(), end, value);
  if (failure != std::errc() || read != end || value < 0 || text.starts_with('-'))
    return std::nullopt;
  return value;
}

std::optional<Wanted> wanted_of(const Asked& asked) {
  const std::string_view file = asked.parts[4];
  const auto dot = std::min(file.find('.'), file.size());
  const auto level = number<std::int64_t>(asked.parts[2]);
  const auto row = number<std::int64_t>(asked.parts[3]);
  const auto column = number<std::int64_t>(file.substr(0, dot));
  const std::string_view extension = file.substr(dot);
  const auto reduction =
      std::ranges::find(reduction_names, asked.request.parameter("reduce").value_or("min"));
  if (!level || !row || !column || (extension != ".bin" && extension != ".png") ||
      reduction == reduction_names.end())
    return std::nullopt;
  constexpr std::int64_t most = std::int64_t{1} << 53;
  if (*level > 62 || *row > most || *column > most) return std::nullopt;
  return Wanted{static_cast<unsigned>(*level), *row, *column,
                static_cast<Reduction>(reduction - reduction_names.begin()), extension == ".png"};
}

// What a pixel begins with before any position is looked at.
std::uint32_t first_value(Reduction reduction) {
  return reduction == Reduction::min ? std::numeric_limits<std::uint32_t>::max() : 0;
}

// Adds a row of cells to the pixels above them; of a density pixels count the zeros.
template <class Cell>
void add_row(std::span<const Cell> cells, std::int64_t block, Reduction reduction, bool is_first,
             std::uint32_t* pixels) {
  const auto size = static_cast<std::size_t>(block);
  for (std::size_t begin = 0; begin < cells.size(); begin += size, ++pixels) {
    const auto part = cells.subspan(begin, std::min(size, cells.size() - begin));
    if (reduction == Reduction::min)
      *pixels = std::min<std::uint32_t>(*pixels, *std::ranges::min_element(part));
    else if (reduction == Reduction::max)
      *pixels = std::max<std::uint32_t>(*pixels, *std::ranges::max_element(part));
    else if (reduction == Reduction::density)
      *pixels += static_cast<std::uint32_t>(std::ranges::count(part, Cell{0}));
    else if (is_first)
      *pixels = part.front();
  }
}

// Counts of zeros -> shares of 255, rounded up so that a single one is seen.
void counts_to_shares(const Box& part, std::int64_t block, Pixels& pixels) {
  for (std::int64_t y = 0; y < pixels.height; ++y)
    for (std::int64_t x = 0; x < pixels.width; ++x) {
      const std::int64_t cells =
          std::min(block, part.extent(0) - y * block) * std::min(block, part.extent(1) - x * block);
      std::uint32_t& value = pixels.values[static_cast<std::size_t>(y * pixels.width + x)];
      value = static_cast<std::uint32_t>((std::int64_t{value} * 255 + cells - 1) / cells);
    }
}

Result<Pixels> draw(const exports::Source& source, const Box& part, std::int64_t block,
                    Reduction reduction) {
  Pixels pixels{(part.extent(0) + block - 1) / block, (part.extent(1) + block - 1) / block, {}};
  pixels.values.assign(static_cast<std::size_t>(pixels.height * pixels.width),
                       first_value(reduction));
  constexpr std::int64_t strip_bytes = std::int64_t{1} << 24;
  const std::int64_t row_bytes = part.extent(1) * source.width();
  const std::int64_t rows = std::max<std::int64_t>(strip_bytes / row_bytes, 1);
  std::vector<std::byte> cells;
  for (std::int64_t top = part.low[0]; top <= part.high[0]; top += rows) {
    Box strip = part;
    strip.low[0] = top;
    strip.high[0] = std::min(top + rows - 1, part.high[0]);
    if (Status s = source.read(strip, cells); !s) return s.error();
    if (Status s = source.passed(*strip.volume()); !s) return s.error();
    with_cell_type(source.width(), [&]<class Cell>(Cell) {
      const auto* const first = reinterpret_cast<const Cell*>(cells.data());
      const auto width = static_cast<std::size_t>(strip.extent(1));
      for (std::int64_t y = 0; y < strip.extent(0); ++y) {
        const std::int64_t in_part = strip.low[0] + y - part.low[0];
        add_row(std::span(first + static_cast<std::size_t>(y) * width, width), block, reduction,
                in_part % block == 0,
                &pixels.values[static_cast<std::size_t>(in_part / block * pixels.width)]);
      }
    });
  }
  if (reduction == Reduction::density) counts_to_shares(part, block, pixels);
  return pixels;
}

http::Answer as_binary(const Pixels& pixels, unsigned width) {
  std::string bytes(pixels.values.size() * width, '\0');
  for (std::size_t i = 0; i < pixels.values.size(); ++i)
    std::memcpy(bytes.data() + i * width, &pixels.values[i], width);
  http::Answer answer = text_answer(std::move(bytes), binary_type);
  answer.set("Grundy-Type", fmt::format("uint{}", 8 * width));
  return answer;
}

http::Answer as_png(const Pixels& pixels, std::uint32_t most) {
  exports::Picture picture{
      {}, static_cast<std::size_t>(pixels.width), static_cast<std::size_t>(pixels.height)};
  for (const std::uint32_t value : pixels.values)
    picture.pixels.push_back(exports::palette_index(value, most));
  const auto bytes = exports::encode(picture, exports::palette(most));
  if (!bytes) return problem(bytes.error());
  return text_answer(std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()),
                     "image/png");
}

// The part of the slice that the tile shows; nothing if it lies outside.
std::optional<Box> part_of(const Box& picture, const Wanted& wanted, std::int64_t block) {
  const std::int64_t side = tile_side * block;
  if (wanted.row > (picture.extent(0) - 1) / side || wanted.column > (picture.extent(1) - 1) / side)
    return std::nullopt;
  Box part{{picture.low[0] + wanted.row * side, picture.low[1] + wanted.column * side}, {}};
  for (std::size_t axis = 0; axis < 2; ++axis)
    part.high.push_back(std::min(part.low[axis] + side - 1, picture.high[axis]));
  return part;
}

std::uint32_t largest(const exports::Source& source, Reduction reduction) {
  if (reduction == Reduction::density) return 255;
  if (source.array() == Quantity::outcome) return 1;
  return source.info().result.max_value;
}

http::Answer tile_of(const exports::Source& source, const Wanted& wanted, const Asked& asked) {
  const Box picture = source.box();
  const unsigned finest = finest_level(picture);
  if (wanted.level > finest)
    return problem(404, fmt::format("the levels of this slice are 0 to {}", finest));
  const std::int64_t block = std::int64_t{1} << (finest - wanted.level);
  const auto part = part_of(picture, wanted, block);
  if (!part) return problem(404, "there is no such tile at this level");
  const std::uint64_t bytes = *part->volume() * source.width();
  if (bytes > 64 * asked.limits.answer)
    return problem(422, "the tile shows more positions than this server looks at for a tile");
  const auto pixels = draw(source, *part, block, wanted.reduction);
  if (!pixels) return problem(pixels.error(), *asked.table);
  const bool shares = wanted.reduction == Reduction::density;
  http::Answer answer = wanted.as_png ? as_png(*pixels, largest(source, wanted.reduction))
                                      : as_binary(*pixels, shares ? 1 : source.width());
  answer.set("Grundy-Shape", fmt::format("{},{}", pixels->height, pixels->width));
  return answer;
}

std::string key_of(const Asked& asked) {
  return fmt::format("{}?{}{}", fmt::join(asked.parts, "/"), asked.table->tag,
                     asked.request.parameter("reduce").value_or("min"));
}

}  // namespace

unsigned finest_level(const Box& picture) noexcept {
  unsigned level = 0;
  while (tile_side << level < std::max(picture.extent(0), picture.extent(1))) ++level;
  return level;
}

std::optional<http::Answer> find_picture_tile(const Asked& asked, TileCache& cache) {
  return cache.find(key_of(asked));
}

http::Answer get_picture_tile(const Asked& asked, TileCache& cache) {
  const auto wanted = wanted_of(asked);
  if (!wanted)
    return problem(422,
                   "a picture tile is SLICE/LEVEL/ROW/COLUMN.bin or .png, with reduce=min, "
                   "max, density or sample");
  const table::TableSpec& spec = asked.table->spec();
  auto slice = exports::parse_slice(asked.parts[1], spec);
  if (!slice) return problem(slice.error());
  if (slice->axes.size() != 2) return problem(422, "a picture has two axes: a slice such as :,:,5");
  const auto source = exports::Source::open(*asked.table->table, spec.quantity, *std::move(slice),
                                            {&asked.stop, nullptr});
  if (!source) return problem(source.error(), *asked.table);
  http::Answer answer = tile_of(*source, *wanted, asked);
  if (answer.status == 200) cache.keep(key_of(asked), answer);
  return answer;
}

}  // namespace grundy::server
