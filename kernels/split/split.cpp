#include "kernels/split/split.hpp"

#include <algorithm>
#include <array>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/split/split.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef GRUNDY_KERNELS_SPLIT_TABLES
#define GRUNDY_KERNELS_SPLIT_TABLES
namespace grundy::kernels {

// A page is eight values, which a byte of exclusions stands for. bits[page][a][b] is the bit
// of a ^ b, if that is a value of the page.
using PageTable = std::array<std::array<std::uint8_t, 16>, 16>;

constexpr std::array<PageTable, 2> page_bits() {
  std::array<PageTable, 2> bits{};
  for (unsigned page = 0; page < 2; ++page)
    for (unsigned a = 0; a < 16; ++a)
      for (unsigned value = 8 * page; value < 8 * page + 8; ++value)
        bits[page][a][a ^ value] = static_cast<std::uint8_t>(1u << (value - 8 * page));
  return bits;
}

alignas(64) inline constexpr std::array<PageTable, 2> bits_of_page = page_bits();

// The number of the bit in a nibble that has one, from its place in a byte.
alignas(16) inline constexpr std::array<std::uint8_t, 16> low_bit_number{0, 0, 1, 0, 2, 0, 0, 0, 3};
alignas(16) inline constexpr std::array<std::uint8_t, 16> high_bit_number{0, 4, 5, 0, 6,
                                                                          0, 0, 0, 7};

// 64 bytes from `64 - n` on: n times `before`, then `after`.
constexpr std::array<std::uint8_t, 128> slide(std::uint8_t before, std::uint8_t after) {
  std::array<std::uint8_t, 128> bytes{};
  std::fill_n(bytes.begin(), 64, before);
  std::fill_n(bytes.begin() + 64, 64, after);
  return bytes;
}

inline constexpr std::array<std::uint8_t, 128> none_then_any = slide(no_position, 0);
inline constexpr std::array<std::uint8_t, 128> kept_then_cleared = slide(0xff, 0);

inline constexpr std::size_t max_pages = 16;

// x / 2, or -1 below 0.
inline std::int64_t half(std::int64_t x) {
  return x < 0 ? -1 : x / 2;
}

}  // namespace grundy::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<std::uint8_t, 64>;
using V = hn::Vec<D>;
constexpr D d;
constexpr std::int64_t vector_lanes{hn::MaxLanes(d)};
// Vectors that share the tables of the lanes they are combined with.
constexpr std::int64_t together = std::min<std::int64_t>(4, split_lanes / vector_lanes);

// A table of 16 bytes, and what it says of each lane; 0 from 16 on where an index may have
// such values, which then have bit 7 set.
#if HWY_TARGET == HWY_SCALAR  // whose vectors have one lane
using Table = const std::uint8_t*;
inline Table Load16(const std::uint8_t* bytes) {
  return bytes;
}
inline V Lookup(Table table, V index) {
  const std::uint8_t at = hn::GetLane(index);
  return hn::Set(d, at < 16 ? table[at] : std::uint8_t{0});
}
#else
using Table = V;
inline Table Load16(const std::uint8_t* bytes) {
  return hn::LoadDup128(d, bytes);
}
inline V Lookup(Table table, V index) {
  return hn::TableLookupBytesOr0(table, index);
}
#endif

// Which values of one page nimbers are.
template <bool wide>
class Page {
 public:
  explicit Page(std::size_t number)
      : number_(number), table_(Load16(bits_of_page[wide ? 0 : number][0].data())) {}

  std::size_t number() const { return number_; }

  // The bits of the nimbers, 0 for no_position.
  V bits(V nimbers) const {
    if constexpr (wide)
      nimbers = hn::Min(hn::Xor(nimbers, hn::Set(d, static_cast<std::uint8_t>(8 * number_))),
                        hn::Set(d, 8));
    return Lookup(table_, nimbers);
  }

  // What xors with `part` have to be looked up in, and the lookup.
  using Factor = std::conditional_t<wide, V, Table>;
  Factor factor(std::uint8_t part) const {
    if constexpr (wide)
      return hn::Set(d, part);
    else
      return Load16(bits_of_page[number_][part].data());
  }
  V bits(Factor factor, V nimbers) const {
    if constexpr (wide)
      return bits(hn::Xor(factor, nimbers));
    else
      return Lookup(factor, nimbers);
  }

 private:
  std::size_t number_;
  Table table_;
};

template <std::int64_t count>
struct Vectors {
  V at[static_cast<std::size_t>(count)];

  // Said here, for g++ compiles those that it adds itself without the target's instructions, and
  // then cannot call those of NEON vectors.
  HWY_INLINE Vectors() {}
  HWY_INLINE explicit Vectors(V first) : at{first} {}
};

