// base/cells.hpp: an array of the values of a box, one cell each.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/block.hpp"
#include "base/box.hpp"
#include "base/cell_window.hpp"
#include "base/error.hpp"

namespace grundy::memory {

// Unsigned cells of 1, 2 or 4 bytes, by rank in their box.
class Cells {
 public:
  // Cells of value 0, and `more` behind them for the method that solves the box. Requires a box
  // whose volume fits 63 bits. Errc::memory if the system refuses.
  static Result<Cells> allocate(const Box& box, unsigned width, std::uint64_t more = 0) {
    auto block = Block::zeros((*box.volume() + more) * width);
    if (!block) return block.error();
    Cells cells;
    cells.box_ = box;
    cells.block_ = std::move(*block);
    cells.width_ = width;
    cells.count_ = *box.volume();
    return cells;
  }

  const Box& box() const noexcept { return box_; }
  unsigned width() const noexcept { return width_; }
  std::uint64_t count() const noexcept { return count_; }
  const std::byte* data() const noexcept { return block_.data(); }

  // With those behind the box.
  std::span<std::byte> bytes() noexcept { return block_.as<std::byte>(); }
  template <class Cell>
  std::span<Cell> with_more() noexcept {
    return block_.as<Cell>();
  }

  void take_pages(parallel::Executor& executor, const std::atomic<bool>* stop) {
    block_.take_pages(executor, stop);
  }

  // Requires sizeof(Cell) == width().
  template <class Cell>
  std::span<Cell> as() noexcept {
    return block_.as<Cell>().first(count_);
  }
  template <class Cell>
  std::span<const Cell> as() const noexcept {
    return block_.as<Cell>().first(count_);
  }

  std::uint32_t operator[](std::uint64_t rank) const noexcept {
    return with_cell_type(
        width_, [&]<class Cell>(Cell) -> std::uint32_t { return block_.as<Cell>()[rank]; });
  }

  std::uint32_t at(const Position& position) const { return (*this)[box_.rank(position)]; }

  // Copies the cells at `start` and at the positions that follow it along the last axis.
  void read(const Position& start, std::span<std::uint32_t> cells) const {
    with_cell_type(width_, [&]<class Cell>(Cell) {
      std::ranges::copy(block_.as<Cell>().subspan(box_.rank(start), cells.size()), cells.begin());
    });
  }

  CellView view() const { return {data(), width_, box_, box_.strides()}; }

  // As CellSource::copy.
  void copy(const Box& region, const CellSpan& to) const { copy_cells(view(), region, to); }

 private:
  Box box_;
  Block block_;
  unsigned width_ = 1;
  std::uint64_t count_ = 0;
};

}  // namespace grundy::memory
