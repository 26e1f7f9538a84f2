#include "kernels/scan/sections.hpp"

#include <algorithm>
#include <array>
#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/scan/sections.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels::scan {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::uint64_t all_ones = ~std::uint64_t{0};

bool holds(const IndexTest& test, std::int64_t turn, std::int64_t index) {
  const std::int64_t value = test.value.at(turn) + test.gain * index;
  return test.is_zero ? value == 0 : value >= 0;
}

HWY_INLINE bool hold(std::span<const IndexTest> tests, std::int64_t turn, std::int64_t index) {
  for (const IndexTest& test : tests)
    if (!holds(test, turn, index)) return false;
  return true;
}

// Where the tests hold in a row.
Interval where(std::span<const IndexTest> tests, std::int64_t turn, std::int64_t length) {
  Interval interval{0, length - 1};
  for (const IndexTest& test : tests)
    if (test.is_zero)
      interval.keep_zero(test.value.at(turn), test.gain);
    else
      interval.keep_at_least_zero(test.value.at(turn), test.gain);
  return interval;
}

constexpr std::size_t word_of(std::int64_t bit) {
  return static_cast<std::size_t>(bit) / 64;
}
constexpr int shift_of(std::int64_t bit) {
  return static_cast<int>(static_cast<std::uint64_t>(bit) % 64);
}

HWY_INLINE void set_bit(std::uint64_t* bits, std::int64_t bit) {
  bits[word_of(bit)] |= std::uint64_t{1} << shift_of(bit);
}

// The 64 bits of words from bit `shift` on, and those from number `bit` on.
HWY_INLINE std::uint64_t shifted(const std::uint64_t* words, int shift) {
  return words[0] >> shift | words[1] << 1 << (63 - shift);
}
HWY_INLINE std::uint64_t fetch(const std::uint64_t* bits, std::int64_t bit) {
  return shifted(bits + word_of(bit), shift_of(bit));
}

// The bits of word number `word` that lie in the interval.
std::uint64_t mask(const Interval& interval, std::int64_t word) {
  const std::int64_t first = std::clamp<std::int64_t>(interval.first - 64 * word, 0, 64);
  const std::int64_t end = std::clamp<std::int64_t>(interval.last + 1 - 64 * word, 0, 64);
  if (first >= end) return 0;
  return all_ones >> (64 - (end - first)) << first;
}

// Sets the bits first .. last.
void fill(std::uint64_t* bits, Interval interval) {
  const std::int64_t first = interval.first / 64;
  const std::int64_t last = interval.last / 64;
  bits[first] |= mask(interval, first);
  if (first == last) return;
  std::fill(bits + first + 1, bits + last, all_ones);
  bits[last] |= mask(interval, last);
}

// Sets those bits of an interval of a row that are set in another.
void unite(std::uint64_t* bits, std::int64_t place, const std::uint64_t* other,
           std::int64_t other_place, Interval interval) {
  for (std::int64_t i = interval.first; i <= interval.last;) {
    const std::int64_t at = shift_of(place + i);
    const std::int64_t count = std::min(64 - at, interval.last + 1 - i);
    const std::uint64_t joining = fetch(other, other_place + i) & (all_ones >> (64 - count));
    bits[word_of(place + i)] |= joining << at;
    i += count;
  }
}

// Bits of a row that are read at an interval: from bit `shift` of the words on.
struct Reading {
  const std::uint64_t* words;
  int shift;
  Interval interval;
};

// The bits that are read at a word and those after it.
template <class D>
HWY_INLINE hn::Vec<D> fetch(D d, const Reading& reading, std::int64_t word) {
  const std::uint64_t* const words = reading.words + word;
  const auto low = hn::LoadU(d, words);
  if (reading.shift == 0) return low;
  return hn::Or(hn::ShiftRightSame(low, reading.shift),
                hn::ShiftLeftSame(hn::LoadU(d, words + 1), 64 - reading.shift));
}

template <class Entry, bool notes_options>
class Rows {
 public:
  explicit Rows(const SectionRows<Entry>& rows)
      : rows_(rows), steps_of_row_(rows.steps.size() / rows.phases) {}

  void solve() {
    std::size_t phase = 0;
    std::int64_t turn = 0;
    for (std::int64_t row = 0; row < rows_.rows; ++row) {
      solve_row(rows_.steps.subspan(phase * steps_of_row_, steps_of_row_), turn,
                rows_.entries[rows_.first + row * rows_.row_step]);
      if (++phase == rows_.phases) {
        phase = 0;
        ++turn;
      }
    }
  }

 private:
  HWY_INLINE void solve_row(std::span<const SectionStep> steps, std::int64_t turn, Entry& entry) {
    reading_count_ = 0;
    all_are_whole_ = true;
    first_word_ = 0;
    met_count_ = 0;
    has_option_ = !notes_options;
    found_ = rows_.length;
    const std::size_t early = steps.size() - rows_.late;
    for (const SectionStep& step : steps.first(early)) carry_out(step, turn);
    found_ = first_without(has_option_ ? 0 : 1);
    entry = static_cast<Entry>(found_ < rows_.length ? found_ + 1 : 0);
    for (const SectionStep& step : steps.subspan(early)) carry_out(step, turn);
  }

