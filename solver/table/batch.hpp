// table/batch.hpp: many positions and their values, wherever they lie.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace grundy::table {

// Positions somewhere in memory, and places for their values. Coordinate `axis` of row `r` is an
// int64 that begins r * row_stride + axis * coordinate_stride bytes after `positions`, its value
// is a uint32 r * value_stride bytes after `values`. Nothing needs to be aligned.
struct Batch {
  std::size_t count;
  const std::byte* positions;
  std::ptrdiff_t row_stride;
  std::ptrdiff_t coordinate_stride;
  std::byte* values;
  std::ptrdiff_t value_stride;

  // Copies the coordinates of a row.
  void get(std::size_t row, std::span<std::int64_t> position) const noexcept {
    const std::byte* from = positions + static_cast<std::ptrdiff_t>(row) * row_stride;
    for (std::int64_t& coordinate : position) {
      std::memcpy(&coordinate, from, sizeof coordinate);
      from += coordinate_stride;
    }
  }
  void set(std::size_t row, std::uint32_t value) const noexcept {
    std::memcpy(values + static_cast<std::ptrdiff_t>(row) * value_stride, &value, sizeof value);
  }
};

}  // namespace grundy::table
