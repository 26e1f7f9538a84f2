#include "table/export/colours.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace grundy::exports {
namespace {

constexpr Colour white{255, 255, 255};
constexpr std::uint32_t last_shade = 255;

std::uint8_t channel(double t, const std::array<double, 7>& coefficients) {
  const double value = std::accumulate(coefficients.rbegin(), coefficients.rend(), 0.0,
                                       [t](double sum, double c) { return sum * t + c; });
  return static_cast<std::uint8_t>(std::lround(255 * std::clamp(value, 0.0, 1.0)));
}

// The map "viridis" by S. van der Walt and N. Smith (CC0), in which equal steps of t look equally
// far apart to all kinds of eyes; the polynomials are M. Zucker's fit,
// https://www.shadertoy.com/view/WlfXRN (CC0).
Colour viridis(double t) {
  return {channel(t, {0.2777273272, 0.1050930431, -0.3308618287, -4.634230499, 6.228269936,
                      4.776384998, -5.435455856}),
          channel(t, {0.005407344545, 1.404613530, 0.2148475595, -5.799100973, 14.17993337,
                      -13.74514538, 4.645852612}),
          channel(t, {0.3340998053, 1.384590163, 0.09509516303, -19.33244096, 56.69055260,
                      -65.35303263, 26.31243525})};
}

// The map's light end is left to zero.
constexpr double lightest = 0.9;

}  // namespace

std::uint8_t palette_index(std::uint32_t value, std::uint32_t most) noexcept {
  if (value == 0) return 0;
  if (most <= last_shade) return static_cast<std::uint8_t>(std::min(value, last_shade));
  const std::uint64_t steps = std::uint64_t{std::min(value, most) - 1} * (last_shade - 1);
  return static_cast<std::uint8_t>(1 + steps / (most - 1));
}

Palette palette(std::uint32_t most) noexcept {
  Palette colours{};
  colours[0] = white;
  const double span = std::max(std::min(most, last_shade), 2U) - 1;
  for (std::uint32_t i = 1; i <= last_shade; ++i)
    colours[i] = viridis(lightest * std::min((i - 1) / span, 1.0));
  return colours;
}

}  // namespace grundy::exports
