#include "direct/three_pile.hpp"

#include <algorithm>
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
