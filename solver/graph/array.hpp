// graph/array.hpp: large arrays of plain numbers, on large pages where the system has them.
#pragma once
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include "base/block.hpp"
#include "base/error.hpp"

namespace grundy::graph {

// Items that start as zeros. Large arrays take their pages when these are first written and give
// all of them back to the system when they go.
template <class T>
class Array {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  // Errc::memory when the system refuses.
  static Result<Array> zeros(std::uint64_t size) {
    auto block = memory::Block::zeros(size * sizeof(T));
    if (!block)
      return Error{Errc::memory,
                   fmt::format("the system refused {} bytes for a graph", size * sizeof(T))};
    Array array;
    array.block_ = *std::move(block);
    return array;
  }

  static std::uint64_t bytes_taken(std::uint64_t size) noexcept {
    return memory::Block::bytes_taken(size * sizeof(T));
  }

  std::size_t size() const noexcept { return block_.size() / sizeof(T); }
  std::span<T> items() noexcept { return block_.template as<T>(); }
  std::span<const T> items() const noexcept { return block_.template as<T>(); }
  T& operator[](std::size_t i) noexcept { return items()[i]; }
  const T& operator[](std::size_t i) const noexcept { return items()[i]; }

 private:
  memory::Block block_;
};

}  // namespace grundy::graph
