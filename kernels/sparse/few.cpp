#include "kernels/sparse/few.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/sparse/few.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Bytes = hn::CappedTag<std::uint8_t, heaps_in_block>;
using Vec = hn::Vec<Bytes>;

// The place of the only bit that is set.
HWY_INLINE Vec place_of(Vec bit) {
  const Bytes d;
  const auto if_set = [&](std::uint8_t places, std::uint8_t value) {
    const Vec hit = hn::And(bit, hn::Set(d, places));
    return hn::AndNot(hn::VecFromMask(d, hn::Eq(hit, hn::Zero(d))), hn::Set(d, value));
  };
  return hn::Or(if_set(0xaa, 1), hn::Or(if_set(0xcc, 2), if_set(0xf0, 4)));
}

// Takes away the least index that is left of each heap of a vector.
HWY_INLINE void take_least(std::size_t planes, Vec* left, std::uint8_t* index,
                           std::uint8_t* reached) {
  const Bytes d;
  const Vec zero = hn::Zero(d);
  Vec taken = zero, plane = zero, none_yet = hn::Set(d, 255);
  for (std::size_t p = 0; p < planes; ++p) {
    const Vec bit = hn::And(none_yet, hn::And(left[p], hn::Sub(zero, left[p])));
    left[p] = hn::Xor(left[p], bit);
    taken = hn::Or(taken, bit);
    none_yet = hn::VecFromMask(d, hn::Eq(taken, zero));
    plane = hn::Sub(plane, none_yet);  // 255 is -1
  }
  const Vec eighths = hn::Add(hn::Add(plane, plane), hn::Add(plane, plane));
  const Vec name = hn::Or(hn::Add(eighths, eighths), place_of(taken));
  hn::StoreU(hn::AndNot(none_yet, name), d, index);
  hn::StoreU(none_yet, d, reached);
}

void FirstUnmarked(std::size_t planes, const std::uint8_t* marks, FewUnmarked& unmarked) {
  const Bytes d;
  const Vec all = hn::Set(d, 255);
  for (std::size_t lane = 0; lane < heaps_in_block; lane += hn::Lanes(d)) {
    Vec left[max_planes];
    for (std::size_t p = 0; p < planes; ++p)
      left[p] = hn::Xor(hn::LoadU(d, marks + heaps_in_block * p + lane), all);
    for (std::size_t t = 0; t < few; ++t)
      take_least(planes, left, &unmarked.index[t][lane], &unmarked.reached[t][lane]);
    Vec more = hn::Zero(d);
    for (std::size_t p = 0; p < planes; ++p) more = hn::Or(more, left[p]);
    hn::StoreU(hn::VecFromMask(d, hn::Ne(more, hn::Zero(d))), d, &unmarked.more[lane]);
  }
}

template <std::size_t heaps>
HWY_INLINE void try_all(const std::uint8_t* index, std::size_t first,
                        std::span<const Partner> partners, FewUnmarked& unmarked) {
  const hn::CappedTag<std::uint8_t, heaps> d;
  using SomeVec = hn::Vec<decltype(d)>;
  for (std::size_t lane = first; lane < first + heaps; lane += hn::Lanes(d)) {
    SomeVec name[few];
    SomeVec hit[few];
    for (std::size_t t = 0; t < few; ++t) {
      name[t] = hn::LoadU(d, &unmarked.index[t][lane]);
      hit[t] = hn::LoadU(d, &unmarked.reached[t][lane]);
    }
    for (const Partner& partner : partners) {
      const SomeVec x =
          hn::Xor(hn::LoadU(d, index + lane - partner.distance), hn::Set(d, partner.index));
      for (std::size_t t = 0; t < few; ++t)
        hit[t] = hn::Or(hit[t], hn::VecFromMask(d, hn::Eq(x, name[t])));
    }
    for (std::size_t t = 0; t < few; ++t) hn::StoreU(hit[t], d, &unmarked.reached[t][lane]);
  }
}

void TrySplits(const std::uint8_t* index, std::span<const Partner> partners,
               FewUnmarked& unmarked) {
  try_all<heaps_in_block>(index, 0, partners, unmarked);
}

void TrySplitsOfStep(const std::uint8_t* index, std::size_t first,
                     std::span<const Partner> partners, FewUnmarked& unmarked) {
  try_all<heaps_in_step>(index, first, partners, unmarked);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace grundy::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace grundy::kernels {

HWY_EXPORT(FirstUnmarked);
HWY_EXPORT(TrySplits);
HWY_EXPORT(TrySplitsOfStep);

FewUnmarked first_unmarked(std::size_t planes, std::span<const std::uint8_t> marks) noexcept {
  FewUnmarked unmarked;
  HWY_DYNAMIC_DISPATCH(FirstUnmarked)(planes, marks.data(), unmarked);
  return unmarked;
}

void try_splits(const std::uint8_t* index, std::span<const Partner> partners,
                FewUnmarked& unmarked) noexcept {
  HWY_DYNAMIC_DISPATCH(TrySplits)(index, partners, unmarked);
}

void try_splits_of_step(const std::uint8_t* index, std::size_t first,
                        std::span<const Partner> partners, FewUnmarked& unmarked) noexcept {
  if (!partners.empty()) HWY_DYNAMIC_DISPATCH(TrySplitsOfStep)(index, first, partners, unmarked);
}

}  // namespace grundy::kernels
#endif
