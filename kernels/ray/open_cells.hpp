// kernels/ray/open_cells.hpp: which cells of a tile are open, as bits, for stages on different
// machines (kernels/ray/nimbers.hpp).
//
// Bit i % 8 of byte i / 8 belongs to cell i. Masks have mask_bytes(cells) bytes, of which the last
// ones are padding, so that vectors may be read whole; cells need no padding. O(cells). All SIMD
// targets give the same. Allocates nothing; any thread may call it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace grundy::kernels {

inline constexpr std::size_t mask_padding = 8;
constexpr std::size_t mask_bytes(std::size_t cells) {
  return (cells + 7) / 8 + mask_padding;
}

// Cells whose bit is set become open_cell, all others 0.
void open_cells(const std::uint8_t* mask, std::span<std::uint16_t> cells) noexcept;

// Clears the bits of cells that are not open any more, and writes the values of these to `values`,
// in their order. Requires room there for cells.size() of them, all of which may be written. How
// many there are.
std::size_t take_solved(std::uint8_t* mask, std::span<const std::uint16_t> cells,
                        std::uint16_t* values) noexcept;

// Writes values, in their order, to the cells whose bit is set. How many there were. Nothing is
// written if values are fewer; of more, the first are taken. They are two bytes each, at any
// address. The other cells stay, but are written too: nobody else may write to any of them.
std::optional<std::size_t> put_values(const std::uint8_t* mask, std::span<const std::byte> values,
                                      std::span<std::uint16_t> cells) noexcept;

// Sets the bits of the cells that are open, and clears all others.
void mark_open(std::span<const std::uint16_t> cells, std::uint8_t* mask) noexcept;

}  // namespace grundy::kernels
