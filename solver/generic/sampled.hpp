// generic/sampled.hpp: numbers for samples of positions, the same in every run, as plans must be.
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

 private:
  std::uint64_t seed_ = 1956;
};

}  // namespace grundy::generic
