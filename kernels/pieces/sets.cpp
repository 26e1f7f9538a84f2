#include "kernels/pieces/sets.hpp"

#include <algorithm>
#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/pieces/sets.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Exchanges bits g and g ^ x of each word, x < 64, by one step for each bit of x.
template <class D, class V>
HWY_INLINE V ExchangeBits(D d, V word, std::uint32_t x) {
  const auto step = [&](std::uint64_t low, auto shift) {
    const auto mask = hn::Set(d, low);
    constexpr int by = decltype(shift)::value;
    word = hn::Or(hn::ShiftLeft<by>(hn::And(word, mask)), hn::And(hn::ShiftRight<by>(word), mask));
  };
  if (x & 1) step(0x5555555555555555, std::integral_constant<int, 1>());
  if (x & 2) step(0x3333333333333333, std::integral_constant<int, 2>());
  if (x & 4) step(0x0F0F0F0F0F0F0F0F, std::integral_constant<int, 4>());
  if (x & 8) step(0x00FF00FF00FF00FF, std::integral_constant<int, 8>());
  if (x & 16) step(0x0000FFFF0000FFFF, std::integral_constant<int, 16>());
  if (x & 32) step(0x00000000FFFFFFFF, std::integral_constant<int, 32>());
  return word;
}

// Of at most four words: lane l gets lane l ^ x.
template <class D, class V>
HWY_INLINE V ExchangeWords(D d, V words, std::size_t x) {
  if constexpr (hn::MaxLanes(D()) >= 2) {
    if (x & 1) words = hn::Reverse2(d, words);
    if constexpr (hn::MaxLanes(D()) >= 4)
      if (x & 2) words = hn::Reverse2(d, hn::Reverse4(d, words));
  }
  return words;
}

void UniteXored(std::uint64_t* set, const std::uint64_t* other, std::size_t words,
                std::uint32_t x) {
  const auto unite = [&](auto d) {
    const std::size_t n = hn::Lanes(d);
    const std::size_t place = x / 64 % n, block = x / 64 - place;
    for (std::size_t w = 0; w < words; w += n) {
      const auto moved =
          ExchangeBits(d, ExchangeWords(d, hn::LoadU(d, other + (w ^ block)), place), x % 64);
      hn::StoreU(hn::Or(hn::LoadU(d, set + w), moved), d, set + w);
    }
  };
  const hn::CappedTag<std::uint64_t, 4> d;
  if (words >= hn::Lanes(d))
    unite(d);
  else
    unite(hn::CappedTag<std::uint64_t, 1>());
}

// As many vectors of the set at once as stay in registers.
template <std::size_t vectors, class D>
std::size_t UniteColumns(D d, std::uint64_t* set, std::size_t words, const std::uint64_t* last,
                         std::size_t stride, const std::uint32_t* parts, std::size_t count,
                         std::size_t from) {
  const std::size_t n = hn::Lanes(d);
  for (; from + vectors * n <= words; from += vectors * n) {
    hn::Vec<D> sum[vectors];
    for (std::size_t v = 0; v < vectors; ++v) sum[v] = hn::LoadU(d, set + from + v * n);
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t* const row = last - stride * parts[i] + from;
      for (std::size_t v = 0; v < vectors; ++v) sum[v] = hn::Or(sum[v], hn::LoadU(d, row + v * n));
    }
    for (std::size_t v = 0; v < vectors; ++v) hn::StoreU(sum[v], d, set + from + v * n);
  }
  return from;
}

void UniteRows(std::uint64_t* set, std::size_t words, const std::uint64_t* last, std::size_t stride,
               const std::uint32_t* parts, std::size_t count) {
  const hn::CappedTag<std::uint64_t, 8> wide;
  const hn::CappedTag<std::uint64_t, 1> one;
  std::size_t from = UniteColumns<4>(wide, set, words, last, stride, parts, count, 0);
  from = UniteColumns<1>(wide, set, words, last, stride, parts, count, from);
  UniteColumns<1>(one, set, words, last, stride, parts, count, from);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace grundy::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace grundy::kernels {

HWY_EXPORT(UniteXored);
HWY_EXPORT(UniteRows);

void unite(NimberSet set, ConstNimberSet other) noexcept {
  std::transform(set.begin(), set.end(), other.begin(), set.begin(),
                 [](std::uint64_t a, std::uint64_t b) { return a | b; });
}

void unite_xored(NimberSet set, ConstNimberSet other, std::uint32_t x) noexcept {
  HWY_DYNAMIC_DISPATCH(UniteXored)(set.data(), other.data(), set.size(), x);
}

void unite_rows(NimberSet set, const std::uint64_t* rows, std::size_t stride, std::size_t total,
                std::span<const std::uint32_t> parts) noexcept {
  HWY_DYNAMIC_DISPATCH(UniteRows)
  (set.data(), set.size(), rows + stride * total, stride, parts.data(), parts.size());
}

std::size_t least_missing(ConstNimberSet one, ConstNimberSet other, std::size_t from) noexcept {
  for (std::size_t w = from / 64; w < one.size(); ++w)
    if (const std::uint64_t both = one[w] | other[w]; ~both != 0)
      return 64 * w + static_cast<std::size_t>(std::countr_one(both));
  return 64 * one.size();
}

}  // namespace grundy::kernels
#endif
