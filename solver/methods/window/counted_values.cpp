#include "methods/window/counted_values.hpp"

#include <bit>
#include <utility>

namespace grundy::window {
namespace {

constexpr std::uint64_t word_bits = 64;
constexpr std::uint64_t full = ~std::uint64_t{0};

// Words that hold so many bits and one more.
std::uint64_t words_for(std::uint64_t bits) {
  return bits / word_bits + 1;
}

}  // namespace

Result<CountedValues> CountedValues::below(std::uint64_t end) {
  auto counts = memory::Block::zeros(end * sizeof(std::uint32_t));
  if (!counts) return counts.error();
  return CountedValues(end, *std::move(counts));
}

std::uint64_t CountedValues::bytes(std::uint64_t end) {
  std::uint64_t words = 0;
  std::uint64_t bits = end;
  do {
    bits = words_for(bits);
    words += bits;
  } while (bits > 1);
  return end * sizeof(std::uint32_t) + words * sizeof(std::uint64_t);
}

CountedValues::CountedValues(std::uint64_t end, memory::Block counts)
    : counts_of_all_(std::move(counts)), counts_(counts_of_all_.as<std::uint32_t>().data()) {
  std::uint64_t bits = end;
  do {
    bits = words_for(bits);
    levels_.emplace_back(bits);
  } while (bits > 1);
}

void CountedValues::set(std::uint64_t value) noexcept {
  for (std::vector<std::uint64_t>& level : levels_) {
    std::uint64_t& word = level[value / word_bits];
    word |= std::uint64_t{1} << value % word_bits;
    if (word != full) return;
    value /= word_bits;
  }
}

void CountedValues::clear(std::uint64_t value) noexcept {
  for (std::vector<std::uint64_t>& level : levels_) {
    std::uint64_t& word = level[value / word_bits];
    const bool was_full = word == full;
    word &= ~(std::uint64_t{1} << value % word_bits);
    if (!was_full) return;
    value /= word_bits;
  }
}

std::uint64_t CountedValues::absent_from(std::uint64_t from) const noexcept {
  std::uint64_t at = from;
  for (std::size_t level = 0;; ++level) {
    const std::uint64_t word = at / word_bits;
    // Some later word is not full, if this one is: the last bit of all is 0.
    const std::uint64_t absent =
        word < levels_[level].size() ? ~levels_[level][word] & full << at % word_bits : 0;
    if (absent == 0) {
      at = word + 1;
      continue;
    }
    at = word * word_bits + static_cast<std::uint64_t>(std::countr_zero(absent));
    while (level > 0) {
      --level;
      at = at * word_bits + static_cast<std::uint64_t>(std::countr_one(levels_[level][at]));
    }
    return at;
  }
}

}  // namespace grundy::window
