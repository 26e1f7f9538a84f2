// sweep/cells.hpp: the values of a closure while it is solved.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/error.hpp"
#include "sweep/block.hpp"

namespace grundy::sweep {

// `count` unsigned cells of 1, 2 or 4 bytes, by rank.
class Cells {
 public:
  static Result<Cells> allocate(std::uint64_t count, unsigned width) {
    auto block = Block::zeros(count * width);
    if (!block) return block.error();
    Cells cells;
    cells.block_ = std::move(*block);
    cells.count_ = count;
    cells.width_ = width;
    return cells;
  }

  unsigned width() const noexcept { return width_; }
  std::uint64_t count() const noexcept { return count_; }
  const std::byte* data() const noexcept { return block_.data(); }

  std::span<std::byte> bytes() noexcept { return block_.as<std::byte>(); }

  void take_pages(parallel::Executor& executor, const std::atomic<bool>* stop) {
    block_.take_pages(executor, stop);
  }

  // Requires sizeof(Cell) == width().
  template <class Cell>
  std::span<Cell> as() noexcept {
    return block_.as<Cell>();
  }
  template <class Cell>
  std::span<const Cell> as() const noexcept {
    return block_.as<Cell>();
  }

  std::uint32_t operator[](std::uint64_t rank) const noexcept {
    if (width_ == 1) return at<std::uint8_t>(rank);
    if (width_ == 2) return at<std::uint16_t>(rank);
    return at<std::uint32_t>(rank);
  }

 private:
  template <class Cell>
  std::uint32_t at(std::uint64_t rank) const noexcept {
    return block_.as<Cell>()[rank];
  }

  Block block_;
  std::uint64_t count_ = 0;
  unsigned width_ = 1;
};

}  // namespace grundy::sweep
