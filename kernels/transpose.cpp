#include "kernels/transpose.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/transpose.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class Cell>
void transpose_plainly(const Cell* from, std::ptrdiff_t from_step, Cell* to, std::ptrdiff_t to_step,
                       std::size_t rows, std::size_t columns) {
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c < columns; ++c)
      to[static_cast<std::ptrdiff_t>(r) * to_step + static_cast<std::ptrdiff_t>(c)] =
          from[static_cast<std::ptrdiff_t>(c) * from_step + static_cast<std::ptrdiff_t>(r)];
}

#if HWY_TARGET == HWY_SCALAR

template <class Cell>
constexpr std::size_t side = 1;

template <class Cell>
void transpose_square(const Cell* from, std::ptrdiff_t, Cell* to, std::ptrdiff_t) {
  *to = *from;
}

template <class Cell>
void mirror_square(Cell*, std::ptrdiff_t) {}

#else

template <class Cell>
constexpr std::size_t side = 16 / sizeof(Cell);

template <class Cell>
using Row = hn::FixedTag<Cell, side<Cell> >;

template <class Cell>
HWY_INLINE void load_square(const Cell* from, std::ptrdiff_t step, hn::Vec<Row<Cell> >* rows) {
  HWY_UNROLL(16)
  for (std::size_t i = 0; i < side<Cell>; ++i)
    rows[i] = hn::LoadU(Row<Cell>(), from + static_cast<std::ptrdiff_t>(i) * step);
}

// The number of a cell in the square is that of its row, then that of its place in the row. To
// interleave the upper half of the rows with the lower half moves the first bit of that number to
// its end. When all bits of the row have gone there, rows are columns.
template <class Cell>
HWY_INLINE void exchange_axes(hn::Vec<Row<Cell> >* rows) {
  constexpr std::size_t n = side<Cell>;
  const Row<Cell> d;
  HWY_UNROLL(4)
  for (std::size_t moved = 1; moved < n; moved *= 2) {
    hn::Vec<Row<Cell> > next[n];
    HWY_UNROLL(16)
    for (std::size_t i = 0; i < n / 2; ++i) {
      next[2 * i] = hn::InterleaveLower(d, rows[i], rows[i + n / 2]);
      next[2 * i + 1] = hn::InterleaveUpper(d, rows[i], rows[i + n / 2]);
    }
    HWY_UNROLL(16)
    for (std::size_t i = 0; i < n; ++i) rows[i] = next[i];
  }
}

template <class Cell>
HWY_INLINE void transpose_square(const Cell* from, std::ptrdiff_t from_step, Cell* to,
                                 std::ptrdiff_t to_step) {
  constexpr std::size_t n = side<Cell>;
  hn::Vec<Row<Cell> > rows[n];
  load_square(from, from_step, rows);
  exchange_axes<Cell>(rows);
  HWY_UNROLL(16)
  for (std::size_t i = 0; i < n; ++i)
    hn::StoreU(rows[i], Row<Cell>(), to + static_cast<std::ptrdiff_t>(i) * to_step);
}

template <class Cell>
HWY_INLINE void mirror_square(Cell* cells, std::ptrdiff_t step) {
  constexpr std::size_t n = side<Cell>;
  const Row<Cell> d;
  hn::Vec<Row<Cell> > rows[n];
  load_square(cells, step, rows);
  exchange_axes<Cell>(rows);
  HWY_UNROLL(16)
  for (std::size_t i = 1; i < n; ++i) {
    Cell* const row = cells + static_cast<std::ptrdiff_t>(i) * step;
    hn::StoreU(hn::IfThenElse(hn::FirstN(d, i), rows[i], hn::LoadU(d, row)), d, row);
  }
}

#endif

