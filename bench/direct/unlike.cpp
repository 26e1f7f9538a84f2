#include "direct/unlike.hpp"

#include <algorithm>

#include "direct/mex.hpp"

namespace grundy::direct {
namespace {

// Calls option(a', b', c') until one returns true, and says whether one did.
template <class Option>
bool any_chomp(std::size_t a, std::size_t b, std::size_t c, Option option) {
  for (std::size_t i = 1; i < a; ++i)
    if (option(i, std::min(b, i), std::min(c, i))) return true;
  for (std::size_t i = 0; i < b; ++i)
    if (option(a, i, std::min(c, i))) return true;
  for (std::size_t i = 0; i < c; ++i)
    if (option(a, b, i)) return true;
  return false;
}

template <class Solve>
void for_each_chomp(std::size_t largest, Solve solve) {
  std::size_t at = 0;
  for (std::size_t a = 1; a <= largest; ++a)
    for (std::size_t b = 0; b <= largest; ++b)
      for (std::size_t c = 0; c <= largest; ++c, ++at) solve(at, a, b, c);
}

}  // namespace

void chomp_outcomes(std::size_t largest, std::span<std::uint8_t> outcomes) {
  const std::size_t side = largest + 1;
  for_each_chomp(largest, [&](std::size_t at, std::size_t a, std::size_t b, std::size_t c) {
    outcomes[at] = any_chomp(a, b, c, [&](std::size_t x, std::size_t y, std::size_t z) {
      return outcomes[((x - 1) * side + y) * side + z] == 0;
    });
  });
}

void chomp_nimbers(std::size_t largest, std::span<std::uint16_t> nimbers) {
  const std::size_t side = largest + 1;
  Mex mex(3 * largest);
  for_each_chomp(largest, [&](std::size_t at, std::size_t a, std::size_t b, std::size_t c) {
    mex.clear();
    any_chomp(a, b, c, [&](std::size_t x, std::size_t y, std::size_t z) {
      mex.exclude(nimbers[((x - 1) * side + y) * side + z]);
      return false;
    });
    nimbers[at] = static_cast<std::uint16_t>(mex.value());
  });
}

void euclid_outcomes(std::size_t largest, std::span<std::uint8_t> outcomes) {
  const std::size_t side = largest + 1;
  for (std::size_t a = 0; a < side; ++a)
    for (std::size_t b = 0; b < side; ++b) {
      bool won = false;
      if (1 <= b && b <= a)
        for (std::size_t x = b; x <= a && !won; x += b) won = outcomes[(a - x) * side + b] == 0;
      if (1 <= a && a <= b)
        for (std::size_t x = a; x <= b && !won; x += a) won = outcomes[a * side + b - x] == 0;
      outcomes[a * side + b] = won;
    }
}

void euclid_nimbers(std::size_t largest, std::span<std::uint16_t> nimbers) {
  const std::size_t side = largest + 1;
  Mex mex(largest);
  for (std::size_t a = 0; a < side; ++a)
    for (std::size_t b = 0; b < side; ++b) {
      // Marks up to the number of options are all that the mex can meet.
      std::size_t value = 0;
      if (a != 0 && b != 0) {
        mex.clear();
        if (b <= a)
          for (std::size_t x = b; x <= a; x += b) mex.exclude(nimbers[(a - x) * side + b]);
        if (a <= b)
          for (std::size_t x = a; x <= b; x += a) mex.exclude(nimbers[a * side + b - x]);
        value = mex.value();
      }
      nimbers[a * side + b] = static_cast<std::uint16_t>(value);
    }
}

void stone_box_nimbers(std::size_t largest, std::span<std::uint16_t> nimbers) {
  const std::size_t side = largest + 1;
  Mex mex(largest);
  for (std::size_t s = 0; s < side; ++s)
    for (std::size_t c = side; c-- > 0;) {
      mex.clear();
      const std::size_t most = c > s ? 0 : std::min(c * c, s - c);
      for (std::size_t k = 1; k <= most; ++k) mex.exclude(nimbers[s * side + c + k]);
      nimbers[s * side + c] = static_cast<std::uint16_t>(mex.value());
    }
}

}  // namespace grundy::direct
