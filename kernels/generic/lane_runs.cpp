#include "kernels/generic/lane_runs.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/generic/lane_runs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<std::int64_t>;
using V = hn::Vec<D>;
using Bytes = hn::CappedTag<std::uint8_t, lanes>;

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

template <class Tag>
HWY_INLINE hn::Mask<Tag> mask_of(Tag d, LaneSet set, std::size_t lane) {
  set >>= lane;
  std::uint8_t bytes[sizeof set];
  std::memcpy(bytes, &set, sizeof set);
  return hn::LoadMaskBits(d, bytes);
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
    const V count = hn::IfThenElseZero(mask_of(d, asked, lane), hn::Max(hn::Zero(d), length));
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

// How many options are left of each lane from number `first` on, as far as a byte can tell.
using Left = std::array<std::uint8_t, lanes>;
constexpr std::int64_t most_left = 255;

HWY_INLINE void find_left(const LaneRuns& runs, std::int64_t first, Left& left) {
  const D d;
  const hn::Repartition<std::uint64_t, D> unsigned_d;
  const hn::Rebind<std::uint8_t, D> byte_d;
  for (std::size_t lane = 0; lane < lanes; lane += hn::Lanes(d)) {
    const V count = hn::Sub(hn::LoadU(d, runs.count.data() + lane), hn::Set(d, first));
    const V clamped = hn::Max(hn::Zero(d), hn::Min(count, hn::Set(d, most_left)));
    hn::StoreU(hn::TruncateTo(byte_d, hn::BitCast(unsigned_d, clamped)), byte_d,
               left.data() + lane);
  }
}

HWY_INLINE LaneSet lanes_with_more(const Left& left, std::int64_t than) {
  const Bytes d;
  const auto least = hn::Set(d, static_cast<std::uint8_t>(than + 1));
  LaneSet set = 0;
  for (std::size_t lane = 0; lane < lanes; lane += hn::Lanes(d)) {
    const auto there = hn::LoadU(d, left.data() + lane);
    set |= bits_of(d, hn::Eq(hn::Max(there, least), there)) << lane;
  }
  return set;
}

// Looks at option i of the lanes `asked`, of those `alive` that have one.
HWY_INLINE Met look_at_option(const LaneRuns& runs, std::int64_t i, LaneSet asked, LaneSet alive,
                              const std::uint8_t* cells) {
  Met met{0, 0};
  const LaneSet follows = runs.joined & alive;
  while (asked != 0) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(asked));
    const std::uint8_t* const option = cells + runs.start[lane] + runs.step[lane] * i;
    const std::size_t size =
        std::min(lanes - lane, static_cast<std::size_t>(std::countr_one(follows >> lane >> 1)) + 1);
    if (size < least_stretch) {
      met.p |= LaneSet{*option == 0} << lane;
      met.unsolved |= LaneSet{*option == unsolved} << lane;
      asked &= asked - 1;
      continue;
    }
    const Met here = met_in_stretch(option, size);
    met.p |= here.p << lane & asked;
    met.unsolved |= here.unsolved << lane & asked;
    asked &= ~(~LaneSet{0} >> (lanes - size) << lane);
  }
  return met;
}

Met LookAtOptions(const LaneRuns& runs, LaneSet asked, const std::uint8_t* cells) {
  Met met{0, 0};
  Left left;
  std::int64_t base = 0;
  find_left(runs, base, left);
  for (std::int64_t i = 0;; ++i) {
    if (i - base == most_left - 1) find_left(runs, base = i, left);
    const LaneSet alive = lanes_with_more(left, i - base);
    asked &= alive;
    if (asked == 0) break;
    const Met here = look_at_option(runs, i, asked, alive, cells);
    met.p |= here.p;
    met.unsolved |= here.unsolved;
    asked &= ~here.p;
  }
  met.unsolved &= ~met.p;
  return met;
}

// Bits of `won` and of `waiting` as bits 0 and 1 of bytes.
void OutcomeBytes(LaneSet won, LaneSet waiting, std::uint8_t* bytes) {
  const Bytes d;
  for (std::size_t lane = 0; lane < lanes; lane += hn::Lanes(d)) {
    const auto one = hn::IfThenElseZero(mask_of(d, won, lane), hn::Set(d, 1));
    const auto two = hn::IfThenElseZero(mask_of(d, waiting, lane), hn::Set(d, unsolved));
    hn::StoreU(hn::Or(one, two), d, bytes + lane);
  }
}

}  // namespace
}  // namespace grundy::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace grundy::kernels {

HWY_EXPORT(LanesNotZero);
HWY_EXPORT(LanesThatRise);
HWY_EXPORT(FindRuns);
HWY_EXPORT(LookAtOptions);
HWY_EXPORT(OutcomeBytes);

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

void outcome_bytes(LaneSet won, LaneSet waiting, std::span<std::uint8_t, lanes> bytes) noexcept {
  HWY_DYNAMIC_DISPATCH(OutcomeBytes)(won, waiting, bytes.data());
}

}  // namespace grundy::kernels
#endif
