// direct/cutting.hpp: cutting a sheet of paper, as one would write it by hand. A baseline.
//
// A move cuts a w x h sheet along a grid line so that no side gets shorter than 2.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace grundy::direct {

// Nimbers of the sheets 2..width x 2..height in C order. The recurrence bottom-up, each cut once
// and not again from the other side: O(width * height * (width + height)). One thread.
void cutting_nimbers(std::size_t width, std::size_t height, std::span<std::uint8_t> nimbers);

}  // namespace grundy::direct
