// methods/generic/sampled.hpp: numbers for samples of positions, the same in every run, as plans
// must be.
#pragma once
#include <cstdint>

namespace grundy::generic {

class Sampled {
 public:
  // The next one, below `end`.
  std::int64_t below(std::uint64_t end) noexcept {
    seed_ = seed_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::int64_t>((seed_ >> 11) % end);
  }
  // From 0 to 1, and less than 1.
  double fraction() noexcept {
    constexpr std::uint64_t parts = std::uint64_t{1} << 32;
    return static_cast<double>(below(parts)) / static_cast<double>(parts);
  }

 private:
  std::uint64_t seed_ = 1956;
};

}  // namespace grundy::generic