  HWY_INLINE void carry_out(const SectionStep& step, std::int64_t turn) {
    if (turn < step.turns.first || turn > step.turns.last) return;
    switch (step.operation) {
      case Operation::add:
      case Operation::option:
        return join(step, turn);
      case Operation::unite:
        return step.other ? unite_sets(step, turn) : unite_row(step, turn);
      case Operation::read:
        return read(step, turn);
      default:
        return;
    }
  }

  bool has_option_at_zero(const SectionStep& step, std::int64_t turn) const {
    const std::int64_t first = step.index.at(turn);
    return first < rows_.length && first + step.run >= 0 && hold(step.tests, turn, 0);
  }

  // The option joins a set, or is met by the row itself.
  HWY_INLINE void join(const SectionStep& step, std::int64_t turn) {
    if (notes_options && has_option_at_zero(step, turn)) note_option(step, turn);
    const std::uint32_t entry = rows_.entries[step.source.at(turn)];
    if (entry == 0) return;
    const std::int64_t distance = std::int64_t{entry} - 1 - step.index.at(turn);
    Interval interval{distance, distance};
    if (step.index_gain == 1 && step.run == 0) {
      if (distance < 0 || distance >= rows_.length || !hold(step.tests, turn, distance)) return;
    } else {
      if (!choose(step, turn, distance, interval)) return;
    }
    if (step.operation == Operation::option) {
      met_[met_count_++] = interval;
      return;
    }
    const std::int64_t place = step.place.at(turn);
    if (interval.first == interval.last)
      set_bit(step.bits, place + interval.first);
    else
      fill(step.bits, {place + interval.first, place + interval.last});
  }

  // The indices from which an option is that far from the first option of index 0.
  bool choose(const SectionStep& step, std::int64_t turn, std::int64_t distance,
              Interval& interval) const {
    if (step.index_gain == 0 || step.run > 0) {
      interval = where(step.tests, turn, rows_.length);
      if (step.index_gain == 0) return distance == 0 && !interval.is_empty();
      interval.first = std::max(interval.first, distance - step.run);
      interval.last = std::min(interval.last, distance);
      return !interval.is_empty();
    }
    if (distance % step.index_gain != 0) return false;
    const std::int64_t index = distance / step.index_gain;
    interval = {index, index};
    return index >= 0 && index < rows_.length && hold(step.tests, turn, index);
  }

  void note_option(const SectionStep& step, std::int64_t turn) {
    if (step.operation == Operation::option)
      has_option_ = true;
    else
      set_bit(step.bits + rows_.option_words, step.place.at(turn));
  }

  void unite_sets(const SectionStep& step, std::int64_t turn) {
    const std::int64_t place = step.place.at(turn);
    const std::int64_t other = step.source.at(turn);
    if (notes_options && hold(step.tests, turn, 0) &&
        fetch(step.other + rows_.option_words, other) % 2 == 1)
      set_bit(step.bits + rows_.option_words, place);
    unite(step.bits, place, step.other, other, where(step.tests, turn, rows_.length));
  }

  // After the row's P-position each position has it as an option.
  void unite_row(const SectionStep& step, std::int64_t turn) {
    const std::int64_t place = step.place.at(turn);
    if (found_ + 1 < rows_.length) fill(step.bits, {place + found_ + 1, place + rows_.length - 1});
  }

  HWY_INLINE void read(const SectionStep& step, std::int64_t turn) {
    const std::int64_t place = step.place.at(turn);
    if (notes_options && hold(step.tests, turn, 0))
      has_option_ |= fetch(step.bits + rows_.option_words, place) % 2 == 1;
    const Interval interval = where(step.tests, turn, rows_.length);
    if (interval.is_empty()) return;
    const bool is_whole = interval.first == 0 && interval.last == rows_.length - 1;
    all_are_whole_ &= is_whole;
    readings_[reading_count_++] = {step.bits + word_of(place), shift_of(place), interval};
    if (is_whole && step.place.step == 0 && rows_.phases == 1) skip_full_words(step);
  }

  // Bits are never taken back. So words of a set that all rows read alike stay full.
  HWY_INLINE void skip_full_words(const SectionStep& step) {
    std::int64_t& full = full_words_[static_cast<std::size_t>(&step - rows_.steps.data())];
    while (64 * full < rows_.length && fetch(step.bits, step.place.start + 64 * full) == all_ones)
      ++full;
    first_word_ = std::max(first_word_, full);
  }

  // The first index from there on that is in no interval that was met, and whose bits are 0.
  HWY_INLINE std::int64_t first_without(std::int64_t from) const {
    while (true) {
      const std::int64_t found = first_zero(from);
      std::int64_t next = found;
      for (std::size_t i = 0; i < met_count_; ++i)
        if (met_[i].first <= found && met_[i].last >= found)
          next = std::max(next, met_[i].last + 1);
      if (next == found || found >= rows_.length) return found;
      from = next;
    }
  }

