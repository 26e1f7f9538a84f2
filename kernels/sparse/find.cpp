#include "kernels/sparse/find.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/sparse/find.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

std::uint64_t FindSplit(const std::uint8_t* index, const std::uint8_t* other_part,
                        std::uint64_t from, std::uint64_t last, std::uint8_t wanted) {
  const hn::CappedTag<std::uint8_t, 16> d;
  const std::size_t n = hn::Lanes(d);
  alignas(16) static constexpr std::uint8_t backwards[16] = {15, 14, 13, 12, 11, 10, 9, 8,
                                                             7,  6,  5,  4,  3,  2,  1, 0};
  const auto order = hn::LoadU(d, backwards + 16 - n);
  const auto x = hn::Set(d, wanted);
  std::uint64_t i = from;
  for (; i + n - 1 <= last; i += n) {
    const auto other = hn::TableLookupBytes(hn::LoadU(d, other_part - (i + n - 1)), order);
    const auto hit = hn::Eq(hn::Xor(hn::LoadU(d, index + i), other), x);
    const auto first = hn::FindFirstTrue(d, hit);
    if (first >= 0) return i + static_cast<std::uint64_t>(first);
  }
  while (i <= last && (index[i] ^ *(other_part - i)) != wanted) ++i;
  return i;
}

bool HasSplit(const std::uint8_t* backwards, const std::uint8_t* skip, const std::uint8_t* index,
              std::size_t count, std::uint8_t wanted) {
  const hn::CappedTag<std::uint8_t, 32> d;
  const std::size_t n = hn::Lanes(d);
  const auto x = hn::Set(d, wanted);
  const auto hits = [&](std::size_t i) {
    const auto other = hn::Xor(hn::LoadU(d, backwards + i), x);
    const auto hit = hn::VecFromMask(d, hn::Eq(other, hn::LoadU(d, index + i)));
    return hn::AndNot(hn::LoadU(d, skip + i), hit);
  };
  for (std::size_t i = count; i > 0;) {
    i -= 4 * n;
    const auto any = hn::Or(hn::Or(hits(i), hits(i + n)), hn::Or(hits(i + 2 * n), hits(i + 3 * n)));
    if (!hn::AllTrue(d, hn::Eq(any, hn::Zero(d)))) return true;
  }
  return false;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace grundy::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace grundy::kernels {

HWY_EXPORT(FindSplit);
HWY_EXPORT(HasSplit);

std::uint64_t find_split(const std::uint8_t* index, const std::uint8_t* other, std::uint64_t from,
                         std::uint64_t last, std::uint8_t wanted) noexcept {
  return HWY_DYNAMIC_DISPATCH(FindSplit)(index, other, from, last, wanted);
}

bool has_split(const std::uint8_t* backwards, const std::uint8_t* skip, const std::uint8_t* index,
               std::size_t count, std::uint8_t wanted) noexcept {
  return HWY_DYNAMIC_DISPATCH(HasSplit)(backwards, skip, index, count, wanted);
}

}  // namespace grundy::kernels
#endif
