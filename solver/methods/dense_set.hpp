// methods/dense_set.hpp: a set of numbers in which the least absent one is found in O(log) time,
// however many are present in a row.
//
// The first level has a bit for each number. Every further level has a bit for each word of the
// level before it, set where all bits of that word are.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/block.hpp"
#include "base/error.hpp"

namespace grundy::family {

class DenseSet {
 public:
  static constexpr std::uint64_t word_bits = 64;

  // An empty set of numbers below `size`. Errc::memory.
  static Result<DenseSet> below(std::uint64_t size);
  static std::uint64_t memory_bytes(std::uint64_t size);

  void insert(std::uint64_t number) noexcept {
    for (const std::span<std::uint64_t> level : levels_) {
      std::uint64_t& word = level[number / word_bits];
      word |= std::uint64_t{1} << number % word_bits;
      if (~word != 0) return;
      number /= word_bits;
    }
  }

  void erase(std::uint64_t number) noexcept {
    for (const std::span<std::uint64_t> level : levels_) {
      std::uint64_t& word = level[number / word_bits];
      const bool was_full = ~word == 0;
      word &= ~(std::uint64_t{1} << number % word_bits);
      if (!was_full) return;
      number /= word_bits;
    }
  }

  // The least absent number from `number` on, which is `size` where all of these are present.
  // Requires number <= size.
  std::uint64_t absent_from(std::uint64_t number) const noexcept {
    std::size_t level = 0;
    for (;;) {  // up to a word that has an absent bit from there on
      const std::uint64_t absent = ~levels_[level][number / word_bits] >> number % word_bits
                                                                              << number % word_bits;
      number = number / word_bits * word_bits;
      if (absent != 0) {
        number += static_cast<std::uint64_t>(std::countr_zero(absent));
        break;
      }
      number = number / word_bits + 1;
      ++level;
    }
    for (; level > 0; --level)  // and down again
      number = number * word_bits +
               static_cast<std::uint64_t>(std::countr_one(levels_[level - 1][number]));
    return number;
  }

  // Bit i says whether number + i is present. Requires number < size.
  std::uint64_t word_at(std::uint64_t number) const noexcept {
    const std::uint64_t* const words = levels_[0].data() + number / word_bits;
    const std::uint64_t shift = number % word_bits;
    return words[0] >> shift | words[1] << 1 << (word_bits - 1 - shift);
  }

  // The first level, to be saved. After it was read back, restore_levels() computes the others.
  std::span<std::byte> bytes() noexcept { return std::as_writable_bytes(levels_[0]); }
  void restore_levels() noexcept;

 private:
  memory::Block block_;
  std::vector<std::span<std::uint64_t>> levels_;
};

}  // namespace grundy::family
