#include "kernels/sparse_space_find.hpp"

#include <cstring>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/sparse_space_find.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

std::uint64_t FindSplit(const std::uint8_t* index, std::uint64_t rest, std::uint64_t from,
                        std::uint8_t wanted) {
  const hn::CappedTag<std::uint8_t, 16> d;
  const std::size_t n = hn::Lanes(d);
  alignas(16) static constexpr std::uint8_t backwards[16] = {15, 14, 13, 12, 11, 10, 9, 8,
                                                             7,  6,  5,  4,  3,  2,  1, 0};
  const auto order = hn::LoadU(d, backwards + 16 - n);
  const auto x = hn::Set(d, wanted);
  std::uint64_t i = from;
  for (; i + n - 1 <= rest / 2; i += n) {
    const auto other = hn::TableLookupBytes(hn::LoadU(d, index + (rest - i - n + 1)), order);
    const auto hit = hn::Eq(hn::Xor(hn::LoadU(d, index + i), other), x);
    const auto first = hn::FindFirstTrue(d, hit);
    if (first >= 0) return i + static_cast<std::uint64_t>(first);
  }
  while (i <= rest / 2 && (index[i] ^ index[rest - i]) != wanted) ++i;
  return i;
}

using Bytes = hn::CappedTag<std::uint8_t, 32>;

#if HWY_TARGET == HWY_SCALAR
// 255 where the byte is a member.
HWY_INLINE hn::Vec<Bytes> members(hn::Vec<Bytes> x, const ByteSet& set) {
  ByteSet copy = set;
  return hn::Set(Bytes(), copy.erase(hn::GetLane(x)) ? 255 : 0);
}
#else
// Not 0 where the byte is a member: two lookups by the low half, one by the high half.
HWY_INLINE hn::Vec<Bytes> members(hn::Vec<Bytes> x, const ByteSet& set) {
  const Bytes d;
  alignas(16) static constexpr std::uint8_t powers[16] = {1, 2, 4, 8, 16, 32, 64, 128,
                                                          1, 2, 4, 8, 16, 32, 64, 128};
  // Lookups give 0 for bytes from 128 on, whose low halves do not matter otherwise.
  const auto low = hn::And(x, hn::Set(d, std::uint8_t{0x8f}));
  const auto below = hn::TableLookupBytesOr0(hn::LoadDup128(d, set.bits.data()), low);
  const auto above = hn::TableLookupBytesOr0(hn::LoadDup128(d, set.bits.data() + 16),
                                             hn::Xor(low, hn::Set(d, std::uint8_t{0x80})));
  const auto bit = hn::TableLookupBytes(hn::LoadDup128(d, powers), hn::ShiftRight<4>(x));
  return hn::And(hn::Or(below, above), bit);
}
#endif

// Bit l: lane l is not 0.
HWY_INLINE std::uint64_t lanes_set(hn::Vec<Bytes> x) {
  const Bytes d;
  constexpr std::size_t n = hn::MaxLanes(d);
  // As wide as what is stored: a wider load would wait for the store.
  std::conditional_t<(n > 16), std::uint32_t,
                     std::conditional_t<(n > 8), std::uint16_t, std::uint8_t>>
      bits;
  std::uint8_t bytes[8];
  hn::StoreMaskBits(d, hn::Ne(x, hn::Zero(d)), bytes);
  std::memcpy(&bits, bytes, sizeof bits);
  return bits;
}

std::size_t RemoveSplits(const std::uint8_t* backwards, const std::uint8_t* skip,
                         const std::uint8_t* index, std::size_t count, ByteSet& wanted,
                         std::size_t size) {
  const Bytes d;
  const std::size_t n = hn::Lanes(d);
  const auto hits = [&](std::size_t i) {
    const auto x = hn::Xor(hn::LoadU(d, backwards + i), hn::LoadU(d, index + i));
    return hn::AndNot(hn::LoadU(d, skip + i), members(x, wanted));
  };
  for (std::size_t i = count; i > 0 && size > 0;) {
    i -= 4 * n;
    const hn::Vec<Bytes> hit[4] = {hits(i), hits(i + n), hits(i + 2 * n), hits(i + 3 * n)};
    const auto any = hn::Or(hn::Or(hit[0], hit[1]), hn::Or(hit[2], hit[3]));
    if (hn::AllTrue(d, hn::Eq(any, hn::Zero(d)))) continue;
    for (std::size_t v = 0; v < 4; v += 2)
      for (std::uint64_t found = lanes_set(hit[v]) | lanes_set(hit[v + 1]) << n; found != 0;
           found &= found - 1) {
        const std::size_t split = i + v * n + hwy::Num0BitsBelowLS1Bit_Nonzero64(found);
        size -= wanted.erase(backwards[split] ^ index[split]);
      }
  }
  return size;
}

}  // namespace HWY_NAMESPACE
}  // namespace grundy::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace grundy::kernels {

HWY_EXPORT(FindSplit);
HWY_EXPORT(RemoveSplits);

std::uint64_t find_split(const std::uint8_t* index, std::uint64_t rest, std::uint64_t from,
                         std::uint8_t wanted) noexcept {
  return HWY_DYNAMIC_DISPATCH(FindSplit)(index, rest, from, wanted);
}

std::size_t remove_splits(const std::uint8_t* backwards, const std::uint8_t* skip,
                          const std::uint8_t* index, std::size_t count, ByteSet& wanted,
                          std::size_t size) noexcept {
  return HWY_DYNAMIC_DISPATCH(RemoveSplits)(backwards, skip, index, count, wanted, size);
}

}  // namespace grundy::kernels
#endif
