#include "table/sorted_axes.hpp"

#include <algorithm>
#include <numeric>

#include "table/array_reader.hpp"

namespace grundy::table {
namespace {

// For each axis of an image, the axis of the sorted position whose coordinate it takes.
using Order = std::vector<std::size_t>;

std::vector<Order> orders(std::size_t dimensions, const AxisGroups& groups) {
  Order own(dimensions);
  std::iota(own.begin(), own.end(), std::size_t{0});
  std::vector<Order> all{own};
  for (const auto& group : groups) {
    std::vector<Order> more;
    for (const Order& order : all) {
      std::vector<std::size_t> places = group;
      do {
        more.push_back(order);
        for (std::size_t i = 0; i < group.size(); ++i) more.back()[group[i]] = places[i];
      } while (std::next_permutation(places.begin(), places.end()));
    }
    all = std::move(more);
  }
  return all;
}

Box image_of(const Box& box, const Order& order) {
  Box image = box;
  for (std::size_t axis = 0; axis < order.size(); ++axis) {
    image.low[axis] = box.low[order[axis]];
    image.high[axis] = box.high[order[axis]];
  }
  return image;
}

Position source_of(const Position& image, const Order& order) {
  Position source = image;
  for (std::size_t axis = 0; axis < order.size(); ++axis) source[order[axis]] = image[axis];
  return source;
}

// An interval of coordinates; empty if low > high.
struct Interval {
  std::int64_t low;
  std::int64_t high;
};

// The coordinates along `axis`, within an interval, with which the position would be sorted. Its
// own coordinate there does not matter.
Interval sorted_along(const Position& at, std::size_t axis, const AxisGroups& groups,
                      Interval within) {
  for (const auto& group : groups)
    for (std::size_t i = 1; i < group.size(); ++i) {
      const std::size_t left = group[i - 1];
      const std::size_t right = group[i];
      if (left == axis)
        within.high = std::min(within.high, at[right]);
      else if (right == axis)
        within.low = std::max(within.low, at[left]);
      else if (at[left] > at[right])
        return {1, 0};
    }
  return within;
}

// Copies the sorted cells of a chunk to their images under one order.
void copy_image(const CellView& chunk, const Order& order, const AxisGroups& groups,
                const Box& part, const CellSpan& to) {
  const std::size_t last = order.size() - 1;
  const std::int64_t stride = chunk.strides[order[last]];
  const CellView target = to.view();
  with_cell_type(chunk.width, [&]<class From>(From) {
    with_cell_type(to.width, [&]<class To>(To) {
      for_each_row(part, [&](const Position& row) {
        const auto [low, high] =
            sorted_along(source_of(row, order), order[last], groups, {row[last], part.high[last]});
        if (low > high) return;
        Position start = row;
        start[last] = low;
        const From* from = chunk.row<From>(source_of(start, order));
        To* out = reinterpret_cast<To*>(to.cells) + target.offset(start);
        for (std::int64_t i = 0; i <= high - low; ++i) out[i] = static_cast<To>(from[i * stride]);
      });
    });
  });
}

}  // namespace

bool holds_sorted(const Box& box, const AxisGroups& groups) {
  return std::all_of(groups.begin(), groups.end(), [&](const auto& group) {
    std::int64_t least = box.low[group.front()];
    return std::all_of(group.begin(), group.end(), [&](std::size_t axis) {
      least = std::max(least, box.low[axis]);
      return least <= box.high[axis];
    });
  });
}

void fill_unsorted(const CellSpan& cells, const AxisGroups& groups, std::uint32_t fill) {
  const std::size_t last = cells.box.dimensions() - 1;
  const std::int64_t first = cells.box.low[last];
  const std::int64_t count = cells.box.extent(last);
  const CellView view = cells.view();
  with_cell_type(cells.width, [&]<class Cell>(Cell) {
    for_each_row(cells.box, [&](const Position& row) {
      // The last axis is the last of its group: what is unsorted comes first.
      const Interval kept = sorted_along(row, last, groups, {first, first + count - 1});
      const std::int64_t end = kept.low > kept.high ? count : kept.low - first;
      std::fill_n(reinterpret_cast<Cell*>(cells.cells) + view.offset(row), end,
                  static_cast<Cell>(fill));
    });
  });
}

Status read_sorted(const ArrayReader& array, const AxisGroups& groups, const Box& region,
                   const CellSpan& to) {
  const ArrayFormat& format = array.format();
  const auto all = orders(region.dimensions(), groups);
  std::vector<std::byte> bytes(format.chunk_bytes());
  const Grid chunks(format.box, format.layout.chunk);
  for (std::uint64_t number = 0; number < chunks.size(); ++number) {
    const CellSpan chunk{bytes.data(), format.width, chunks.box(number)};
    if (!holds_sorted(chunk.box, groups)) continue;
    bool decoded = false;
    for (const Order& order : all) {
      const auto part = intersection(image_of(chunk.box, order), region);
      if (!part) continue;
      if (!decoded)
        if (Status s = array.read(chunk.box, chunk); !s) return s;
      decoded = true;
      copy_image(chunk.view(), order, groups, *part, to);
    }
  }
  return {};
}

}  // namespace grundy::table
