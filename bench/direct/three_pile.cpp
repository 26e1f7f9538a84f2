#include "direct/three_pile.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "direct/mex.hpp"

namespace grundy::direct {
namespace {

// The positions reached by adding or taking k = 1, 2, .. along each line of moves.
template <class Steps>
void for_each_line(std::size_t a, std::size_t b, std::size_t c, std::size_t side, Steps steps) {
  const std::size_t plane = side * side;
  steps(a, plane);
  steps(b, side);
  steps(c, std::size_t{1});
  steps(std::max(a, b), plane + side);
  steps(std::max(a, c), plane + 1);
  steps(std::max(b, c), side + 1);
}

// Rows of bits, one word longer than they need.
class BitRows {
 public:
  BitRows(std::size_t rows, std::size_t bits) : words_(bits / 64 + 2), bits_(rows * words_) {}

  void set(std::size_t row, std::size_t bit) {
    bits_[row * words_ + bit / 64] |= std::uint64_t{1} << bit % 64;
  }
  // 64 bits from that one on.
  std::uint64_t from(std::size_t row, std::size_t bit) const {
    const std::uint64_t* const word = &bits_[row * words_ + bit / 64];
    const std::size_t shift = bit % 64;
    return shift == 0 ? *word : *word >> shift | word[1] << (64 - shift);
  }
  void clear() { std::ranges::fill(bits_, std::uint64_t{0}); }

 private:
  std::size_t words_;
  std::vector<std::uint64_t> bits_;
};

}  // namespace

void three_pile_outcomes(std::size_t largest, std::span<std::uint8_t> outcomes) {
  const std::size_t side = largest + 1;
  std::ranges::fill(outcomes, std::uint8_t{0});
  std::size_t at = 0;
  for (std::size_t a = 0; a < side; ++a)
    for (std::size_t b = 0; b < side; ++b)
      for (std::size_t c = 0; c < side; ++c, ++at) {
        if (outcomes[at] != 0) continue;
        for_each_line(a, b, c, side, [&](std::size_t from, std::size_t stride) {
          for (std::size_t k = 1; k <= largest - from; ++k) outcomes[at + k * stride] = 1;
        });
      }
}

void three_pile_section_by_words(std::size_t largest, std::span<std::uint32_t> third) {
  const std::size_t side = largest + 1;
  // What earlier P-positions exclude: bit c, or c - a + side and c - b + side.
  BitRows of_b(side, side);
  BitRows of_difference(2 * side, side);  // a - b + side
  BitRows of_b_shifted(side, 2 * side);
  BitRows of_a(1, side);
  BitRows of_a_shifted(1, 2 * side);
  for (std::size_t a = 0; a < side; ++a) {
    of_a.clear();
    of_a_shifted.clear();
    for (std::size_t b = 0; b < side; ++b) {
      const std::size_t difference = a + side - b;
      std::size_t found = side;
      for (std::size_t c = 0; c < side; c += 64) {
        const std::uint64_t taken = of_b.from(b, c) | of_difference.from(difference, c) |
                                    of_b_shifted.from(b, c + side - a) | of_a.from(0, c) |
                                    of_a_shifted.from(0, c + side - b);
        if (~taken == 0) continue;
        found = std::min(side, c + static_cast<std::size_t>(std::countr_one(taken)));
        break;
      }
      third[a * side + b] = static_cast<std::uint32_t>(found);
      if (found == side) continue;
      of_b.set(b, found);
      of_difference.set(difference, found);
      of_b_shifted.set(b, found + side - a);
      of_a.set(0, found);
      of_a_shifted.set(0, found + side - b);
    }
  }
}

void three_pile_nimbers(std::size_t largest, std::span<std::uint16_t> nimbers) {
  const std::size_t side = largest + 1;
  Mex mex(6 * largest);
  std::size_t at = 0;
  for (std::size_t a = 0; a < side; ++a)
    for (std::size_t b = 0; b < side; ++b)
      for (std::size_t c = 0; c < side; ++c, ++at) {
        mex.clear();
        const auto exclude = [&](std::size_t steps, std::size_t stride) {
          for (std::size_t k = 1; k <= steps; ++k) mex.exclude(nimbers[at - k * stride]);
        };
        exclude(a, side * side);
        exclude(b, side);
        exclude(c, 1);
        exclude(std::min(a, b), side * side + side);
        exclude(std::min(a, c), side * side + 1);
        exclude(std::min(b, c), side + 1);
        nimbers[at] = static_cast<std::uint16_t>(mex.value());
      }
}

}  // namespace grundy::direct
