// sweep/cells.hpp: the values of a closure while it is solved.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>

#include "core/error.hpp"

namespace grundy::sweep {

// `count` unsigned cells of 1, 2 or 4 bytes, by rank. Not initialised: the sweep writes
// every cell before it reads it.
class Cells {
 public:
  static Result<Cells> allocate(std::uint64_t count, unsigned width) {
    Cells cells;
    cells.bytes_.reset(new (std::nothrow) std::byte[count * width]);
    if (!cells.bytes_)
      return Error{Errc::memory, "the system refused " + std::to_string(count * width) +
                                     " bytes for the values; ask for a smaller --box"};
    cells.count_ = count;
    cells.width_ = width;
    return cells;
  }

  unsigned width() const noexcept { return width_; }
  std::uint64_t count() const noexcept { return count_; }
  const std::byte* data() const noexcept { return bytes_.get(); }

  // Requires sizeof(Cell) == width().
  template <class Cell>
  std::span<Cell> as() noexcept {
    return {reinterpret_cast<Cell*>(bytes_.get()), count_};
  }

  std::uint32_t operator[](std::uint64_t rank) const noexcept {
    if (width_ == 1) return at<std::uint8_t>(rank);
    if (width_ == 2) return at<std::uint16_t>(rank);
    return at<std::uint32_t>(rank);
  }

 private:
  template <class Cell>
  std::uint32_t at(std::uint64_t rank) const noexcept {
    return reinterpret_cast<const Cell*>(bytes_.get())[rank];
  }

  std::unique_ptr<std::byte[]> bytes_;
  std::uint64_t count_ = 0;
  unsigned width_ = 1;
};

}  // namespace grundy::sweep
