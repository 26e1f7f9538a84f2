#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/steps.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h comes first, so that everything below is compiled once a target.
#include <hwy/highway.h>

#include <algorithm>
#include <bit>

#include "kernels/steps.hpp"

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Steps = std::span<const std::int64_t>;

// Options by `steps` of the heaps first .. first + count - 1, one by one. A heap has those of the
// steps that it is not smaller than.
void mark_singly(const std::uint8_t* values, Steps steps, std::size_t planes, std::size_t first,
                 std::size_t count, std::uint8_t* masks) {
  for (const std::int64_t step : steps) {
    const auto k = static_cast<std::size_t>(step);
    if (k >= first + count) return;
    for (std::size_t i = std::max(k, first) - first; i < count; ++i) {
      const std::uint8_t value = values[first + i - k];
      masks[(i / step_group * planes + value / 8) * step_group + i % step_group] |=
          static_cast<std::uint8_t>(1 << (value % 8));
    }
  }
}

#if HWY_TARGET == HWY_SCALAR  // its vectors have one lane

}  // namespace

void MarkSteps(const std::uint8_t* values, Steps steps, std::size_t planes, std::size_t first,
               std::size_t count, std::uint8_t* masks) {
  mark_singly(values, steps, planes, first, count, masks);
}

std::size_t FinishSteps(std::uint8_t* values, Steps steps, std::size_t planes, StepRule rule,
                        std::size_t first, std::size_t count, std::uint8_t* masks) {
  for (std::size_t i = 0; i < count; ++i) {
    std::uint8_t* const mask = masks + i / step_group * planes * step_group + i % step_group;
    mark_singly(values, steps, planes, first + i, 1, mask);
    std::size_t q = 0;
    while (q < planes && mask[q * step_group] == 0xff) ++q;
    if (q == planes) return i / step_group * step_group;
    const auto mex = 8 * q + static_cast<std::size_t>(std::countr_one(mask[q * step_group]));
    values[first + i] = static_cast<std::uint8_t>(rule == StepRule::nimber ? mex : mask[0] & 1);
  }
  return count;
}

#else

// Table lookups give 0 for bytes from 128 on: with them marked so, values need not be known.
constexpr std::uint8_t unknown = 0x80;

// Bits of the values 16 q .. 16 q + 15 in planes 2 q and 2 q + 1.
alignas(16) constexpr std::uint8_t low_bits[16] = {1, 2, 4, 8, 16, 32, 64, 128};
alignas(16) constexpr std::uint8_t high_bits[16] = {0, 0, 0, 0, 0,  0,  0,  0,
                                                    1, 2, 4, 8, 16, 32, 64, 128};

// Masks of a vector of heaps, plane by plane.
template <std::size_t planes, class D>
struct Masks {
  hn::Vec<D> plane[planes];

  HWY_INLINE void load(const std::uint8_t* from) {
    for (std::size_t q = 0; q < planes; ++q) plane[q] = hn::LoadU(D(), from + q * step_group);
  }
  HWY_INLINE void store(std::uint8_t* to) const {
    for (std::size_t q = 0; q < planes; ++q) hn::StoreU(plane[q], D(), to + q * step_group);
  }
  HWY_INLINE void add(hn::Vec<D> values) {
    const D d;
    const auto low = hn::LoadDup128(d, low_bits);
    const auto high = hn::LoadDup128(d, high_bits);
    for (std::size_t q = 0; q < planes; q += 2) {
      // Values below 16 q and from 16 q + 16 on become 128 and more.
      const auto index =
          planes <= 2
              ? values
              : hn::SaturatedAdd(hn::Sub(values, hn::Set(d, static_cast<std::uint8_t>(8 * q))),
                                 hn::Set(d, std::uint8_t{0x70}));
      plane[q] = hn::Or(plane[q], hn::TableLookupBytesOr0(low, index));
      if (q + 1 < planes) plane[q + 1] = hn::Or(plane[q + 1], hn::TableLookupBytesOr0(high, index));
    }
  }
};

std::size_t steps_up_to(Steps steps, std::size_t heap) {
  return static_cast<std::size_t>(
      std::upper_bound(steps.begin(), steps.end(), static_cast<std::int64_t>(heap)) -
      steps.begin());
}

template <std::size_t planes>
void Mark(const std::uint8_t* values, Steps steps, std::size_t first, std::size_t count,
          std::uint8_t* masks) {
  const hn::CappedTag<std::uint8_t, step_group> d;
  const Steps whole = steps.first(steps_up_to(steps, first));
  for (std::size_t group = 0; group < count; group += step_group)
    for (std::size_t i = 0; i < step_group; i += hn::Lanes(d)) {
      std::uint8_t* const at = masks + group * planes + i;
      Masks<planes, decltype(d)> mask;
      mask.load(at);
      for (const std::int64_t k : whole)
        mask.add(hn::LoadU(d, values + static_cast<std::ptrdiff_t>(first + group + i) - k));
      mask.store(at);
    }
  mark_singly(values, steps.subspan(whole.size()), planes, first, count, masks);
}

