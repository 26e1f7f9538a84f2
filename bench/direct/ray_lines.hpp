// direct/ray_lines.hpp: games of rays as one would write them by hand who keeps for each line what
// matters of it. A baseline. Tables hold the positions up to `largest` in C order. One thread.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace grundy::direct {

// (a, b): any number from either heap, or k from one and 2 k from the other.
void stretched_outcomes(std::size_t largest, std::span<std::uint8_t> outcomes);  // 0 = P, 1 = N
void stretched_nimbers(std::size_t largest, std::span<std::uint16_t> nimbers);

// Any number from either heap, or from both numbers that differ by less than 3.
void band_outcomes(std::size_t largest, std::span<std::uint8_t> outcomes);
void band_nimbers(std::size_t largest, std::span<std::uint16_t> nimbers);

// Wythoff's game with as many rows as nimbers have room for, `largest` + 1 long.
void narrow_nimbers(std::size_t largest, std::span<std::uint16_t> nimbers);
// By the recurrence that Fraenkel proved: of each a < partners.size() the b of its P-position, or
// -1 if that is as large as partners.size() or larger.
void band_partners(std::span<std::int32_t> partners);

void wythoff_remoteness(std::size_t largest, std::span<std::uint16_t> remoteness);
// Any number from one of three heaps, or the same from two.
void three_pile_remoteness(std::size_t largest, std::span<std::uint16_t> remoteness);

// Any numbers from one or two of four heaps of at most 40.
void moore_nimbers(std::span<std::uint16_t> nimbers);
void moore_outcomes(std::span<std::uint8_t> outcomes);  // 0 = P, 1 = N

}  // namespace grundy::direct
