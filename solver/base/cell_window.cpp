#include "base/cell_window.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace grundy {
namespace {

template <class Cell>
void fill_steps(std::span<const std::int64_t> extents, Cell* to, const std::int64_t* steps,
                Cell value) noexcept {
  if (extents.size() == 1)
    std::fill_n(to, extents[0], value);
  else
    for (std::int64_t i = 0; i < extents[0]; ++i)
      fill_steps(extents.subspan(1), to + i * steps[0], steps + 1, value);
}

template <class Cell>
Cell max_of_row(const Cell* row, std::int64_t stride, std::int64_t count) noexcept {
  Cell largest = 0;
  if (stride == 1)
    for (std::int64_t i = 0; i < count; ++i) largest = std::max(largest, row[i]);
  else
    for (std::int64_t i = 0; i < count; ++i) largest = std::max(largest, row[i * stride]);
  return largest;
}

}  // namespace

std::int64_t CellView::offset(const Position& at) const noexcept {
  assert(box.contains(at));
  std::int64_t offset = 0;
  for (std::size_t axis = 0; axis < at.size(); ++axis)
    offset += (at[axis] - box.low[axis]) * strides[axis];
  return offset;
}

std::uint32_t CellView::operator[](const Position& at) const noexcept {
  return with_cell_type(width, [&]<class Cell>(Cell) -> std::uint32_t { return *row<Cell>(at); });
}

std::optional<Box> intersection(const Box& a, const Box& b) {
  Box both = a;
  for (std::size_t axis = 0; axis < a.dimensions(); ++axis) {
    both.low[axis] = std::max(a.low[axis], b.low[axis]);
    both.high[axis] = std::min(a.high[axis], b.high[axis]);
    if (both.low[axis] > both.high[axis]) return std::nullopt;
  }
  return both;
}

void copy_cells(const CellView& from, const Box& region, const CellSpan& to) {
  assert(from.box.contains(region) && to.box.contains(region));
  const CellView target = to.view();
  std::array<std::int64_t, max_dimensions> extents{};
  for (std::size_t axis = 0; axis < region.dimensions(); ++axis)
    extents[axis] = region.extent(axis);
  with_cell_type(from.width, [&]<class From>(From) {
    with_cell_type(to.width, [&]<class To>(To) {
      copy_steps(std::span<const std::int64_t>(extents.data(), region.dimensions()),
                 from.row<From>(region.low), from.strides.data(),
                 reinterpret_cast<To*>(to.cells) + target.offset(region.low),
                 target.strides.data());
    });
  });
}

void fill_cells(const CellSpan& to, std::uint32_t value) {
  with_cell_type(to.width, [&]<class Cell>(Cell) {
    std::fill_n(reinterpret_cast<Cell*>(to.cells), *to.box.volume(), static_cast<Cell>(value));
  });
}

void fill_region(const CellSpan& to, const Box& region, std::uint32_t value) {
  if (region == to.box) return fill_cells(to, value);
  assert(to.box.contains(region));
  const CellView target = to.view();
  std::array<std::int64_t, max_dimensions> extents{};
  for (std::size_t axis = 0; axis < region.dimensions(); ++axis)
    extents[axis] = region.extent(axis);
  with_cell_type(to.width, [&]<class Cell>(Cell) {
    fill_steps(std::span<const std::int64_t>(extents.data(), region.dimensions()),
               reinterpret_cast<Cell*>(to.cells) + target.offset(region.low), target.strides.data(),
               static_cast<Cell>(value));
  });
}

void replace_cells(const CellSpan& to, const Box& region, std::uint32_t before,
                   std::uint32_t after) {
  const CellView view = to.view();
  with_cell_type(to.width, [&]<class Cell>(Cell) {
    for_each_row(region, [&](const Position& start) {
      const std::span row(reinterpret_cast<Cell*>(to.cells) + view.offset(start),
                          static_cast<std::size_t>(region.high.back() - start.back() + 1));
      std::ranges::replace(row, static_cast<Cell>(before), static_cast<Cell>(after));
    });
  });
}

// All cells are equal to the first one if each is equal to the next one.
bool all_cells_are(const CellSpan& cells, std::uint32_t value) {
  return with_cell_type(cells.width, [&]<class Cell>(Cell) {
    const std::size_t others = (*cells.box.volume() - 1) * sizeof(Cell);
    return *reinterpret_cast<const Cell*>(cells.cells) == value &&
           std::memcmp(cells.cells, cells.cells + sizeof(Cell), others) == 0;
  });
}

std::uint32_t max_cell(const CellView& view, const Box& region) {
  assert(view.box.contains(region));
  return with_cell_type(view.width, [&]<class Cell>(Cell) -> std::uint32_t {
    Cell largest = 0;
    const std::int64_t count = region.extent(region.dimensions() - 1);
    for_each_row(region, [&](const Position& at) {
      largest = std::max(largest, max_of_row(view.row<Cell>(at), view.strides.back(), count));
    });
    return largest;
  });
}

namespace {

constexpr std::uint64_t cells_at_once = 1 << 16;

std::size_t longest_axis(const Box& box) {
  std::size_t longest = 0;
  for (std::size_t axis = 1; axis < box.dimensions(); ++axis)
    if (box.extent(axis) > box.extent(longest)) longest = axis;
  return longest;
}

std::uint32_t max_in(const CellSource& source, const Box& region, std::vector<std::byte>& scratch) {
  if (*region.volume() <= cells_at_once) {
    const CellSpan cells{scratch.data(), source.width(), region};
    source.copy(region, cells);
    return max_cell(cells.view(), region);
  }
  const std::size_t axis = longest_axis(region);
  Box lower = region;
  Box upper = region;
  lower.high[axis] = region.low[axis] + region.extent(axis) / 2 - 1;
  upper.low[axis] = lower.high[axis] + 1;
  return std::max(max_in(source, lower, scratch), max_in(source, upper, scratch));
}

}  // namespace

std::uint32_t max_cell(const CellSource& source, const Box& region) {
  std::vector<std::byte> scratch(std::min(*region.volume(), cells_at_once) * source.width());
  return max_in(source, region, scratch);
}

}  // namespace grundy
