#include "kernels/sparse_space_cover.hpp"

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
template <std::size_t words>
HWY_INLINE bool few(const std::uint64_t* heaps) {
  std::size_t left = 0;
  for (std::size_t w = 0; w < words; ++w) left += hwy::PopCount(heaps[w]);
  return left * heaps_in_cover <= heaps_left * 64 * words;
}

// Some vectors of heaps, from byte `at` of the sets on. One row after the other, so that the
// row in use stays in the first cache while all indices pass.
template <std::size_t vectors>
HWY_INLINE void cover_vectors(const Trials& trials, std::size_t at, std::span<HeapSet> heaps) {
  const Bytes d;
  const std::size_t n = hn::Lanes(d);
  constexpr std::size_t words = vectors * hn::MaxLanes(d) / 8;
  bool done[256];
  for (std::size_t index = 0; index < heaps.size(); ++index)
    done[index] = few<words>(&heaps[index][at / 8]);
  for (const std::uint8_t u : trials.order) {
    const std::uint8_t* row = trials.rows.data() + trials.row_bytes * u + at;
    for (std::size_t index = 0; index < heaps.size(); ++index) {
      const std::uint32_t begin = trials.starts[index ^ u], end = trials.starts[(index ^ u) + 1];
      if (done[index] || begin == end) continue;
      auto* const set = reinterpret_cast<std::uint8_t*>(heaps[index].data()) + at;
      Vec left[vectors];
      for (std::size_t v = 0; v < vectors; ++v) left[v] = hn::LoadU(d, set + v * n);
      for (std::uint32_t t = begin; t < end; ++t)
        for (std::size_t v = 0; v < vectors; ++v)
          left[v] = hn::AndNot(hn::LoadU(d, row + trials.offsets[t] + v * n), left[v]);
      for (std::size_t v = 0; v < vectors; ++v) hn::StoreU(left[v], d, set + v * n);
      done[index] = few<words>(&heaps[index][at / 8]);
    }
  }
}

void Cover(const Trials& trials, std::span<HeapSet> heaps) {
  constexpr std::size_t n = hn::MaxLanes(Bytes());
  constexpr std::size_t vectors = n == 1 ? 8 : HWY_MIN(std::size_t{4}, heaps_in_cover / 8 / n);
  for (std::size_t at = 0; at < heaps_in_cover / 8; at += vectors * n)
    cover_vectors<vectors>(trials, at, heaps);
}

}  // namespace HWY_NAMESPACE
}  // namespace grundy::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace grundy::kernels {

HWY_EXPORT(Cover);

void cover(const Trials& trials, std::span<HeapSet> heaps) noexcept {
  HWY_DYNAMIC_DISPATCH(Cover)(trials, heaps);
}

}  // namespace grundy::kernels
#endif