// `rows` outputs of one vector, `depth` pairs at a time: the upper rows of the outputs are
// nearly the same, so each is loaded once for up to `depth` uses.
template <std::int64_t rows, std::int64_t depth, bool wide>
void ExcludeRows(const std::uint8_t* lower, const std::uint8_t* upper, std::int64_t stride,
                 std::int64_t count, std::uint8_t* masks, std::int64_t mask_stride) {
  const Page<wide> page(0);
  V mask[static_cast<std::size_t>(rows)];
  for (std::int64_t r = 0; r < rows; ++r) mask[r] = hn::LoadU(d, masks + r * mask_stride);
  std::int64_t k = 0;
  for (; k + depth <= count; k += depth) {
    V part[static_cast<std::size_t>(depth)];
    for (std::int64_t b = 0; b < depth; ++b) part[b] = hn::LoadU(d, lower + (k + b) * stride);
    HWY_UNROLL(16)
    for (std::int64_t shift = 1 - depth; shift < rows; ++shift) {
      const V other = hn::LoadU(d, upper + (shift - k) * stride);
      HWY_UNROLL(16)
      for (std::int64_t b = 0; b < depth; ++b) {
        const std::int64_t r = shift + b;
        if (r >= 0 && r < rows) mask[r] = hn::Or(mask[r], page.bits(hn::Xor(part[b], other)));
      }
    }
  }
  for (; k < count; ++k) {
    const V part = hn::LoadU(d, lower + k * stride);
    for (std::int64_t r = 0; r < rows; ++r) {
      const V other = hn::LoadU(d, upper + (r - k) * stride);
      mask[r] = hn::Or(mask[r], page.bits(hn::Xor(part, other)));
    }
  }
  for (std::int64_t r = 0; r < rows; ++r) hn::StoreU(mask[r], d, masks + r * mask_stride);
}

// Returns the first output that is left.
template <std::int64_t at_once, std::int64_t depth, bool wide>
std::int64_t ExcludeGroups(const std::uint8_t* cells, const RowPairs& pairs, std::int64_t r,
                           std::int64_t lane, const SplitMasks& masks) {
  for (; r + at_once <= masks.rows; r += at_once)
    ExcludeRows<at_once, depth, wide>(cells + pairs.lower + masks.first + lane,
                                      cells + pairs.upper + masks.first + lane + r * pairs.stride,
                                      pairs.stride, pairs.count,
                                      masks.bytes.data() + r * masks.stride + lane, masks.stride);
  return r;
}

template <bool wide>
void ExcludeBlocks(const std::uint8_t* cells, const RowPairs& pairs, const SplitMasks& masks) {
  for (std::int64_t lane = 0; lane < split_lanes; lane += vector_lanes) {
    std::int64_t r = ExcludeGroups<8, 4, wide>(cells, pairs, 0, lane, masks);
    r = ExcludeGroups<4, 4, wide>(cells, pairs, r, lane, masks);
    ExcludeGroups<1, 1, wide>(cells, pairs, r, lane, masks);
  }
}

void Exclude(const std::uint8_t* cells, const RowPairs& pairs, bool wide, const SplitMasks& masks) {
  if (wide)
    ExcludeBlocks<true>(cells, pairs, masks);
  else
    ExcludeBlocks<false>(cells, pairs, masks);
}

// The least value of the page that a mask leaves, from 0; 0 if it leaves none.
inline V LeastFree(V mask) {
  const V bit = hn::AndNot(mask, hn::Add(mask, hn::Set(d, 1)));
  return hn::Or(Lookup(Load16(low_bit_number.data()), hn::And(bit, hn::Set(d, 15))),
                Lookup(Load16(high_bit_number.data()), hn::ShiftRight<4>(bit)));
}

template <bool wide>
class BlockSolver {
 public:
  BlockSolver(std::uint8_t* cells, const SplitBlock& block)
      : cells_(cells), row_(cells + block.row), block_(block), largest_(hn::Zero(d)) {}

  // The largest value of the block, or one beyond what the pages hold.
  unsigned Solve() {
    for (std::int64_t lane = 0; lane < block_.width; lane += together * vector_lanes)
      if (!SolveTogether(block_.first + lane)) return largest_value + 1;
    alignas(64) std::array<std::uint8_t, vector_lanes> values;
    hn::Store(largest_, d, values.data());
    return *std::max_element(values.begin(), values.end());
  }

 private:
  static constexpr std::size_t pages = wide ? max_pages : 2;
  static constexpr unsigned largest_value = wide ? largest_split_nimber : largest_narrow_nimber;

