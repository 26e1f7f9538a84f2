#include "server/picture_tiles.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "server/picture.hpp"
#include "table/export/png.hpp"
#include "table/export/source.hpp"

namespace grundy::server {
namespace {

// Which picture tile is asked for, and how.
struct Wanted {
  unsigned level = 0;
  std::int64_t row = 0;
  std::int64_t column = 0;
  Reduction reduction = Reduction::min;
  bool as_png = false;
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

http::Answer as_binary(const Pixels& pixels, unsigned width) {
  http::Answer answer = text_answer(pixels.packed(width), binary_type);
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
  const std::int64_t block = block_of(finest, wanted.level);
  const auto part = part_shown(picture, block, wanted.row, wanted.column);
  if (!part) return problem(404, "there is no such tile at this level");
  const std::uint64_t bytes = *part->volume() * source.width();
  if (bytes > 64 * asked.limits.answer)
    return problem(422, "the tile shows more positions than this server looks at for a tile");
  const auto pixels = draw(source, *part, block, wanted.reduction);
  if (!pixels) return problem(pixels.error(), *asked.table);
  http::Answer answer = wanted.as_png ? as_png(*pixels, largest(source, wanted.reduction))
                                      : as_binary(*pixels, width_of(wanted.reduction, source));
  answer.set("Grundy-Shape", fmt::format("{},{}", pixels->height, pixels->width));
  return answer;
}

std::string key_of(const Asked& asked) {
  return fmt::format("{}?{}{}", fmt::join(asked.parts, "/"), asked.table->tag,
                     asked.request.parameter("reduce").value_or("min"));
}

}  // namespace

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
