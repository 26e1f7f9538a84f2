// kernels/step/masks-inl.hpp: masks of heaps, for steps.cpp and finish.cpp, once a target.
#if defined(GRUNDY_KERNELS_STEP_MASKS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRUNDY_KERNELS_STEP_MASKS_INL
#undef GRUNDY_KERNELS_STEP_MASKS_INL
#else
#define GRUNDY_KERNELS_STEP_MASKS_INL
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "kernels/step/steps.hpp"

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Steps = std::span<const std::int64_t>;

// The first byte of the masks of heap i; its other planes follow every step_group bytes.
inline std::size_t mask_at(std::size_t i, std::size_t planes) {
  return i / step_group * planes * step_group + i % step_group;
}

// Options by `steps` of the heaps first .. first + count - 1, one by one. A heap has those of the
// steps that it is not smaller than.
inline void mark_singly(const std::uint8_t* values, Steps steps, std::size_t planes,
                        std::size_t first, std::size_t count, std::uint8_t* masks) {
  for (const std::int64_t step : steps) {
    const auto k = static_cast<std::size_t>(step);
    if (k >= first + count) return;
    for (std::size_t i = std::max(k, first) - first; i < count; ++i) {
      const std::uint8_t value = values[first + i - k];
      if (value < 8 * planes)
        masks[mask_at(i, planes) + value / 8 * step_group] |=
            static_cast<std::uint8_t>(1 << (value % 8));
    }
  }
}

#if HWY_TARGET != HWY_SCALAR  // its vectors have one lane

// Bits of the values 8 q + 15 down to 8 q in planes q and q + 1.
alignas(16) constexpr std::uint8_t low_bits[16] = {0,   0,  0,  0,  0, 0, 0, 0,
                                                   128, 64, 32, 16, 8, 4, 2, 1};
alignas(16) constexpr std::uint8_t high_bits[16] = {128, 64, 32, 16, 8, 4, 2, 1};

// Adds to the masks of as many heaps as a vector of D has bytes their options by `steps`, none
// longer than `first`. Table lookups are defined for bytes below 16, and give 0 from 128 on: x86
// takes the low four bits of the others, where other targets give 0.
template <std::size_t planes, class D>
HWY_INLINE void mark_vector(D d, const std::uint8_t* values, Steps steps, std::size_t first,
                            std::uint8_t* masks) {
  const auto low = hn::LoadDup128(d, low_bits);
  const auto high = hn::LoadDup128(d, high_bits);
  hn::Vec<D> plane[planes];
  for (std::size_t q = 0; q < planes; ++q) plane[q] = hn::LoadU(d, masks + q * step_group);
#pragma GCC unroll 4
  for (const std::int64_t k : steps) {
    const auto value = hn::LoadU(d, values + static_cast<std::ptrdiff_t>(first) - k);
    for (std::size_t q = 0; q < planes; q += 2) {
      // Values from 8 q + 16 on become 128 and more, being below 64; then those below 8 q, too.
      auto index = hn::Sub(hn::Set(d, static_cast<std::uint8_t>(8 * q + 15)), value);
      if (q > 0)
        index = hn::And(hn::SaturatedAdd(index, hn::Set(d, std::uint8_t{0x70})),
                        hn::Set(d, std::uint8_t{0x8f}));
      plane[q] = hn::Or(plane[q], hn::TableLookupBytesOr0(low, index));
      if (q + 1 < planes) plane[q + 1] = hn::Or(plane[q + 1], hn::TableLookupBytesOr0(high, index));
    }
  }
  for (std::size_t q = 0; q < planes; ++q) hn::StoreU(plane[q], d, masks + q * step_group);
}

#endif

}  // namespace grundy::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