  // False if a value is too large; the next two likewise.
  bool SolveTogether(std::int64_t lane) {
    pages_ = 0;
    AddPage(lane);
    for (std::int64_t j = 0; j < together; ++j) {
      const std::int64_t at = lane + j * vector_lanes;
      if (at >= block_.first + block_.width) break;
      for (std::size_t page = 0; page < pages_; ++page) ExcludeNear(page, at, j);
      if (!SolveVector(lane, j)) return false;
    }
    return true;
  }

  // Exclusions of one more page by all that is finished before `lane`.
  void AddPage(std::int64_t lane) {
    const Page<wide> page(pages_++);
    Vectors<together> masks;
    for (std::int64_t j = 0; j < together; ++j)
      masks.at[j] = page.number() == 0
                        ? hn::LoadU(d, block_.masks.data() + lane - block_.first + j * vector_lanes)
                        : hn::Zero(d);
    for (const RowPairs& pairs : page.number() == 0 ? block_.rest : block_.all)
      ExcludePairs(page, pairs, lane, masks);
    for (const RowSplit& split : block_.splits)
      ExcludeSplit(page, split, lane, together * vector_lanes - split.gap, no_limit, masks);
    finished_[page.number()] = masks;
  }

  static void ExcludePairs(const Page<wide>& page, const std::uint8_t* lower,
                           const std::uint8_t* upper, const RowPairs& pairs,
                           Vectors<together>& masks) {
    for (std::int64_t k = 0; k < pairs.count; ++k)
      for (std::int64_t j = 0; j < together; ++j) {
        const V part = hn::LoadU(d, lower + k * pairs.stride + j * vector_lanes);
        const V other = hn::LoadU(d, upper - k * pairs.stride + j * vector_lanes);
        masks.at[j] = hn::Or(masks.at[j], page.bits(hn::Xor(part, other)));
      }
  }
  void ExcludePairs(const Page<wide>& page, const RowPairs& pairs, std::int64_t lane,
                    Vectors<together>& masks) const {
    Vectors<together> sum = masks;
    ExcludePairs(page, cells_ + pairs.lower + lane, cells_ + pairs.upper + lane, pairs, sum);
    masks = sum;
  }

  // The splits with i in from .. to - 1 of the lanes from `lane` on. Pairs that several i
  // give are no harm; in the last few the lanes where the other part would be the smaller
  // one, so below `least` perhaps, or the equal one, are left out.
  template <std::int64_t count>
  void ExcludeSplit(const Page<wide>& page, const RowSplit& split, std::int64_t lane,
                    std::int64_t from, std::int64_t to, Vectors<count>& masks) const {
    const std::int64_t last = lane + count * vector_lanes - 1 - split.gap - split.unequal;
    to = std::min(to, half(last) + 1);
    std::int64_t i = std::max(from, split.least);
    const std::int64_t everywhere =
        split.unequal ? half(lane - split.gap - 1) + 1 : lane - split.gap - split.least + 1;
    i = ExcludeInAllLanes(page, row_ + lane - split.gap, i, std::min(to, everywhere), masks);
    for (; i < to; ++i) ExcludeInSomeLanes(page, split, lane, i, masks);
  }

  // Returns the first i that is left: others are the cells i below `others`.
  template <std::int64_t count>
  std::int64_t ExcludeInAllLanes(const Page<wide>& page, const std::uint8_t* others, std::int64_t i,
                                 std::int64_t to, Vectors<count>& masks) const {
    Vectors<count> sum = masks;
    HWY_UNROLL(4)
    for (; i < to; ++i) {
      const auto factor = page.factor(row_[i]);
      for (std::int64_t j = 0; j < count; ++j)
        sum.at[j] =
            hn::Or(sum.at[j], page.bits(factor, hn::LoadU(d, others - i + j * vector_lanes)));
    }
    masks = sum;
    return i;
  }

  template <std::int64_t count>
  void ExcludeInSomeLanes(const Page<wide>& page, const RowSplit& split, std::int64_t lane,
                          std::int64_t i, Vectors<count>& masks) const {
    const auto factor = page.factor(row_[i]);
    const std::uint8_t* others = row_ + lane - split.gap - i;
    for (std::int64_t j = 0; j < count; ++j) {
      const std::int64_t smaller = 2 * i + split.gap + split.unequal - lane - j * vector_lanes;
      const std::int64_t left_out = std::clamp<std::int64_t>(smaller, 0, 64);
      const V other = hn::Or(hn::LoadU(d, others + j * vector_lanes),
                             hn::LoadU(d, none_then_any.data() + 64 - left_out));
      masks.at[j] = hn::Or(masks.at[j], page.bits(factor, other));
    }
  }

