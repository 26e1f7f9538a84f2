#include "table/array_format.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <numeric>

namespace grundy::table {
namespace {

constexpr double shard_cells = 1 << 22;

constexpr std::int64_t divide_up(std::int64_t a, std::int64_t b) noexcept {
  return a / b + (a % b != 0);
}

// The side of the pieces when `extent` is divided as evenly as possible into pieces of at most
// `side`.
constexpr std::int64_t even_share(std::int64_t extent, std::int64_t side) noexcept {
  return divide_up(extent, divide_up(extent, side));
}

std::vector<std::size_t> shortest_axes_first(const Box& box) {
  std::vector<std::size_t> axes(box.dimensions());
  std::iota(axes.begin(), axes.end(), std::size_t{0});
  std::ranges::stable_sort(axes, {}, [&](std::size_t axis) { return box.extent(axis); });
  return axes;
}

// Sides of a near-cube of about `cells` cells, none longer than the box. Long axes make up for
// short ones.
std::vector<std::int64_t> near_cube(const Box& box, double cells) {
  std::vector<std::int64_t> sides(box.dimensions());
  auto axes_left = static_cast<double>(box.dimensions());
  for (const std::size_t axis : shortest_axes_first(box)) {
    const auto root = std::llround(std::pow(cells, 1 / axes_left--));
    sides[axis] = std::clamp<std::int64_t>(root, 1, box.extent(axis));
    cells /= static_cast<double>(sides[axis]);
  }
  return sides;
}

}  // namespace

Grid::Grid(const Box& box, const std::vector<std::int64_t>& sides)
    : box_(box), sides_(sides), counts_(sides.size()) {
  for (std::size_t axis = 0; axis < sides.size(); ++axis) {
    counts_[axis] = divide_up(box.extent(axis), sides[axis]);
    size_ *= static_cast<std::uint64_t>(counts_[axis]);
  }
}

std::vector<std::int64_t> Grid::coordinates(std::uint64_t tile) const {
  assert(tile < size_);
  std::vector<std::int64_t> at(counts_.size());
  for (std::size_t axis = at.size(); axis-- > 0;) {
    const auto count = static_cast<std::uint64_t>(counts_[axis]);
    at[axis] = static_cast<std::int64_t>(tile % count);
    tile /= count;
  }
  return at;
}

Box Grid::padded(std::uint64_t tile) const {
  const auto at = coordinates(tile);
  Box whole = box_;
  for (std::size_t axis = 0; axis < at.size(); ++axis) {
    whole.low[axis] += at[axis] * sides_[axis];
    whole.high[axis] = whole.low[axis] + sides_[axis] - 1;
  }
  return whole;
}

Box Grid::box(std::uint64_t tile) const {
  Box part = padded(tile);
  for (std::size_t axis = 0; axis < part.dimensions(); ++axis)
    part.high[axis] = std::min(part.high[axis], box_.high[axis]);
  return part;
}

Layout choose_layout(const Box& box, std::int64_t chunk_cells) {
  const std::size_t longest = shortest_axes_first(box).back();
  Layout layout{near_cube(box, static_cast<double>(chunk_cells)), near_cube(box, shard_cells)};
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis) {
    std::int64_t& chunk = layout.chunk[axis];
    chunk = even_share(box.extent(axis), chunk);
    if (chunk >= 8) chunk = chunk < 16 ? divide_up(chunk, 2) * 2 : divide_up(chunk, 4) * 4;
    if (axis == longest) chunk = divide_up(chunk, 8) * 8;
    const std::int64_t chunks = divide_up(box.extent(axis), chunk);
    const std::int64_t wanted = layout.shard[axis] == box.extent(axis)
                                    ? chunks
                                    : std::max<std::int64_t>(layout.shard[axis] / chunk, 1);
    layout.shard[axis] = even_share(chunks, std::min(wanted, chunks)) * chunk;
  }
  return layout;
}

Layout cut_chunks(Layout layout, std::int64_t chunk_cells) {
  const auto longer_when_halved = [](std::int64_t a, std::int64_t b) {
    return a % 2 == b % 2 ? a < b : a % 2 > b % 2;
  };
  while (true) {
    std::int64_t& longest = *std::ranges::max_element(layout.chunk, longer_when_halved);
    const std::int64_t half = std::accumulate(layout.chunk.begin(), layout.chunk.end(),
                                              std::int64_t{1}, std::multiplies<>()) /
                              2;
    if (longest % 2 != 0 || half < chunk_cells || half % 8 != 0) return layout;
    longest /= 2;
  }
}

std::string shard_name(const Grid& shards, std::uint64_t shard) {
  return fmt::format("c.{}", fmt::join(shards.coordinates(shard), "."));
}

namespace {

// Outcomes compress so well that the fixed cost of each chunk counts: three_pile to 300 takes
// 0.054 bit a position in chunks of 32 Ki cells and 0.046 in chunks of 64 Ki. All arrays of a table
// share one layout, and so their shards.
std::int64_t chunk_cells_of(Quantity table) {
  return table == Quantity::outcome ? 2 * usual_chunk_cells : usual_chunk_cells;
}

}  // namespace

Layout layout_of(const TableSpec& spec) {
  return choose_layout(spec.box, chunk_cells_of(spec.quantity));
}

ArrayFormat array_format(const TableSpec& spec, Quantity quantity) {
  ArrayFormat format;
  format.name = to_string(quantity);
  format.dimensions = spec.coordinates;
  format.box = spec.box;
  format.layout = layout_of(spec);
  format.sorted_axes = spec.sorted_axes;
  format.width = quantity == Quantity::remoteness ? 2 : 1;
  format.fill = quantity == Quantity::outcome ? static_cast<std::uint32_t>(Outcome::N) : 0;
  format.has_holes = !spec.where.empty();
  if (format.has_holes) format.fill = no_position(format.width);
  return format;
}

bool has_section(const TableSpec& spec) {
  return spec.section_axis.has_value() && spec.box.dimensions() > 1;
}

Position without_axis(const Position& position, std::size_t axis) {
  Position rest = position;
  rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(axis));
  return rest;
}

ArrayFormat section_format(const TableSpec& spec) {
  const std::size_t axis = *spec.section_axis;
  ArrayFormat format;
  format.name = section_name;
  format.dimensions = spec.coordinates;
  format.dimensions.erase(format.dimensions.begin() + static_cast<std::ptrdiff_t>(axis));
  format.box = {without_axis(spec.box.low, axis), without_axis(spec.box.high, axis)};
  // Indices of P-positions look random: they decode slowly, and larger chunks hardly compress
  // better.
  format.layout = choose_layout(format.box, section_chunk_cells);
  format.width = spec.box.extent(axis) <= 0xffff ? 2 : 4;
  format.fill = format.width == 2 ? 0xffff : 0xffffffff;
  return format;
}

}  // namespace grundy::table
