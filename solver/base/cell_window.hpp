// base/cell_window.hpp: views of arrays of cells, and sources from which cells are copied.
//
// A cell is an unsigned integer of 1, 2 or 4 bytes in the machine's byte order. A view knows the
// box that its cells fill, so cells are accessed by position, and arrays of different extents,
// strides and widths can be copied into each other. Views own nothing. Any number of threads may
// read through one.
#pragma once
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ranges>
#include <span>
#include <utility>
#include <vector>

#include "base/box.hpp"

namespace grundy {

// Calls use(cell) with a zero of the cell type of that width, which must be 1, 2 or 4.
template <class Use>
decltype(auto) with_cell_type(unsigned width, Use use) {
  assert(width == 1 || width == 2 || width == 4);
  if (width == 1) return use(std::uint8_t{});
  if (width == 2) return use(std::uint16_t{});
  return use(std::uint32_t{});
}

// Read-only cells of `box`. The cell of x begins `width` bytes times
// sum((x[i] - box.low[i]) * strides[i]) after `cells`.
struct CellView {
  const std::byte* cells;
  unsigned width;
  Box box;
  std::vector<std::int64_t> strides;  // in cells

  std::uint32_t operator[](const Position&) const noexcept;

  // The cell at a position; the following ones on the last axis are strides.back() cells apart.
  // Requires sizeof(Cell) == width.
  template <class Cell>
  const Cell* row(const Position& at) const noexcept {
    return reinterpret_cast<const Cell*>(cells) + offset(at);
  }
  std::int64_t offset(const Position&) const noexcept;  // in cells, from that of box.low
};

// Writable cells of `box` in C order.
struct CellSpan {
  std::byte* cells;
  unsigned width;
  Box box;

  CellView view() const { return {cells, width, box, box.strides()}; }
};

// The view of an array over `box` in C order: any contiguous range of uint8_t, uint16_t or
// uint32_t.
template <std::ranges::contiguous_range Cells>
CellView view_of(const Cells& cells, const Box& box) {
  using Cell = std::ranges::range_value_t<Cells>;
  static_assert(std::is_unsigned_v<Cell> && sizeof(Cell) <= 4);
  assert(std::ranges::size(cells) == *box.volume());
  return {reinterpret_cast<const std::byte*>(std::ranges::data(cells)), sizeof(Cell), box,
          box.strides()};
}

// The positions in both boxes; nothing if there are none.
std::optional<Box> intersection(const Box&, const Box&);

// Copies the cells of `region`. Requires region inside both boxes and every value to fit to.width.
// If the axes with steps of one cell differ between the two, cells are transposed in blocks.
void copy_cells(const CellView& from, const Box& region, const CellSpan& to);

// Copies extents[0] * extents[1] * .. cells to others; neighbours along axis i lie from_steps[i]
// and to_steps[i] cells apart.
template <class From, class To>
void copy_steps(std::span<const std::int64_t> extents, const From* from,
                const std::int64_t* from_steps, To* to, const std::int64_t* to_steps) noexcept {
  const std::int64_t count = extents[0];
  if (extents.size() > 1)
    for (std::int64_t i = 0; i < count; ++i)
      copy_steps(extents.subspan(1), from + i * from_steps[0], from_steps + 1, to + i * to_steps[0],
                 to_steps + 1);
  else if (from_steps[0] == 1 && to_steps[0] == 1)
    for (std::int64_t i = 0; i < count; ++i) to[i] = static_cast<To>(from[i]);
  else
    for (std::int64_t i = 0; i < count; ++i)
      to[i * to_steps[0]] = static_cast<To>(from[i * from_steps[0]]);
}

// Sets all cells, or those of `region`, which must be inside to.box.
void fill_cells(const CellSpan& to, std::uint32_t value);
void fill_region(const CellSpan& to, const Box& region, std::uint32_t value);

// Sets the cells of `region` that hold `before` to `after`.
void replace_cells(const CellSpan& to, const Box& region, std::uint32_t before,
                   std::uint32_t after);

// Whether all the cells hold `value`.
bool all_cells_are(const CellSpan& cells, std::uint32_t value);

// The largest value in `region`. Requires region inside view.box.
std::uint32_t max_cell(const CellView& view, const Box& region);

// The narrowest cell that holds `value`: 1, 2 or 4 bytes.
constexpr unsigned width_for(std::uint32_t value) noexcept {
  return value <= 0xff ? 1 : value <= 0xffff ? 2 : 4;
}

// The cell of a tuple that is no position, in tables and copies of games that leave some out: the
// largest number of that many bytes.
constexpr std::uint32_t no_position(unsigned width) noexcept {
  return width == 1 ? 0xff : width == 2 ? 0xffff : 0xffffffff;
}

// Calls row(start) with the first position of each line of `box` along its last axis, in C order.
template <class Row>
void for_each_row(const Box& box, Row row) {
  Position at = box.low;
  while (true) {
    row(std::as_const(at));
    std::size_t axis = box.dimensions() - 1;
    for (; axis > 0 && at[axis - 1] == box.high[axis - 1]; --axis) at[axis - 1] = box.low[axis - 1];
    if (axis == 0) return;
    ++at[axis - 1];
  }
}

// Cells of a box in any storage. Methods store values as it suits their kernels: by sorted
// positions, by lines, as bits. Others have the cells of a part of the box copied in C order.
class CellSource {
 public:
  virtual ~CellSource() = default;

  // The bytes that are enough for each of the cells: 1, 2 or 4.
  virtual unsigned width() const = 0;

  // Copies the cells of `region`. Requires region inside both boxes and every value to fit
  // to.width. Any number of threads at once. O(cells of the region).
  virtual void copy(const Box& region, const CellSpan& to) const = 0;
};

// The cells of a container that has width() and copy(region, to). Holds a reference.
template <class Kept>
class SourceOf final : public CellSource {
 public:
  explicit SourceOf(const Kept& kept) : kept_(kept) {}
  unsigned width() const override { return kept_.width(); }
  void copy(const Box& region, const CellSpan& to) const override { kept_.copy(region, to); }

 private:
  const Kept& kept_;
};

// The cells of a view.
class ViewSource final : public CellSource {
 public:
  explicit ViewSource(CellView view) : view_(std::move(view)) {}
  unsigned width() const override { return view_.width; }
  void copy(const Box& region, const CellSpan& to) const override { copy_cells(view_, region, to); }

 private:
  CellView view_;
};

// The largest value in `region`. O(its cells), copied by parts of limited size.
std::uint32_t max_cell(const CellSource& source, const Box& region);

}  // namespace grundy
