#include "kernels/step/wide.hpp"

#include <bit>

namespace grundy::kernels {
namespace {

constexpr std::uint64_t full = ~std::uint64_t{0};

void set_bit(std::uint64_t* row, std::size_t value) {
  row[value / 64] |= std::uint64_t{1} << (value % 64);
}

}  // namespace

template <class Cell>
void mark_wide_steps(std::span<const Cell> values, std::span<const std::int64_t> steps,
                     std::size_t words, std::size_t first, std::span<std::uint64_t> rows) noexcept {
  const std::size_t count = rows.size() / words;
  for (std::size_t i = 0; i < count; ++i)
    for (const std::int64_t step : steps) {
      const auto k = static_cast<std::size_t>(step);
      if (k > first + i) break;
      set_bit(rows.data() + i * words, values[first + i - k]);
    }
}

template <class Cell>
std::size_t finish_wide_steps(std::span<Cell> values, std::span<const std::int64_t> steps,
                              std::size_t words, std::size_t first,
                              std::span<std::uint64_t> rows) noexcept {
  const std::size_t count = rows.size() / words;
  for (std::size_t i = 0; i < count; ++i) {
    const std::span<std::uint64_t> row = rows.subspan(i * words, words);
    mark_wide_steps<Cell>(values, steps, words, first + i, row);
    std::size_t word = 0;
    while (word < words && row[word] == full) ++word;
    if (word == words) return i;
    values[first + i] =
        static_cast<Cell>(64 * word + static_cast<std::size_t>(std::countr_one(row[word])));
  }
  return count;
}

template void mark_wide_steps(std::span<const std::uint8_t>, std::span<const std::int64_t>,
                              std::size_t, std::size_t, std::span<std::uint64_t>) noexcept;
template void mark_wide_steps(std::span<const std::uint16_t>, std::span<const std::int64_t>,
                              std::size_t, std::size_t, std::span<std::uint64_t>) noexcept;
template void mark_wide_steps(std::span<const std::uint32_t>, std::span<const std::int64_t>,
                              std::size_t, std::size_t, std::span<std::uint64_t>) noexcept;
template std::size_t finish_wide_steps(std::span<std::uint8_t>, std::span<const std::int64_t>,
                                       std::size_t, std::size_t, std::span<std::uint64_t>) noexcept;
template std::size_t finish_wide_steps(std::span<std::uint16_t>, std::span<const std::int64_t>,
                                       std::size_t, std::size_t, std::span<std::uint64_t>) noexcept;
template std::size_t finish_wide_steps(std::span<std::uint32_t>, std::span<const std::int64_t>,
                                       std::size_t, std::size_t, std::span<std::uint64_t>) noexcept;

}  // namespace grundy::kernels
