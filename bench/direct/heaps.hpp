// direct/heaps.hpp: heaps from which a move takes one of a set of numbers, by hand. A baseline.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace grundy::direct {

// Nimbers of the heaps 0 .. nimbers.size() - 1. `steps` ascend and are fewer than 64, so that a
// word holds the set of options' nimbers: O(heaps * steps). One thread.
void subtraction_nimbers(std::span<const std::uint32_t> steps, std::span<std::uint8_t> nimbers);

// 1, 2, 3, 5, 8, .. up to `largest`.
std::vector<std::uint32_t> fibonacci_numbers(std::uint32_t largest);

}  // namespace grundy::direct