template <std::size_t bytes>
struct LaneOf;
template <>
struct LaneOf<1> {
  using type = std::uint8_t;
};
template <>
struct LaneOf<2> {
  using type = std::uint16_t;
};
template <>
struct LaneOf<4> {
  using type = std::uint32_t;
};
template <>
struct LaneOf<8> {
  using type = std::uint64_t;
};

constexpr std::size_t window = 16;  // heaps

// Solves windows: `planes` vectors of 16 / planes whole masks.
template <std::size_t planes, StepRule rule>
class Finish {
  using Lane = typename LaneOf<planes>::type;
  using Bytes = hn::Full128<std::uint8_t>;
  using Whole = hn::Full128<Lane>;
  static constexpr std::size_t per_vector = window / planes;

 public:
  Finish(std::uint8_t* values, Steps steps, std::size_t first) : values_(values) {
    inside_ = steps.first(steps_up_to(steps, window - 1));
    near_ = steps.first(steps_up_to(steps, 2 * window - 1)).subspan(inside_.size());
    far_ = steps.subspan(inside_.size() + near_.size());
    for (std::size_t i = 0; i < window; ++i) {
      std::fill_n(follows_[i], window, Lane{0});
      for (const std::int64_t k : inside_)
        if (i + static_cast<std::size_t>(k) < window)
          follows_[i][i + static_cast<std::size_t>(k)] = static_cast<Lane>(~Lane{0});
    }
    for (std::size_t i = 0; i < sizeof slide_; ++i)
      slide_[i] = i / window == 2 ? static_cast<std::uint8_t>(i % window) : unknown;
    for (std::size_t i = 0; i < sizeof edge_; ++i) edge_[i] = i < window ? 0 : unknown;
    const Bytes d;
    last_ = before_last_ = hn::Set(d, unknown);
    if (first > 0) {
      last_ = hn::LoadU(d, values + first - window);
      before_last_ = hn::LoadU(d, values + first - 2 * window);
    }
    for (std::size_t i = 0; i < per_vector; ++i)
      for (std::size_t j = 0; j < window; ++j)
        spread_[i][j] = static_cast<std::uint8_t>(i * planes + j % planes);
  }

  // False if a mask is full.
  HWY_INLINE bool solve(std::size_t first, std::uint8_t* masks) {
    const Bytes d;
    while (whole_ < far_.size() && static_cast<std::size_t>(far_[whole_]) <= first) ++whole_;
    mark_singly(values_, far_.subspan(whole_), planes, first, window, masks);
    Masks<planes, Bytes> mask;
    mask.load(masks);
    for (const std::int64_t k : far_.first(whole_)) mask.add(hn::LoadU(d, values_ + first - k));
    for (const std::int64_t k : near_) mask.add(hn::Or(back(last_, k), back(before_last_, k - 16)));
    for (const std::int64_t k : inside_)
      mask.add(hn::Or(back(last_, k), hn::LoadU(d, edge_ + window - k)));
    interleave(mask.plane);
    chain(mask.plane);
    before_last_ = last_;
    const bool room = values_of(mask.plane, last_);
    hn::StoreU(last_, d, values_ + first);
    return room;
  }

 private:
  template <std::size_t bytes = 1>
  static HWY_INLINE void interleave(hn::Vec<Bytes>* planes_of) {
    if constexpr (bytes < planes) {
      const hn::Full128<typename LaneOf<bytes>::type> d;
      const Bytes d8;
      hn::Vec<Bytes> out[planes];
      for (std::size_t pair = 0; pair < planes; pair += 2 * bytes)
        for (std::size_t part = 0; part < bytes; ++part) {
          const auto left = hn::BitCast(d, planes_of[pair + part]);
          const auto right = hn::BitCast(d, planes_of[pair + bytes + part]);
          out[pair + 2 * part] = hn::BitCast(d8, hn::InterleaveLower(d, left, right));
          out[pair + 2 * part + 1] = hn::BitCast(d8, hn::InterleaveUpper(d, left, right));
        }
      for (std::size_t i = 0; i < planes; ++i) planes_of[i] = out[i];
      interleave<2 * bytes>(planes_of);
    }
  }

  // The values `k` heaps before the window as far as they are those of `values`, the window
  // before it; zeros elsewhere.
  HWY_INLINE hn::Vec<Bytes> back(hn::Vec<Bytes> values, std::int64_t k) const {
    return hn::TableLookupBytesOr0(
        values, hn::LoadU(Bytes(), slide_ + 3 * static_cast<std::int64_t>(window) - k));
  }

