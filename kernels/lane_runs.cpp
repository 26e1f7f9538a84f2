#include "kernels/lane_runs.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/lane_runs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<std::int64_t>;
using V = hn::Vec<D>;

// Lanes of a vector as low bits.
template <class Tag>
HWY_INLINE LaneSet bits_of(Tag d, hn::Mask<Tag> mask) {
  constexpr std::size_t n = hn::MaxLanes(d);
  static_assert(n <= lanes);
  // As wide as what is stored: a wider load would wait for the store.
  using AtMost32 = std::conditional_t<(n > 16), std::uint32_t, std::uint16_t>;
  using AtMost64 = std::conditional_t<(n > 32), std::uint64_t, AtMost32>;
  std::conditional_t<(n > 8), AtMost64, std::uint8_t> bits;
  std::uint8_t bytes[8];
  hn::StoreMaskBits(d, mask, bytes);
  std::memcpy(&bits, bytes, sizeof bits);
  return bits;
}

// The lanes l for which holds(l), a vector of them at a time, is true.
template <class Holds>
HWY_INLINE LaneSet where(Holds holds) {
  const D d;
  LaneSet set = 0;
  for (std::size_t lane = 0; lane < lanes; lane += hn::Lanes(d))
    set |= bits_of(d, holds(lane)) << lane;
  return set;
}

LaneSet LanesNotZero(const std::int64_t* column) {
  const D d;
  return where([&](std::size_t lane)
                   HWY_ATTR { return hn::Ne(hn::LoadU(d, column + lane), hn::Zero(d)); });
}

HWY_INLINE hn::Mask<D> mask_of(LaneSet set, std::size_t lane) {
  set >>= lane;
  std::uint8_t bytes[sizeof set];
  std::memcpy(bytes, &set, sizeof set);
  return hn::LoadMaskBits(D(), bytes);
}

// Nothing is read beyond the column: the first vector begins at lane 1 where there is one.
LaneSet LanesThatRise(const std::int64_t* column, std::int64_t by) {
  const D d;
  const std::size_t n = hn::Lanes(d);
  LaneSet set = 0;
  for (std::size_t lane = 1; lane < n; ++lane)
    set |= LaneSet{column[lane] == column[lane - 1] + by} << lane;
  for (std::size_t lane = n; lane < lanes; lane += n) {
    const V expected = hn::Add(hn::LoadU(d, column + lane - 1), hn::Set(d, by));
    set |= bits_of(d, hn::Eq(hn::LoadU(d, column + lane), expected)) << lane;
  }
  return set;
}

alignas(64) constexpr std::array<std::int64_t, lanes> zeros{};

void FindRuns(const RuleProgram& rule, const std::int64_t* columns, LaneSet asked, LaneRuns& runs) {
  const D d;
  const auto column = [&](Register reg) {
    return reg == no_register ? zeros.data() : columns + reg * lanes;
  };
  if (!rule.outputs.empty()) {
    runs.start = column(rule.outputs[0].start);
    runs.step = column(rule.outputs[0].step);
    runs.joined = LanesThatRise(runs.start, 1) & LanesThatRise(runs.step, 0);
  }
  const std::int64_t* const first = column(rule.run.first);
  const std::int64_t* const last = column(rule.run.last);
  const V one = hn::Set(d, 1);
  runs.with_options = where([&](std::size_t lane) HWY_ATTR {
    const V length = hn::Add(hn::Sub(hn::LoadU(d, last + lane), hn::LoadU(d, first + lane)), one);
    const V count = hn::IfThenElseZero(mask_of(asked, lane), hn::Max(hn::Zero(d), length));
    hn::StoreU(count, d, runs.count.data() + lane);
    return hn::Gt(count, hn::Zero(d));
  });
}

// Which of `bytes`, of at most 64, are `value`.
template <std::size_t Size>
HWY_INLINE LaneSet equal_bytes(const std::uint8_t* bytes, std::uint8_t value) {
  const hn::CappedTag<std::uint8_t, Size> d;
  LaneSet set = 0;
  for (std::size_t i = 0; i < Size; i += hn::Lanes(d))
    set |= bits_of(d, hn::Eq(hn::LoadU(d, bytes + i), hn::Set(d, value))) << i;
  return set;
}

