// methods/splits/board.hpp: the cells of a box in rows that kernels/split/split.hpp can work on.
//
// One byte a position, in C order, but every row (line along the last coordinate) begins
// behind bytes that are no position and ends with room for a whole block. Rows lie an odd
// number of 64-byte lines apart, so that columns of them spread over all sets of a cache.
// Positions are given by indices: coordinates less the low end of the box.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/block.hpp"
#include "base/box.hpp"
#include "base/cells.hpp"
#include "base/error.hpp"
#include "base/executor.hpp"

namespace grundy::split {

class Board {
 public:
  // With at least `reach` bytes that are no position before each row.
  static Result<Board> make(const Box& box, std::int64_t reach, parallel::Executor& executor);

  // What make() allocates.
  static std::uint64_t bytes(const Box& box, std::int64_t reach);

  std::span<std::uint8_t> cells() noexcept { return block_.as<std::uint8_t>(); }

  // Where the position of indices 0 is, and how far neighbours along each axis are apart.
  std::int64_t origin() const noexcept { return layout_.front; }
  const std::vector<std::int64_t>& strides() const noexcept { return strides_; }

  // A row that holds nothing but zeros.
  std::int64_t zeros() const noexcept { return origin() + layout_.rows * layout_.stride; }

  // The cells of the box, one byte wide.
  Result<memory::Cells> copy(parallel::Executor& executor) const;

 private:
  struct Layout {
    std::int64_t front;   // bytes before lane 0
    std::int64_t stride;  // of rows
    std::int64_t rows;    // without the one of zeros
    std::int64_t length;  // positions of a row
  };
  static Layout layout(const Box& box, std::int64_t reach);

  Box box_;
  Layout layout_{};
  std::vector<std::int64_t> strides_;
  memory::Block block_;
};

}  // namespace grundy::split
