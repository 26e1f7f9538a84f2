#include "kernels/sparse_space_find.hpp"

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

}  // namespace HWY_NAMESPACE
}  // namespace grundy::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace grundy::kernels {

HWY_EXPORT(FindSplit);

std::uint64_t find_split(const std::uint8_t* index, std::uint64_t rest, std::uint64_t from,
                         std::uint8_t wanted) noexcept {
  return HWY_DYNAMIC_DISPATCH(FindSplit)(index, rest, from, wanted);
}

}  // namespace grundy::kernels
#endif