template <class Cell>
HWY_INLINE void transpose_by_squares(const Cell* from, std::ptrdiff_t from_step, Cell* to,
                                     std::ptrdiff_t to_step, std::size_t rows,
                                     std::size_t columns) {
  constexpr std::size_t n = side<Cell>;
  const std::size_t whole_rows = rows / n * n;
  const std::size_t whole_columns = columns / n * n;
  const auto down = [](std::size_t row, std::ptrdiff_t step) {
    return static_cast<std::ptrdiff_t>(row) * step;
  };
  for (std::size_t r = 0; r < whole_rows; r += n)
    for (std::size_t c = 0; c < whole_columns; c += n)
      transpose_square(from + down(c, from_step) + r, from_step, to + down(r, to_step) + c,
                       to_step);
  transpose_plainly(from + down(whole_columns, from_step), from_step, to + whole_columns, to_step,
                    whole_rows, columns - whole_columns);
  transpose_plainly(from + whole_rows, from_step, to + down(whole_rows, to_step), to_step,
                    rows - whole_rows, columns);
}

template <class Cell>
HWY_INLINE void mirror_by_squares(Cell* cells, std::ptrdiff_t step, std::size_t rows) {
  constexpr std::size_t n = side<Cell>;
  const std::size_t whole = rows / n * n;
  const auto at = [&](std::size_t row, std::size_t column) {
    return cells + static_cast<std::ptrdiff_t>(row) * step + column;
  };
  for (std::size_t r = 0; r < whole; r += n) {
    for (std::size_t c = 0; c < r; c += n) transpose_square<Cell>(at(c, r), step, at(r, c), step);
    mirror_square(at(r, r), step);
  }
  for (std::size_t r = whole; r < rows; ++r)
    for (std::size_t c = 0; c < r; ++c) *at(r, c) = *at(c, r);
}

void Transpose8(CellRows<const std::uint8_t> from, CellRows<std::uint8_t> to, std::size_t rows,
                std::size_t columns) {
  transpose_by_squares(from.cells, from.step, to.cells, to.step, rows, columns);
}
void Transpose16(CellRows<const std::uint16_t> from, CellRows<std::uint16_t> to, std::size_t rows,
                 std::size_t columns) {
  transpose_by_squares(from.cells, from.step, to.cells, to.step, rows, columns);
}
void Transpose32(CellRows<const std::uint32_t> from, CellRows<std::uint32_t> to, std::size_t rows,
                 std::size_t columns) {
  transpose_by_squares(from.cells, from.step, to.cells, to.step, rows, columns);
}
void Mirror8(CellRows<std::uint8_t> cells, std::size_t side) {
  mirror_by_squares(cells.cells, cells.step, side);
}
void Mirror16(CellRows<std::uint16_t> cells, std::size_t side) {
  mirror_by_squares(cells.cells, cells.step, side);
}
void Mirror32(CellRows<std::uint32_t> cells, std::size_t side) {
  mirror_by_squares(cells.cells, cells.step, side);
}

}  // namespace
}  // namespace grundy::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace grundy::kernels {

HWY_EXPORT(Transpose8);
HWY_EXPORT(Transpose16);
HWY_EXPORT(Transpose32);
HWY_EXPORT(Mirror8);
HWY_EXPORT(Mirror16);
HWY_EXPORT(Mirror32);

void transpose(CellRows<const std::uint8_t> from, CellRows<std::uint8_t> to, std::size_t rows,
               std::size_t columns) noexcept {
  HWY_DYNAMIC_DISPATCH(Transpose8)(from, to, rows, columns);
}
void transpose(CellRows<const std::uint16_t> from, CellRows<std::uint16_t> to, std::size_t rows,
               std::size_t columns) noexcept {
  HWY_DYNAMIC_DISPATCH(Transpose16)(from, to, rows, columns);
}
void transpose(CellRows<const std::uint32_t> from, CellRows<std::uint32_t> to, std::size_t rows,
               std::size_t columns) noexcept {
  HWY_DYNAMIC_DISPATCH(Transpose32)(from, to, rows, columns);
}
void mirror(CellRows<std::uint8_t> cells, std::size_t side) noexcept {
  HWY_DYNAMIC_DISPATCH(Mirror8)(cells, side);
}
void mirror(CellRows<std::uint16_t> cells, std::size_t side) noexcept {
  HWY_DYNAMIC_DISPATCH(Mirror16)(cells, side);
}
void mirror(CellRows<std::uint32_t> cells, std::size_t side) noexcept {
  HWY_DYNAMIC_DISPATCH(Mirror32)(cells, side);
}

}  // namespace grundy::kernels
#endif