  // The first index from there on whose bits are 0; the length or more if there is none.
  HWY_INLINE std::int64_t first_zero(std::int64_t from) const {
    const hn::ScalableTag<std::uint64_t> d;
    if (!all_are_whole_)
      return first_zero(from, [&](std::int64_t word) {
        auto bits = hn::Zero(d);
        for (std::size_t i = 0; i < reading_count_; ++i)
          bits = hn::Or(bits, part(d, readings_[i], word));
        return bits;
      });
    if (reading_count_ == 2 && (readings_[0].shift | readings_[1].shift) == 0) {
      const std::uint64_t* const a = readings_[0].words;
      const std::uint64_t* const b = readings_[1].words;
      return first_zero(from, [&](std::int64_t word) {
        return hn::Or(hn::LoadU(d, a + word), hn::LoadU(d, b + word));
      });
    }
    return first_zero(from, [&](std::int64_t word) {
      auto bits = hn::Zero(d);
      for (std::size_t i = 0; i < reading_count_; ++i)
        bits = hn::Or(bits, fetch(d, readings_[i], word));
      return bits;
    });
  }

  // `at` gives what is read at a word and those after it.
  template <class At>
  HWY_INLINE std::int64_t first_zero(std::int64_t from, const At& at) const {
    const hn::ScalableTag<std::uint64_t> d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const auto full = hn::Set(d, all_ones);
    const std::int64_t words = (rows_.length + 63) / 64;
    std::int64_t word = std::max(static_cast<std::int64_t>(word_of(from)), first_word_);
    const auto has_zero = [&] { return (read_word(word) | below(from, word)) != all_ones; };
    while (word + lanes <= words) {
      const auto open = hn::Ne(at(word), full);
      if (hn::AllFalse(d, open)) {
        word += lanes;
        continue;
      }
      word += static_cast<std::int64_t>(hn::FindKnownFirstTrue(d, open));
      if (has_zero()) break;
      ++word;
    }
    while (word < words && !has_zero()) ++word;
    if (word >= words) return std::max(rows_.length, from);
    return 64 * word + std::countr_one(read_word(word) | below(from, word));
  }

  // The bits of a word before an index.
  static std::uint64_t below(std::int64_t index, std::int64_t word) {
    return word == static_cast<std::int64_t>(word_of(index))
               ? (std::uint64_t{1} << shift_of(index)) - 1
               : 0;
  }

  HWY_INLINE std::uint64_t read_word(std::int64_t word) const {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < reading_count_; ++i) {
      const std::uint64_t own = shifted(readings_[i].words + word, readings_[i].shift);
      bits |= all_are_whole_ ? own : own & mask(readings_[i].interval, word);
    }
    return bits;
  }

  // What is read at the words from there on.
  template <class D>
  HWY_INLINE hn::Vec<D> part(D d, const Reading& reading, std::int64_t word) const {
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    std::array<std::uint64_t, hn::MaxLanes(d)> masks;
    for (std::int64_t lane = 0; lane < lanes; ++lane)
      masks[static_cast<std::size_t>(lane)] = mask(reading.interval, word + lane);
    return hn::And(fetch(d, reading, word), hn::LoadU(d, masks.data()));
  }

  const SectionRows<Entry>& rows_;
  std::size_t steps_of_row_;
  std::array<std::int64_t, most_section_steps> full_words_{};  // by step, if there is one phase
  // Of the row at hand.
  std::array<Reading, most_section_steps> readings_;
  std::size_t reading_count_ = 0;
  bool all_are_whole_ = true;
  std::int64_t first_word_ = 0;  // those before it are full
  std::array<Interval, most_section_steps> met_;
  std::size_t met_count_ = 0;
  bool has_option_ = false;
  std::int64_t found_ = 0;  // the P-position; the length if there is none, or before it is known
};

template <class Entry>
HWY_INLINE void solve(const SectionRows<Entry>& rows) {
  if (rows.option_words == 0)
    Rows<Entry, false>(rows).solve();
  else
    Rows<Entry, true>(rows).solve();
}

void SolveSections16(const SectionRows<std::uint16_t>& rows) {
  solve(rows);
}
void SolveSections24(const SectionRows<ThreeBytes>& rows) {
  solve(rows);
}
void SolveSections32(const SectionRows<std::uint32_t>& rows) {
  solve(rows);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace grundy::kernels::scan
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace grundy::kernels::scan {

HWY_EXPORT(SolveSections16);
HWY_EXPORT(SolveSections24);
HWY_EXPORT(SolveSections32);

void solve_section_rows(const SectionRows<std::uint16_t>& rows) noexcept {
  HWY_DYNAMIC_DISPATCH(SolveSections16)(rows);
}
void solve_section_rows(const SectionRows<ThreeBytes>& rows) noexcept {
  HWY_DYNAMIC_DISPATCH(SolveSections24)(rows);
}
void solve_section_rows(const SectionRows<std::uint32_t>& rows) noexcept {
  HWY_DYNAMIC_DISPATCH(SolveSections32)(rows);
}

}  // namespace grundy::kernels::scan
#endif
