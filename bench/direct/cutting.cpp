#include "direct/cutting.hpp"

#include "direct/mex.hpp"

namespace grundy::direct {

void cutting_nimbers(std::size_t width, std::size_t height, std::span<std::uint8_t> nimbers) {
  const auto nimber = [&](std::size_t w, std::size_t h) -> std::uint8_t& {
    return nimbers[(w - 2) * (height - 1) + (h - 2)];
  };
  Mex mex(255);
  for (std::size_t w = 2; w <= width; ++w)
    for (std::size_t h = 2; h <= height; ++h) {
      mex.clear();
      for (std::size_t i = 2; i <= w / 2; ++i) mex.exclude(nimber(i, h) ^ nimber(w - i, h));
      for (std::size_t i = 2; i <= h / 2; ++i) mex.exclude(nimber(w, i) ^ nimber(w, h - i));
      nimber(w, h) = static_cast<std::uint8_t>(mex.value());
    }
}

}  // namespace grundy::direct