template <std::size_t Size>
HWY_INLINE Met met_in(const std::uint8_t* bytes) {
  return {equal_bytes<Size>(bytes, 0), equal_bytes<Size>(bytes, unsolved)};
}

// From Size to 2 * Size bytes, none behind them.
template <std::size_t Size>
HWY_INLINE Met met_in(const std::uint8_t* bytes, std::size_t size) {
  const Met low = met_in<Size>(bytes);
  const Met high = met_in<Size>(bytes + size - Size);
  return {low.p | high.p << (size - Size), low.unsolved | high.unsolved << (size - Size)};
}

constexpr std::size_t least_stretch = 8;

Met met_in_stretch(const std::uint8_t* bytes, std::size_t size) {
  if (size == 64) return met_in<64>(bytes);
  if (size >= 32) return met_in<32>(bytes, size);
  if (size >= 16) return met_in<16>(bytes, size);
  return met_in<least_stretch>(bytes, size);
}

// Lanes that have more than `so_far` options, and how many those of them have that have fewest.
struct Alive {
  LaneSet lanes;
  std::int64_t until;
};

HWY_INLINE Alive alive_after(const LaneRuns& runs, std::int64_t so_far) {
  const D d;
  const V all = hn::Set(d, std::numeric_limits<std::int64_t>::max());
  V until = all;
  Alive alive;
  alive.lanes = where([&](std::size_t lane) HWY_ATTR {
    const V count = hn::LoadU(d, runs.count.data() + lane);
    const auto more = hn::Gt(count, hn::Set(d, so_far));
    until = hn::Min(until, hn::IfThenElse(more, count, all));
    return more;
  });
  alive.until = hn::GetLane(hn::MinOfLanes(d, until));
  return alive;
}

Met LookAtOptions(const LaneRuns& runs, LaneSet asked, const std::uint8_t* cells) {
  Met met{0, 0};
  Alive alive{0, 0};
  for (std::int64_t i = 0;; ++i) {
    if (i == alive.until) alive = alive_after(runs, i);
    LaneSet left = asked & alive.lanes;
    if (left == 0) break;
    while (left != 0) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(left));
      const std::uint8_t* const option = cells + runs.start[lane] + runs.step[lane] * i;
      const LaneSet breaks = ~(runs.joined & alive.lanes) >> lane >> 1;
      const std::size_t size =
          std::min(lanes - lane, static_cast<std::size_t>(std::countr_zero(breaks)) + 1);
      if (size < least_stretch) {
        const LaneSet own = left & -left;
        if (*option == 0) met.p |= own;
        if (*option == unsolved) {
          met.unsolved |= own;
          asked &= ~own;
        }
        left ^= own;
      } else {
        const Met here = met_in_stretch(option, size);
        met.p |= (here.p << lane) & left;
        met.unsolved |= (here.unsolved << lane) & left;
        const LaneSet stretch = (~LaneSet{0} >> (lanes - size)) << lane;
        left &= ~stretch;
      }
    }
    asked &= ~met.p;
  }
  met.unsolved &= ~met.p;
  return met;
}

}  // namespace grundy::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace grundy::kernels {

HWY_EXPORT(LanesNotZero);
HWY_EXPORT(LanesThatRise);
HWY_EXPORT(FindRuns);
HWY_EXPORT(LookAtOptions);

LaneSet lanes_not_zero(std::span<const std::int64_t, lanes> column, LaneSet of) noexcept {
  return HWY_DYNAMIC_DISPATCH(LanesNotZero)(column.data()) & of;
}

LaneSet lanes_that_rise(std::span<const std::int64_t, lanes> column, std::int64_t by) noexcept {
  return HWY_DYNAMIC_DISPATCH(LanesThatRise)(column.data(), by);
}

void find_runs(const RuleProgram& rule, std::span<const std::int64_t> columns, LaneSet asked,
               LaneRuns& runs) noexcept {
  HWY_DYNAMIC_DISPATCH(FindRuns)(rule, columns.data(), asked, runs);
}

Met look_at_options(const LaneRuns& runs, LaneSet asked,
                    std::span<const std::uint8_t> cells) noexcept {
  return HWY_DYNAMIC_DISPATCH(LookAtOptions)(runs, asked, cells.data());
}

}  // namespace grundy::kernels
#endif
