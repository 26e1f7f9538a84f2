#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/step/finish.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h comes first, so that everything below is compiled once a target.
#include <bit>

#include "kernels/step/masks-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

std::size_t FinishSteps(std::uint8_t* values, Steps steps, std::size_t planes, StepRule rule,
                        std::size_t first, std::size_t count, std::uint8_t* masks) {
  for (std::size_t i = 0; i < count; ++i) {
    std::uint8_t* const mask = masks + mask_at(i, planes);
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

namespace {

using Bytes = hn::Full128<std::uint8_t>;

// Planes of 16 heaps become whole masks, in the order of the heaps.
template <std::size_t planes, std::size_t bytes = 1>
HWY_INLINE void interleave(hn::Vec<Bytes>* masks) {
  if constexpr (bytes < planes) {
    const hn::Full128<hwy::UnsignedFromSize<bytes> > d;
    const Bytes d8;
    hn::Vec<Bytes> out[planes];
    for (std::size_t pair = 0; pair < planes; pair += 2 * bytes)
      for (std::size_t part = 0; part < bytes; ++part) {
        const auto left = hn::BitCast(d, masks[pair + part]);
        const auto right = hn::BitCast(d, masks[pair + bytes + part]);
        out[pair + 2 * part] = hn::BitCast(d8, hn::InterleaveLower(d, left, right));
        out[pair + 2 * part + 1] = hn::BitCast(d8, hn::InterleaveUpper(d, left, right));
      }
    for (std::size_t i = 0; i < planes; ++i) masks[i] = out[i];
    interleave<planes, 2 * bytes>(masks);
  }
}

constexpr std::size_t window = 32;    // heaps whose far steps are marked together
constexpr std::size_t reach = 64;     // shorter steps are not far
constexpr std::size_t stretch = 512;  // heaps between two moves of the history to the front

// A heap has a word: at first the values that none of its options has, in the end the lowest of
// these alone, its bit. A vector of 16 bytes holds `vector_heaps` of them, solved one after the
// other: lowest bit (two instructions), a table lookup that sends it to those of the same vector
// that have a step to this heap, and their words lose it. This chain of four is what a heap costs.
// All else is done beside it: a second lookup for the next vector, whose heaps the steps up to
// `vector_heaps` reach from here, and what longer steps bring it from earlier vectors ("pulls", one
// load each).
//
// A load that straddles two recent stores waits until both have left the core. So each pair of
// neighbouring vectors has a slot in `slots_` and is stored there at once: whatever `vector_heaps`
// heaps in a row a pull needs, they lie within one store. Before the second vector of a pair is
// solved its slot holds zeros for it, since what it brings to the next one it sends there itself.
// While vector v is solved:
//
//    words_  | the last `reach` heaps | .. v-2 | v-1 | v |      before v: bits; from v on: words
//    slots_  .. | v-3 v-2 | v-2 v-1 | v-1 0 |                   each two vectors, 32 bytes
//
// Once v is solved, its slot is `v-1 v`, and that of v+1 is `v 0`.
//
// Far steps reach values of at least one window ago. They are marked for the next window while
// this one is solved, in halves, so that the CPU finds both kinds of work within its sight.
template <std::size_t planes, StepRule rule>
class Finish {
  using Word = hwy::UnsignedFromSize<planes>;
  static constexpr std::size_t vector_heaps = 16 / planes;
  static constexpr std::size_t vectors = window / vector_heaps;

 public:
  Finish(std::uint8_t* values, Steps steps, std::size_t first, std::size_t count,
         std::uint8_t* masks)
      : values_(values), first_(first), count_(count), masks_(masks) {
    const auto far = std::lower_bound(steps.begin(), steps.end(), static_cast<std::int64_t>(reach));
    far_ = Steps(far, steps.end());
    const Steps short_steps(steps.begin(), far);
    list_pushes(short_steps);
    list_pulls(short_steps);
    for (std::size_t i = 0; i < reach; ++i)
      words_[stretch + i] = first == 0 ? Word{0} : bit_of(values[first - reach + i]);
    move_history();
    for (std::size_t i = 0; i < vector_heaps; ++i)
      for (const std::int64_t step : short_steps)
        if (const auto k = static_cast<std::size_t>(step); k > i)
          attacked_[i] = static_cast<Word>(attacked_[i] | words_[reach + i - k]);
  }

  // Heaps solved, as finish_steps returns them.
  std::size_t run() {
    const Bytes d;
    for (std::size_t half = 0; half < 2; ++half) mark(0, half);
    auto attacked = hn::Load(d, reinterpret_cast<const std::uint8_t*>(attacked_));
    auto by_last = hn::Zero(d);
    for (std::size_t i = 0; i < count_; i += window) {
      if (here_ == stretch) move_history();
      load_missing(i);
      if (!solve(i, attacked, by_last)) return (i - window) / step_group * step_group;
      here_ += window;
    }
    return write_values(count_ - window) ? count_ : count_ - step_group;
  }

 private:
  // None if the value is beyond the planes.
  static Word bit_of(std::uint8_t value) {
    if (rule == StepRule::outcome) return value ^ 1;
    return value < 8 * planes ? static_cast<Word>(Word{1} << value) : Word{0};
  }

  // Table lookups that send the bit of a lane to those who have a step to it: in its own vector
  // and in the next.
  void list_pushes(Steps steps) {
    pushes_ = !steps.empty() && static_cast<std::size_t>(steps.front()) < 2 * vector_heaps;
    for (std::size_t i = 0; i < vector_heaps; ++i) {
      std::fill_n(own_[i], 16, std::uint8_t{0x80});
      std::fill_n(next_[i], 16, std::uint8_t{0x80});
      for (const std::int64_t k : steps) {
        const std::size_t to = i + static_cast<std::size_t>(k);
        if (to >= 2 * vector_heaps) break;
        std::uint8_t* const lookup =
            (to < vector_heaps ? own_[i] : next_[i]) + to % vector_heaps * planes;
        for (std::size_t byte = 0; byte < planes; ++byte)
          lookup[byte] = static_cast<std::uint8_t>(i * planes + byte);
      }
    }
  }

  // Where in the slots, counted from that of this vector, the bits stand that a longer step brings
  // to the next one. The list is filled up to a multiple of four, the last pull again and again.
  void list_pulls(Steps steps) {
    for (const std::int64_t k : steps) {
      if (k <= static_cast<std::int64_t>(vector_heaps)) continue;
      // Heaps between the first of this vector and that from which the next one's first is reached.
      const std::size_t back = static_cast<std::size_t>(k) - vector_heaps - 1;
      pulls_[pull_count_++] =
          static_cast<std::ptrdiff_t>(planes * (vector_heaps - 1 - back % vector_heaps)) -
          static_cast<std::ptrdiff_t>(32 * (back / vector_heaps));
    }
    while (pull_count_ % 4 != 0) {
      pulls_[pull_count_] = pulls_[pull_count_ - 1];
      ++pull_count_;
    }
  }

  // The last `reach` heaps go to the front.
  void move_history() {
    std::copy_n(words_ + stretch, reach, words_);
    for (std::size_t v = 1; v < reach / vector_heaps; ++v)
      std::copy_n(words_ + (v - 1) * vector_heaps, 2 * vector_heaps, slots_ + v * 2 * vector_heaps);
    std::copy_n(words_ + reach - vector_heaps, vector_heaps, slots_ + 2 * reach);
    std::fill_n(slots_ + 2 * reach + vector_heaps, vector_heaps, Word{0});
    here_ = 0;
  }

  // Adds half of the far steps to the masks of the window at i.
  HWY_INLINE void mark(std::size_t i, std::size_t half) {
    const hn::CappedTag<std::uint8_t, window> d;
    const std::size_t first = first_ + i;
    std::uint8_t* const masks = masks_ + mask_at(i, planes);
    if (half == 0) {
      while (whole_ < far_.size() && static_cast<std::size_t>(far_[whole_]) <= first) ++whole_;
      mark_singly(values_, far_.subspan(whole_), planes, first, window, masks);
    }
    const Steps steps =
        half == 0 ? far_.first(whole_ / 2) : far_.subspan(whole_ / 2, whole_ - whole_ / 2);
    for (std::size_t part = 0; part < window; part += hn::Lanes(d))
      mark_vector<planes>(d, values_, steps, first + part, masks + part);
  }

  HWY_INLINE void load_missing(std::size_t i) {
    const Bytes d;
    const std::uint8_t* masks = masks_ + mask_at(i, planes);
    auto* const missing = reinterpret_cast<std::uint8_t*>(words_ + reach + here_);
    for (std::size_t part = 0; part < window; part += 16) {
      hn::Vec<Bytes> plane[planes];
      for (std::size_t q = 0; q < planes; ++q) {
        plane[q] = hn::Not(hn::LoadU(d, masks + q * step_group + part));
        if (rule == StepRule::outcome) plane[q] = hn::And(plane[q], hn::Set(d, std::uint8_t{1}));
      }
      interleave<planes>(plane);
      for (std::size_t q = 0; q < planes; ++q)
        hn::Store(plane[q], d, missing + part * planes + q * 16);
    }
  }

  // Of an outcome there is only one bit.
  static HWY_INLINE hn::Vec<Bytes> lowest(hn::Vec<Bytes> missing) {
    if constexpr (rule == StepRule::outcome) return missing;
    const hn::Full128<Word> d;
    const auto words = hn::BitCast(d, missing);
    return hn::BitCast(Bytes(), hn::And(words, hn::Sub(hn::Zero(d), words)));
  }

  // The window at i, heap after heap. False if a mask of the window before was full. What a vector
  // brings to the next one is `attacked` and, from its last heap, `by_last`: apart, and in
  // registers from window to window, since that is on the chain.
  HWY_INLINE bool solve(std::size_t i, hn::Vec<Bytes>& attacked, hn::Vec<Bytes>& by_last) {
    const Bytes d;
    auto* at = reinterpret_cast<std::uint8_t*>(words_ + reach + here_);
    auto* slot = reinterpret_cast<std::uint8_t*>(slots_ + 2 * (reach + here_));
    auto last = hn::Load(d, at - 16);
    bool room = true;
    for (std::size_t v = 0; v < vectors; ++v, at += 16, slot += 32) {
      if (!beside(i, v)) room = false;
      auto own = hn::AndNot(by_last, hn::AndNot(attacked, hn::Load(d, at)));
      attacked = hn::Zero(d);
      for (std::size_t j = 0; j < pull_count_; j += 4)
#pragma GCC unroll 4
        for (std::size_t part = 0; part < 4; ++part)
          attacked = hn::Or(attacked, hn::LoadU(d, slot + pulls_[j + part]));
      if (pushes_) {
#pragma GCC unroll 16
        for (std::size_t lane = 0; lane + 1 < vector_heaps; ++lane) {
          const auto bit = lowest(own);
          own = hn::AndNot(hn::TableLookupBytesOr0(bit, hn::Load(d, own_[lane])), own);
          attacked = hn::Or(attacked, hn::TableLookupBytesOr0(bit, hn::Load(d, next_[lane])));
        }
      }
      const auto bits = lowest(own);
      if (pushes_) by_last = hn::TableLookupBytesOr0(bits, hn::Load(d, next_[vector_heaps - 1]));
      hn::Store(bits, d, at);
      if (pull_count_ > 0) store_slots(last, bits, slot);
      last = bits;
    }
    return room;
  }

  // What else is to do while the chain waits for itself, by vectors of the window.
  HWY_INLINE bool beside(std::size_t i, std::size_t v) {
    const bool more = i + window < count_;
    bool room = true;
    if (v == std::max<std::size_t>(vectors / 4, 1) && i > 0) room = write_values(i - window);
    if (v == vectors / 2 && more) mark(i + window, 0);
    if (v == vectors * 3 / 4 && more) mark(i + window, 1);
    return room;
  }

  static HWY_INLINE void store_slots(hn::Vec<Bytes> last, hn::Vec<Bytes> bits, std::uint8_t* slot) {
#if HWY_MAX_BYTES >= 32
    const hn::Full256<std::uint8_t> d;
    hn::Store(hn::Combine(d, bits, last), d, slot);
    hn::Store(hn::ZeroExtendVector(d, bits), d, slot + 32);
#else
    const Bytes d;
    hn::Store(last, d, slot);
    hn::Store(bits, d, slot + 16);
    hn::Store(bits, d, slot + 32);
    hn::Store(hn::Zero(d), d, slot + 48);
#endif
  }

  // The values of the window at i, whose words end at here_. False if a mask was full.
  HWY_INLINE bool write_values(std::size_t i) {
    const hn::CappedTag<std::uint8_t, window> d8;
    const hn::Repartition<Word, decltype(d8)> d;
    const auto one = hn::Set(d, Word{1});
    const Word* bits = words_ + reach + here_ - window;
    auto most = hn::Zero(d8);
    for (std::size_t part = 0; part < window; part += hn::Lanes(d8)) {
      hn::Vec<decltype(d8)> value[planes];
      for (std::size_t v = 0; v < planes; ++v, bits += hn::Lanes(d)) {
        const auto bit = hn::LoadU(d, bits);
        value[v] = hn::BitCast(d8, rule == StepRule::nimber ? hn::PopulationCount(hn::Sub(bit, one))
                                                            : hn::Xor(bit, one));
      }
      for (std::size_t left = planes; left > 1; left /= 2)
        for (std::size_t j = 0; j < left / 2; ++j)
          value[j] = hn::ConcatEven(d8, value[2 * j + 1], value[2 * j]);
      hn::StoreU(value[0], d8, values_ + first_ + i + part);
      most = hn::Max(most, value[0]);
    }
    return hn::AllTrue(d8, hn::Lt(most, hn::Set(d8, static_cast<std::uint8_t>(8 * planes))));
  }

  std::uint8_t* values_;
  std::size_t first_;
  std::size_t count_;
  std::uint8_t* masks_;
  Steps far_;
  std::size_t whole_ = 0;  // far steps that all heaps of a window have
  std::size_t here_ = 0;   // heaps of the stretch that are solved
  bool pushes_ = false;    // some step joins heaps of a vector or of neighbours
  std::size_t pull_count_ = 0;
  std::ptrdiff_t pulls_[reach];
  alignas(16) std::uint8_t own_[vector_heaps][16];
  alignas(16) std::uint8_t next_[vector_heaps][16];
  alignas(16) Word attacked_[vector_heaps] = {};  // what the next vector loses
  alignas(64) Word words_[reach + stretch];
  alignas(64) Word slots_[2 * (reach + stretch + vector_heaps)];
};

template <std::size_t planes, StepRule rule = StepRule::nimber>
std::size_t finish(std::uint8_t* values, Steps steps, std::size_t first, std::size_t count,
                   std::uint8_t* masks) {
  return Finish<planes, rule>(values, steps, first, count, masks).run();
}

}  // namespace

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

HWY_EXPORT(FinishSteps);

std::size_t finish_steps(std::span<std::uint8_t> values, std::span<const std::int64_t> steps,
                         std::size_t planes, StepRule rule, std::size_t first,
                         std::span<std::uint8_t> masks) noexcept {
  return HWY_DYNAMIC_DISPATCH(FinishSteps)(values.data(), steps, planes, rule, first,
                                           masks.size() / planes, masks.data());
}

}  // namespace grundy::kernels
#endif
