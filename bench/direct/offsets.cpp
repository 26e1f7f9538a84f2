#include "direct/offsets.hpp"

#include <algorithm>
#include <bit>

namespace grundy::direct {
namespace {

std::uint8_t mex_of(unsigned bits) {
  return static_cast<std::uint8_t>(std::countr_one(bits));
}

}  // namespace

// Diagonal after diagonal, for every move lowers x + y.
void knight_nimbers(std::size_t largest, std::span<std::uint8_t> nimbers) {
  const std::size_t side = largest + 1;
  for (std::size_t sum = 0; sum <= 2 * largest; ++sum)
    for (std::size_t x = sum > largest ? sum - largest : 0; x <= std::min(sum, largest); ++x) {
      const std::size_t y = sum - x;
      const std::uint8_t* const at = nimbers.data() + x * side + y;
      unsigned bits = 0;
      if (x >= 2 && y < largest) bits |= 1u << *(at - 2 * side + 1);
      if (x >= 2 && y >= 1) bits |= 1u << *(at - 2 * side - 1);
      if (x < largest && y >= 2) bits |= 1u << *(at + side - 2);
      if (x >= 1 && y >= 2) bits |= 1u << *(at - side - 2);
      nimbers[x * side + y] = mex_of(bits);
    }
}

void king_nimbers(std::size_t largest, std::span<std::uint8_t> nimbers) {
  const std::size_t side = largest + 1;
  std::uint8_t* row = nimbers.data();
  for (std::size_t x = 0; x < side; ++x, row += side) {
    unsigned left = 31;  // no bit of a value
    for (std::size_t y = 0; y < side; ++y) {
      unsigned bits = y > 0 ? 1u << left : 0;
      if (x > 0) bits |= 1u << *(row + y - side);
      if (x > 0 && y > 0) bits |= 1u << *(row + y - side - 1);
      left = mex_of(bits);
      row[y] = static_cast<std::uint8_t>(left);
    }
  }
}

// A position is P if and only if its remoteness is even.
void king_remoteness(std::size_t largest, std::span<std::uint16_t> remoteness) {
  const std::size_t side = largest + 1;
  std::uint16_t* row = remoteness.data();
  for (std::size_t x = 0; x < side; ++x, row += side)
    for (std::size_t y = 0; y < side; ++y) {
      unsigned least = ~0u;  // of P-options
      unsigned most = 0;     // plies after a move to any
      const auto option = [&](unsigned plies) {
        if (plies % 2 == 0) least = std::min(least, plies + 1);
        most = std::max(most, plies + 1);
      };
      if (x > 0) option(*(row + y - side));
      if (y > 0) option(row[y - 1]);
      if (x > 0 && y > 0) option(*(row + y - side - 1));
      row[y] = static_cast<std::uint16_t>(least == ~0u ? most : least);
    }
}

void card_nimbers(const CardBox& box, std::span<std::uint8_t> nimbers) {
  const std::size_t along_c = box.d + 1;
  const std::size_t along_b = (box.c + 1) * along_c;
  const std::size_t along_a = (box.b + 1) * along_b;
  std::size_t at = 0;
  for (std::size_t a = 0; a <= box.a; ++a)
    for (std::size_t b = 0; b <= box.b; ++b)
      for (std::size_t c = 0; c <= box.c; ++c)
        for (std::size_t d = 0; d <= box.d; ++d, ++at) {
          unsigned bits = 0;
          if (a >= 1 && a + b + c + d >= 2) bits |= 1u << nimbers[at - along_a];
          if (b >= 2 && c < box.c) bits |= 1u << nimbers[at - 2 * along_b + along_c];
          if (b >= 1 && c >= 1 && d < box.d) bits |= 1u << nimbers[at - along_b - along_c + 1];
          nimbers[at] = mex_of(bits);
        }
}

}  // namespace grundy::direct
