// direct/met.hpp: stamps with which one computes a mex by hand where few of many nimbers are met.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace grundy::direct {

// Nimbers met since the last clear(), by the heap that met them last.
class Met {
 public:
  // For nimbers that take no more bits than `heaps`. Begins with clear().
  explicit Met(std::size_t heaps) : last_(std::bit_ceil(heaps + 1)) {}
  void clear() noexcept { ++heap_; }
  void add(std::size_t nimber) noexcept { last_[nimber] = heap_; }
  std::uint16_t mex() const noexcept {
    std::uint16_t least = 0;
    while (last_[least] == heap_) ++least;
    return least;
  }

 private:
  std::vector<std::uint32_t> last_;
  std::uint32_t heap_ = 0;
};

}  // namespace grundy::direct
