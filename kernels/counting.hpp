// kernels/counting.hpp: the largest of some values, how often each of few values is there, and the
// bits that two sets have in common.
//
// Nothing is allocated; any thread may call.
#pragma once
#include <cstdint>
#include <span>

namespace grundy::kernels {

// 0 for no values.
std::uint32_t largest(std::span<const std::uint8_t> values) noexcept;
std::uint32_t largest(std::span<const std::uint16_t> values) noexcept;
std::uint32_t largest(std::span<const std::uint32_t> values) noexcept;

// counts[v] = how many of the values are v. Goes through the values once for each v, which is
// faster than to look each value up as long as there are no more than some sixteen. Requires
// counts.size() < 256.
void count_each(std::span<const std::uint8_t> values, std::span<std::uint32_t> counts) noexcept;
void count_each(std::span<const std::uint16_t> values, std::span<std::uint32_t> counts) noexcept;
void count_each(std::span<const std::uint32_t> values, std::span<std::uint32_t> counts) noexcept;

// How many bits are set in both. Requires a.size() == b.size().
std::uint64_t count_common(std::span<const std::uint64_t> a,
                           std::span<const std::uint64_t> b) noexcept;

}  // namespace grundy::kernels
