#include "direct/heaps.hpp"

#include <bit>
#include <cstddef>
#include <utility>

namespace grundy::direct {

void subtraction_nimbers(std::span<const std::uint32_t> steps, std::span<std::uint8_t> nimbers) {
  for (std::size_t n = 0; n < nimbers.size(); ++n) {
    std::uint64_t options = 0;
    for (const std::uint32_t step : steps) {
      if (step > n) break;
      options |= std::uint64_t{1} << nimbers[n - step];
    }
    nimbers[n] = static_cast<std::uint8_t>(std::countr_one(options));
  }
}

std::vector<std::uint32_t> fibonacci_numbers(std::uint32_t largest) {
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t number = 1, next = 2; number <= largest; next += std::exchange(number, next))
    numbers.push_back(number);
  return numbers;
}

}  // namespace grundy::direct
