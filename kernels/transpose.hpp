// kernels/transpose.hpp: cells of a plane, copied so that its axes change places, or within a plane
// to where they would come.
//
// Cells of 1, 2 or 4 bytes go through vectors of 16 bytes, in squares of as many cells as such a
// vector has; what is left at the edges goes one by one. Nothing is allocated; any thread may call.
#pragma once
#include <cstddef>
#include <cstdint>

namespace grundy::kernels {

// A plane of cells: those of a row follow one another, rows are `step` cells apart.
template <class Cell>
struct CellRows {
  Cell* cells;
  std::ptrdiff_t step;
};

// Cell c of row r of `to` becomes cell r of row c of `from`, for all r < rows and c < columns.
// Both planes lie apart.
void transpose(CellRows<const std::uint8_t> from, CellRows<std::uint8_t> to, std::size_t rows,
               std::size_t columns) noexcept;
void transpose(CellRows<const std::uint16_t> from, CellRows<std::uint16_t> to, std::size_t rows,
               std::size_t columns) noexcept;
void transpose(CellRows<const std::uint32_t> from, CellRows<std::uint32_t> to, std::size_t rows,
               std::size_t columns) noexcept;

// Cell c of row r becomes cell r of row c, for all c < r < side: what is above the diagonal appears
// below it too.
void mirror(CellRows<std::uint8_t> cells, std::size_t side) noexcept;
void mirror(CellRows<std::uint16_t> cells, std::size_t side) noexcept;
void mirror(CellRows<std::uint32_t> cells, std::size_t side) noexcept;

}  // namespace grundy::kernels
