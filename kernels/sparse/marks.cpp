#include "kernels/sparse/marks.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/sparse/marks.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// All heaps of a block, or those of a step.
template <std::size_t heaps>
using Bytes = hn::CappedTag<std::uint8_t, heaps>;

// 1 << x, for x < 8.
template <class D>
HWY_INLINE hn::Vec<D> power_of_two(D d, hn::Vec<D> x) {
#if HWY_TARGET == HWY_SCALAR
  return hn::Set(d, static_cast<std::uint8_t>(1u << hn::GetLane(x)));
#else
  alignas(16) static constexpr std::uint8_t powers[16] = {1, 2, 4, 8, 16, 32, 64, 128};
  return hn::TableLookupBytes(hn::LoadDup128(d, powers), x);
#endif
}

struct Everything {
  template <class D>
  HWY_INLINE hn::Vec<D> operator()(D, hn::Vec<D> bit, std::uint32_t) const {
    return bit;
  }
};
struct WithoutRares {
  const std::uint8_t* rare;
  template <class D>
  HWY_INLINE hn::Vec<D> operator()(D d, hn::Vec<D> bit, std::uint32_t distance) const {
    return hn::AndNot(hn::LoadU(d, rare - distance), bit);
  }
  WithoutRares operator+(std::size_t lane) const { return {rare + lane}; }
};
HWY_INLINE Everything operator+(Everything filter, std::size_t) {
  return filter;
}

// Planes first .. first + count - 1 of the heaps in one vector.
template <std::size_t heaps, std::size_t count, class Filter>
HWY_INLINE void mark_planes(const std::uint8_t* index, Filter filter,
                            std::span<const Partner> partners, std::size_t first,
                            std::uint8_t* marks) {
  const Bytes<heaps> d;
  using Vec = hn::Vec<Bytes<heaps>>;
  const Vec low = hn::Set(d, 7);
  Vec name[count];
  Vec mark[count];
  for (std::size_t p = 0; p < count; ++p) {
    name[p] = hn::Set(d, static_cast<std::uint8_t>(8 * (first + p)));
    mark[p] = hn::LoadU(d, marks + heaps_in_block * p);
  }
  for (const Partner& partner : partners) {
    const Vec x = hn::Xor(hn::LoadU(d, index - partner.distance), hn::Set(d, partner.index));
    const Vec bit = filter(d, power_of_two(d, hn::And(x, low)), partner.distance);
    const Vec plane = hn::AndNot(low, x);
    for (std::size_t p = 0; p < count; ++p)
      mark[p] = hn::Or(mark[p], hn::IfThenElseZero(hn::Eq(plane, name[p]), bit));
  }
  for (std::size_t p = 0; p < count; ++p) hn::StoreU(mark[p], d, marks + heaps_in_block * p);
}

template <std::size_t heaps, std::size_t count, class Filter>
HWY_INLINE void mark_all(const std::uint8_t* index, Filter filter,
                         std::span<const Partner> partners, std::size_t first,
                         std::uint8_t* marks) {
  for (std::size_t lane = 0; lane < heaps; lane += hn::Lanes(Bytes<heaps>()))
    mark_planes<heaps, count>(index + lane, filter + lane, partners, first,
                              marks + heaps_in_block * first + lane);
}

// Planes first .. first + count - 1, for a count known only now.
template <std::size_t heaps, std::size_t most, class Filter>
HWY_INLINE void mark_some(const std::uint8_t* index, Filter filter,
                          std::span<const Partner> partners, std::size_t first, std::size_t count,
                          std::uint8_t* marks) {
  if constexpr (most > 1)
    if (count < most)
      return mark_some<heaps, most - 1>(index, filter, partners, first, count, marks);
  mark_all<heaps, most>(index, filter, partners, first, marks);
}

// As few passes as registers allow, of nearly equal numbers of planes: what a pass does for each
// partner before it comes to planes is as much as two planes cost.
template <std::size_t heaps, class Filter>
HWY_INLINE void mark(const std::uint8_t* index, Filter filter, std::span<const Partner> partners,
                     std::size_t planes, std::uint8_t* marks) {
  constexpr std::size_t most = 10;
  std::size_t passes = (planes + most - 1) / most;
  for (std::size_t at = 0; at < planes; --passes) {
    const std::size_t count = (planes - at + passes - 1) / passes;
    mark_some<heaps, most>(index, filter, partners, at, count, marks);
    at += count;
  }
}

void MarkSplits(const std::uint8_t* index, std::span<const Partner> partners, std::size_t planes,
                std::uint8_t* marks) {
  mark<heaps_in_block>(index, Everything(), partners, planes, marks);
}

void MarkSplitsOfStep(const std::uint8_t* index, std::span<const Partner> partners,
                      std::size_t planes, std::uint8_t* marks) {
  mark<heaps_in_step>(index, Everything(), partners, planes, marks);
}

void MarkCommonSplits(const std::uint8_t* index, const std::uint8_t* rare,
                      std::span<const Partner> partners, std::size_t planes, std::uint8_t* marks) {
  mark<heaps_in_block>(index, WithoutRares{rare}, partners, planes, marks);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace grundy::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace grundy::kernels {

HWY_EXPORT(MarkSplits);
HWY_EXPORT(MarkCommonSplits);
HWY_EXPORT(MarkSplitsOfStep);

void mark_splits(const std::uint8_t* index, std::span<const Partner> partners, std::size_t planes,
                 std::span<std::uint8_t> marks) noexcept {
  if (!partners.empty()) HWY_DYNAMIC_DISPATCH(MarkSplits)(index, partners, planes, marks.data());
}

void mark_common_splits(const std::uint8_t* index, const std::uint8_t* rare,
                        std::span<const Partner> partners, std::size_t planes,
                        std::span<std::uint8_t> marks) noexcept {
  if (!partners.empty())
    HWY_DYNAMIC_DISPATCH(MarkCommonSplits)(index, rare, partners, planes, marks.data());
}

void mark_splits_of_step(const std::uint8_t* index, std::span<const Partner> partners,
                         std::size_t planes, std::span<std::uint8_t> marks) noexcept {
  if (!partners.empty())
    HWY_DYNAMIC_DISPATCH(MarkSplitsOfStep)(index, partners, planes, marks.data());
}

}  // namespace grundy::kernels
#endif
