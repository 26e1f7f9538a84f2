#include "kernels/sparse_space_cover.hpp"

#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/sparse_space_cover.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Bytes = hn::CappedTag<std::uint8_t, 32>;
using Vec = hn::Vec<Bytes>;

// Whether so few heaps are left that to look for their splits one by one is cheaper.
HWY_INLINE bool few(const std::uint8_t* heaps, std::size_t bytes) {
  std::size_t left = 0;
  for (std::size_t at = 0; at < bytes; at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, heaps + at, HWY_MIN(std::size_t{8}, bytes - at));
    left += hwy::PopCount(word);
  }
  return left * heaps_in_cover <= heaps_left * 8 * bytes;
}

// Up to four vectors of heaps, from byte `at` of the set on.
HWY_INLINE void cover_four(const Trials& trials, std::uint8_t index, std::size_t at,
                           std::uint8_t* heaps) {
  const Bytes d;
  const std::size_t n = hn::Lanes(d);
  const std::size_t vectors = HWY_MIN(std::size_t{4}, (heaps_in_cover / 8) / n);
  Vec left[4];
  for (std::size_t v = 0; v < 4; ++v)
    left[v] = v < vectors ? hn::LoadU(d, heaps + at + v * n) : hn::Zero(d);
  for (const std::uint8_t u : trials.order) {
    const std::uint8_t* row = trials.rows.data() + trials.row_bytes * u + at;
    const std::size_t a = index ^ u;
    for (std::uint32_t t = trials.starts[a]; t < trials.starts[a + 1]; ++t)
      for (std::size_t v = 0; v < vectors; ++v)
        left[v] = hn::AndNot(hn::LoadU(d, row + trials.offsets[t] + v * n), left[v]);
    for (std::size_t v = 0; v < vectors; ++v) hn::StoreU(left[v], d, heaps + at + v * n);
    if (few(heaps + at, vectors * n)) break;
  }
}

void Cover(const Trials& trials, std::uint8_t index, std::uint8_t* heaps) {
  const std::size_t step = HWY_MIN(heaps_in_cover / 8, 4 * hn::Lanes(Bytes()));
  for (std::size_t at = 0; at < heaps_in_cover / 8; at += step)
    cover_four(trials, index, at, heaps);
}

}  // namespace HWY_NAMESPACE
}  // namespace grundy::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace grundy::kernels {

HWY_EXPORT(Cover);

void cover(const Trials& trials, std::uint8_t index, HeapSet& heaps) noexcept {
  HWY_DYNAMIC_DISPATCH(Cover)(trials, index, reinterpret_cast<std::uint8_t*>(heaps.data()));
}

}  // namespace grundy::kernels
#endif