  // The splits of vector j with a part in the finished vectors before it in the block.
  void ExcludeNear(std::size_t number, std::int64_t lane, std::int64_t j) {
    const Page<wide> page(number);
    Vectors<1> mask{finished_[number].at[j]};
    for (const RowSplit& split : block_.splits)
      ExcludeSplit(page, split, lane, vector_lanes - split.gap, together * vector_lanes - split.gap,
                   mask);
    finished_[number].at[j] = mask.at[0];
  }

  // Those with a part in the vector itself, at the values it has now, and all steps.
  V ExcludeInside(std::size_t number, std::int64_t lane) const {
    const Page<wide> page(number);
    Vectors<1> mask{hn::Zero(d)};
    for (const RowSplit& split : block_.splits)
      ExcludeSplit(page, split, lane, 0, vector_lanes - split.gap, mask);
    for (const std::int64_t step : block_.steps)
      mask.at[0] = hn::Or(mask.at[0], page.bits(hn::LoadU(d, row_ + lane - step)));
    return mask.at[0];
  }

  // A narrow block gives up on too large a guess, though it might have been wrong.
  bool SolveVector(std::int64_t together_lane, std::int64_t j) {
    const std::int64_t lane = together_lane + j * vector_lanes;
    const std::int64_t width = std::clamp<std::int64_t>(block_.first + block_.width - lane, 0, 64);
    const V kept = hn::LoadU(d, kept_then_cleared.data() + 64 - width);
    V inside[pages];
    for (V& mask : inside) mask = hn::Zero(d);
    V values = hn::Zero(d);
    for (bool guessed = false;; guessed = true) {
      V next = hn::Zero(d);
      while (!Mex(j, inside, kept, next)) {
        if (pages_ == pages && !wide) return false;
        if (pages_ == pages) break;
        AddPage(together_lane);
        ExcludeNear(pages_ - 1, lane, j);
        if (guessed) inside[pages_ - 1] = ExcludeInside(pages_ - 1, lane);
      }
      if (guessed && hn::AllTrue(d, hn::Eq(next, values))) break;
      values = next;
      hn::StoreU(values, d, row_ + lane);
      for (std::size_t page = 0; page < pages_; ++page) inside[page] = ExcludeInside(page, lane);
    }
    largest_ = hn::Max(largest_, values);
    return true;
  }

  // The least value that no page excludes. False if there is a lane without: it gets the
  // value after the last page's, or the last one that fits 7 bits.
  bool Mex(std::int64_t j, const V* inside, V kept, V& values) const {
    V open = hn::Set(d, 0xff);
    values = hn::Set(d, static_cast<std::uint8_t>(std::min<std::size_t>(8 * pages_, 127)));
    for (std::size_t page = 0; page < pages_; ++page) {
      const V mask = hn::And(hn::Or(finished_[page].at[j], inside[page]), kept);
      const V full = hn::VecFromMask(d, hn::Eq(mask, hn::Set(d, 0xff)));
      const V here = hn::AndNot(full, open);
      const V value = hn::Add(LeastFree(mask), hn::Set(d, static_cast<std::uint8_t>(8 * page)));
      values = hn::IfVecThenElse(here, value, values);
      open = hn::And(open, full);
    }
    return hn::AllTrue(d, hn::Eq(open, hn::Zero(d)));
  }

  static constexpr std::int64_t no_limit = INT64_MAX;

  std::uint8_t* cells_;
  std::uint8_t* row_;
  const SplitBlock& block_;
  V largest_;
  std::size_t pages_ = 0;
  Vectors<together> finished_[pages];  // exclusions by options with finished parts
};

unsigned SolveBlock(std::uint8_t* cells, const SplitBlock& block, bool wide) {
  return wide ? BlockSolver<true>(cells, block).Solve() : BlockSolver<false>(cells, block).Solve();
}

}  // namespace
}  // namespace grundy::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace grundy::kernels {

HWY_EXPORT(Exclude);
HWY_EXPORT(SolveBlock);

void exclude_row_pairs(std::span<const std::uint8_t> cells, const RowPairs& pairs, bool wide,
                       const SplitMasks& masks) noexcept {
  HWY_DYNAMIC_DISPATCH(Exclude)(cells.data(), pairs, wide, masks);
}

unsigned solve_split_block(std::span<std::uint8_t> cells, const SplitBlock& block,
                           bool wide) noexcept {
  return HWY_DYNAMIC_DISPATCH(SolveBlock)(cells.data(), block, wide);
}

}  // namespace grundy::kernels
#endif
