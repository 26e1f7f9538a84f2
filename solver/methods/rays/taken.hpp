// methods/rays/taken.hpp: numbers that are taken, and the least that is not from any one on.
//
// A bit a number, in words of 64; then a bit a word, set where all of the word are; and so on for
// words of such bits. So the next number that is free is found in O(log) time, however many are
// taken in a row.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/block.hpp"
#include "base/error.hpp"

namespace grundy::ray {

class Taken {
 public:
  static constexpr std::uint64_t word_bits = 64;

  // Of the numbers 0 .. size - 1, none of which is taken. Errc::memory.
  static Result<Taken> none(std::uint64_t size);
  static std::uint64_t memory_bytes(std::uint64_t size);

  void take(std::uint64_t number) noexcept {
    set_bit(number);
    if (number == least_free_) least_free_ = next_free(number);
  }

  // `size` or more where all are taken.
  std::uint64_t least_free() const noexcept { return least_free_; }

  // Bit i tells whether number + i is taken; numbers of `size` and more are not. Requires
  // number < size.
  std::uint64_t word_at(std::uint64_t number) const noexcept {
    const std::uint64_t* const words = levels_[0].data() + number / word_bits;
    const std::uint64_t shift = number % word_bits;
    return words[0] >> shift | words[1] << 1 << (word_bits - 1 - shift);
  }

  // The least free number of `number` or more, which is `size` or more where all of these are
  // taken. Requires number < size.
  std::uint64_t next_free(std::uint64_t number) const noexcept {
    std::size_t level = 0;
    for (;;) {  // up to a word that has a free bit from there on
      const std::uint64_t free = ~levels_[level][number / word_bits] >> number % word_bits
                                                                            << number % word_bits;
      number = number / word_bits * word_bits;
      if (free != 0) {
        number += static_cast<std::uint64_t>(std::countr_zero(free));
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

  // The bits of the numbers, to be saved. After they were read back the others are made anew.
  std::span<std::byte> bytes() noexcept { return std::as_writable_bytes(levels_[0]); }
  void restore_levels() noexcept;

 private:
  static std::vector<std::uint64_t> words_of_levels(std::uint64_t size);

  void set_bit(std::uint64_t number) noexcept {
    for (const std::span<std::uint64_t> level : levels_) {
      std::uint64_t& word = level[number / word_bits];
      word |= std::uint64_t{1} << number % word_bits;
      if (~word != 0) return;
      number /= word_bits;
    }
  }

  memory::Block block_;
  std::vector<std::span<std::uint64_t>> levels_;
  std::uint64_t least_free_ = 0;
};

}  // namespace grundy::ray