  // Heap after heap: its first missing bit goes to the heaps that have a near step to it.
  HWY_INLINE void chain(hn::Vec<Bytes>* masks) const {
    const Bytes d8;
    const Whole d;
    const auto one = hn::Set(d, Lane{1});
#pragma GCC unroll 8
    for (std::size_t v = 0; v < planes; ++v)
#pragma GCC unroll 16
      for (std::size_t i = 0; i < per_vector; ++i) {
        const auto mask = hn::BitCast(d, hn::TableLookupBytes(masks[v], hn::Load(d8, spread_[i])));
        const auto next =
            rule == StepRule::nimber ? hn::Add(mask, one) : hn::Add(hn::And(mask, one), one);
#pragma GCC unroll 8
        for (std::size_t w = v; w < planes; ++w) {
          const auto follows = hn::Load(d, follows_[v * per_vector + i] + w * per_vector);
          const auto bits = rule == StepRule::nimber ? hn::And(next, hn::AndNot(mask, follows))
                                                     : hn::And(next, follows);
          masks[w] = hn::Or(masks[w], hn::BitCast(d8, bits));
        }
      }
  }

  // False if a mask is full.
  static HWY_INLINE bool values_of(const hn::Vec<Bytes>* masks, hn::Vec<Bytes>& values) {
    const Whole d;
    const Bytes d8;
    const auto one = hn::Set(d, Lane{1});
    auto full = hn::Zero(d);
    hn::Vec<Bytes> part[planes];
    for (std::size_t v = 0; v < planes; ++v) {
      const auto mask = hn::BitCast(d, masks[v]);
      const auto next = hn::Add(mask, one);
      full = hn::Or(full, hn::VecFromMask(d, hn::Eq(next, hn::Zero(d))));
      part[v] =
          hn::BitCast(d8, rule == StepRule::nimber ? hn::PopulationCount(hn::AndNot(next, mask))
                                                   : hn::And(mask, one));
    }
    for (std::size_t parts = planes; parts > 1; parts /= 2)
      for (std::size_t i = 0; i < parts / 2; ++i)
        part[i] = hn::ConcatEven(d8, part[2 * i + 1], part[2 * i]);
    values = part[0];
    return hn::AllTrue(d, hn::Eq(full, hn::Zero(d)));
  }

  std::uint8_t* values_;
  Steps inside_;  // steps below 16: some options are in the window itself
  Steps near_;    // from 16 to 31: all options are in the two windows before
  Steps far_;
  std::size_t whole_ = 0;  // far steps that all heaps of the window have
  alignas(16) Lane follows_[window][window];
  std::uint8_t slide_[5 * window];  // 0, 1, .. 15 in the middle, `unknown` elsewhere
  std::uint8_t edge_[2 * window];   // 0 in the first half, `unknown` in the second
  hn::Vec<Bytes> last_;             // values of the windows before
  hn::Vec<Bytes> before_last_;
  alignas(16) std::uint8_t spread_[per_vector][window];
};

template <std::size_t planes, StepRule rule = StepRule::nimber>
std::size_t finish(std::uint8_t* values, Steps steps, std::size_t first, std::size_t count,
                   std::uint8_t* masks) {
  const std::size_t inside = steps_up_to(steps, step_group - 1);
  Finish<planes, rule> finish(values, steps.first(inside), first);
  for (std::size_t group = 0; group < count; group += step_group) {
    std::uint8_t* const mask = masks + group * planes;
    Mark<planes>(values, steps.subspan(inside), first + group, step_group, mask);
    for (std::size_t i = 0; i < step_group; i += window)
      if (!finish.solve(first + group + i, mask + i)) return group;
  }
  return count;
}

}  // namespace

void MarkSteps(const std::uint8_t* values, Steps steps, std::size_t planes, std::size_t first,
               std::size_t count, std::uint8_t* masks) {
  if (planes == 1) return Mark<1>(values, steps, first, count, masks);
  if (planes == 2) return Mark<2>(values, steps, first, count, masks);
  if (planes == 4) return Mark<4>(values, steps, first, count, masks);
  Mark<8>(values, steps, first, count, masks);
}

std::size_t FinishSteps(std::uint8_t* values, Steps steps, std::size_t planes, StepRule rule,
                        std::size_t first, std::size_t count, std::uint8_t* masks) {
  if (rule == StepRule::outcome)
    return finish<1, StepRule::outcome>(values, steps, first, count, masks);
  if (planes == 1) return finish<1>(values, steps, first, count, masks);
  if (planes == 2) return finish<2>(values, steps, first, count, masks);
  if (planes == 4) return finish<4>(values, steps, first, count, masks);
  return finish<8>(values, steps, first, count, masks);
}

#endif

}  // namespace grundy::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace grundy::kernels {

HWY_EXPORT(MarkSteps);
HWY_EXPORT(FinishSteps);

void mark_steps(std::span<const std::uint8_t> values, std::span<const std::int64_t> steps,
                std::size_t planes, std::size_t first, std::span<std::uint8_t> masks) noexcept {
  HWY_DYNAMIC_DISPATCH(MarkSteps)
  (values.data(), steps, planes, first, masks.size() / planes, masks.data());
}

std::size_t finish_steps(std::span<std::uint8_t> values, std::span<const std::int64_t> steps,
                         std::size_t planes, StepRule rule, std::size_t first,
                         std::span<std::uint8_t> masks) noexcept {
  return HWY_DYNAMIC_DISPATCH(FinishSteps)(values.data(), steps, planes, rule, first,
                                           masks.size() / planes, masks.data());
}

}  // namespace grundy::kernels
#endif
