// base/out_of_memory.hpp: std::bad_alloc that knows how much was asked for.
#pragma once
#include <array>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <new>

namespace grundy {

class OutOfMemory : public std::bad_alloc {
 public:
  // Takes no memory of the heap.
  explicit OutOfMemory(std::uint64_t bytes) noexcept {
    std::snprintf(what_.data(), what_.size(), "the system refused %" PRIu64 " bytes", bytes);
  }
  const char* what() const noexcept override { return what_.data(); }

 private:
  std::array<char, 64> what_{};
};

}  // namespace grundy
