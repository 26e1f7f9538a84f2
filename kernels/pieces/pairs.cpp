#include "kernels/pieces/pairs.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/pieces/pairs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Moves marks to the bits of a set.
void TakeMarks(std::uint8_t* marks, std::uint64_t* set, std::size_t words) {
  const hn::CappedTag<std::uint8_t, 64> d;
  const std::size_t n = hn::Lanes(d);
  for (std::size_t w = 0; w < words; ++w) {
    std::uint64_t bits = 0;
    for (std::size_t at = 0; at < 64; at += n) {
      std::uint8_t* const mark = marks + 64 * w + at;
      const auto marked = hn::Ne(hn::LoadU(d, mark), hn::Zero(d));
      std::uint64_t some = 0;
      alignas(8) std::uint8_t bytes[8] = {};
      hn::StoreMaskBits(d, marked, bytes);
      for (std::size_t b = 0; 8 * b < n; ++b) some |= std::uint64_t{bytes[b]} << 8 * b;
      bits |= some << at;
      hn::StoreU(hn::Zero(d), d, mark);
    }
    set[w] |= bits;
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace grundy::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace grundy::kernels {
namespace {

constexpr std::size_t pairs_for_a_word = 2;  // with fewer, bits are set one by one

}  // namespace

HWY_EXPORT(TakeMarks);

void add_pairs(std::span<const std::uint32_t> values, std::size_t total, std::size_t first,
               std::size_t last, std::span<std::uint8_t> marks,
               std::span<std::uint64_t> set) noexcept {
  const std::uint32_t* const left = values.data();
  const std::uint32_t* const right = values.data() + total;
  if (last <= first) return;
  if (last - first < pairs_for_a_word * set.size()) {
    for (std::size_t i = first; i < last; ++i) {
      const std::uint32_t g = left[i] ^ *(right - i);
      set[g / 64] |= std::uint64_t{1} << g % 64;
    }
    return;
  }
  for (std::size_t i = first; i < last; ++i) marks[left[i] ^ *(right - i)] = 1;
  HWY_DYNAMIC_DISPATCH(TakeMarks)(marks.data(), set.data(), set.size());
}

}  // namespace grundy::kernels
#endif
