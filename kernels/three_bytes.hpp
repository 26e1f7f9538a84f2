// kernels/three_bytes.hpp: integers of 24 bits.
#pragma once
#include <array>
#include <cstdint>

namespace grundy::kernels {

// An integer below 2^24, its lowest byte first.
class ThreeBytes {
 public:
  ThreeBytes() = default;
  explicit constexpr ThreeBytes(std::int64_t value) noexcept
      : bytes_{static_cast<std::uint8_t>(value), static_cast<std::uint8_t>(value >> 8),
               static_cast<std::uint8_t>(value >> 16)} {}
  constexpr operator std::uint32_t() const noexcept {
    return bytes_[0] | std::uint32_t{bytes_[1]} << 8 | std::uint32_t{bytes_[2]} << 16;
  }

 private:
  std::array<std::uint8_t, 3> bytes_;
};
static_assert(sizeof(ThreeBytes) == 3 && alignof(ThreeBytes) == 1);

}  // namespace grundy::kernels
