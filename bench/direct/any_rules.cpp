#include "direct/any_rules.hpp"

#include <array>
#include <bit>
#include <vector>

#include "direct/mex.hpp"

namespace grundy::direct {
namespace {

// Nimbers below 64, by sets of options whose nimbers are one word.
template <class EachOption>
void small_nimbers(std::span<std::uint8_t> nimbers, EachOption each_option) {
  for (std::size_t position = 0; position < nimbers.size(); ++position) {
    std::uint64_t excluded = 0;
    each_option(position,
                [&](std::size_t option) { excluded |= std::uint64_t{1} << nimbers[option]; });
    nimbers[position] = static_cast<std::uint8_t>(std::countr_one(excluded));
  }
}

}  // namespace

void cram_nimbers(std::span<std::uint8_t> nimbers) {
  constexpr std::size_t has_right = 0b01111'01111'01111'01111;
  small_nimbers(nimbers, [](std::size_t free, auto use) {
    for (std::size_t left = free & (free >> 1) & has_right; left != 0; left &= left - 1)
      use(free ^ (std::size_t{3} << std::countr_zero(left)));
    for (std::size_t upper = free & (free >> 5); upper != 0; upper &= upper - 1)
      use(free ^ (std::size_t{33} << std::countr_zero(upper)));
  });
}

void node_kayles_nimbers(std::span<std::uint8_t> nimbers) {
  constexpr std::size_t vertices = 20;
  std::array<std::size_t, vertices> closed{};
  for (std::size_t v = 0; v < vertices; ++v)
    for (const std::size_t step : std::array<std::size_t, 5>{0, 1, 6, 14, 19})
      closed[v] |= std::size_t{1} << ((v + step) % vertices);
  small_nimbers(nimbers, [&closed](std::size_t left, auto use) {
    for (std::size_t rest = left; rest != 0; rest &= rest - 1)
      use(left & ~closed[static_cast<std::size_t>(std::countr_zero(rest))]);
  });
}

void welter_nimbers(std::size_t largest, std::span<std::uint16_t> nimbers) {
  const std::size_t side = largest + 1;
  const std::array<std::size_t, 4> strides{side * side * side, side * side, side, 1};
  Mex mex(4 * largest);
  std::array<std::size_t, 4> at{};
  for (std::size_t rank = 0; rank < nimbers.size(); ++rank) {
    for (std::size_t axis = 0; axis < 4; ++axis) at[axis] = rank / strides[axis] % side;
    mex.clear();
    for (std::size_t axis = 0; axis < 4; ++axis) {
      const std::size_t first = (axis + 1) % 4;
      const std::size_t second = (axis + 2) % 4;
      const std::size_t third = (axis + 3) % 4;
      const std::size_t start = rank - at[axis] * strides[axis];
      for (std::size_t to = 0; to < at[axis]; ++to)
        if (to != at[first] && to != at[second] && to != at[third])
          mex.exclude(nimbers[start + to * strides[axis]]);
    }
    nimbers[rank] = static_cast<std::uint16_t>(mex.value());
  }
}

void triangular_nimbers(std::span<std::uint16_t> nimbers) {
  std::vector<std::size_t> met(nimbers.size() + 1);  // the heap with an option of that nimber
  for (std::size_t n = 0; n < nimbers.size(); ++n) {
    for (std::size_t k = 1, t = 1; t <= n; t += ++k) met[nimbers[n - t]] = n + 1;
    std::uint16_t nimber = 0;
    while (met[nimber] == n + 1) ++nimber;
    nimbers[n] = nimber;
  }
}

void two_primes_nimbers(std::span<std::uint8_t> nimbers) {
  const std::size_t heaps = nimbers.size();
  std::vector<std::uint8_t> factors(heaps);  // prime factors with multiplicity
  for (std::size_t p = 2; p < heaps; ++p) {
    if (factors[p] != 0) continue;
    for (std::size_t power = p; power < heaps; power *= p)
      for (std::size_t n = power; n < heaps; n += power) ++factors[n];
  }
  const std::size_t words = heaps / 64 + 1;
  std::vector<std::uint64_t> taken(words + 1);
  for (std::size_t k = 2; k < heaps; ++k)
    if (factors[k] <= 2) taken[k / 64] |= std::uint64_t{1} << (k % 64);
  std::vector<std::vector<std::uint64_t>> reached;  // by nimber: heaps with such an option
  for (std::size_t n = 0; n < heaps; ++n) {
    std::size_t nimber = 0;
    while (nimber < reached.size() && ((reached[nimber][n / 64] >> (n % 64)) & 1) != 0) ++nimber;
    if (nimber == reached.size()) reached.emplace_back(words);
    nimbers[n] = static_cast<std::uint8_t>(nimber);
    std::uint64_t* const to = reached[nimber].data() + n / 64;
    const unsigned shift = n % 64;
    to[0] |= taken[0] << shift;
    for (std::size_t i = 1; i < words - n / 64; ++i)
      to[i] |= shift == 0 ? taken[i] : taken[i] << shift | taken[i - 1] >> (64 - shift);
  }
}

}  // namespace grundy::direct
