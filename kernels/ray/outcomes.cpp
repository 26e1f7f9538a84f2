#include "kernels/ray/outcomes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/ray/outcomes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::uint64_t word_bits = 64;
constexpr std::int64_t rows_at_once = 64;  // bits of a word
constexpr std::size_t any = ~std::size_t{0};

HWY_INLINE std::uint64_t load_word(const std::uint8_t* bytes) {
  std::uint64_t word;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

// A word or more from any byte. Targets of one lane know no vectors of bytes.
template <class D>
HWY_INLINE hn::Vec<D> load_vector(D d, const std::uint8_t* bytes) {
  if constexpr (hn::MaxLanes(D()) == 1)
    return hn::Set(d, load_word(bytes));
  else
    return hn::BitCast(d, hn::LoadU(hn::Repartition<std::uint8_t, D>(), bytes));
}

// Unsigned, for division by 8 to be a shift.
HWY_INLINE std::uint64_t bit_of(const RayLine& line, std::int64_t y) {
  return static_cast<std::uint64_t>(line.start + y * line.step);
}

// Whole words: what is written here is soon read, and a processor need not wait for a word that
// it has just written itself, but for bytes of one.
HWY_INLINE void set_bit(std::uint8_t* bytes, std::uint64_t bit) {
  std::uint8_t* at = bytes + bit / word_bits * sizeof(std::uint64_t);
  const std::uint64_t word = load_word(at) | std::uint64_t{1} << (bit % word_bits);
  std::memcpy(at, &word, sizeof word);
}

// The lines of a strip. Aligned, Shifted: how many there are of each, so that loops unroll and
// addresses stay in registers; or `any`. A copy, for no store to bits can reach it.
template <std::size_t Aligned, std::size_t Shifted>
class Lines {
 public:
  HWY_INLINE explicit Lines(const RayRows& rows)
      : bytes(rows.bits.data()),
        aligned_count_(rows.aligned.size()),
        shifted_count_(rows.shifted.size()) {
    for (std::size_t i = 0; i < aligned_count(); ++i)
      aligned[i] = {rows.aligned[i].start / 8, rows.aligned[i].step / 8};
    for (std::size_t i = 0; i < shifted_count(); ++i) shifted[i] = rows.shifted[i];
  }

  HWY_INLINE std::size_t aligned_count() const { return Aligned == any ? aligned_count_ : Aligned; }
  HWY_INLINE std::size_t shifted_count() const { return Shifted == any ? shifted_count_ : Shifted; }

  static constexpr std::size_t aligned_room = Aligned == any ? max_ray_lines : Aligned + 1;
  static constexpr std::size_t shifted_room = Shifted == any ? max_ray_lines : Shifted + 1;
  std::uint8_t* const bytes;
  RayLine aligned[aligned_room];  // counted in bytes
  RayLine shifted[shifted_room];

 private:
  std::size_t aligned_count_;
  std::size_t shifted_count_;
};

// The lines of row y: what attacks it, and what its P-position attacks.
template <class Lines>
class Row {
 public:
  HWY_INLINE Row(const Lines& lines, std::int64_t y) : lines_(lines) {
    for (std::size_t i = 0; i < lines.aligned_count(); ++i)
      aligned_[i] = lines.bytes + (lines.aligned[i].start + y * lines.aligned[i].step);
    for (std::size_t i = 0; i < lines.shifted_count(); ++i)
      shifted_[i] = bit_of(lines.shifted[i], y);
  }

  // Positions k .. k + 63. Requires k to be divisible by 64. Marks write whole words: a read of
  // one that was just written need not wait, as it would for a part of two.
  HWY_INLINE std::uint64_t word(std::uint64_t k) const {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < lines_.aligned_count(); ++i) word |= load_word(aligned_[i] + k / 8);
    for (std::size_t i = 0; i < lines_.shifted_count(); ++i) {
      const std::uint8_t* at = lines_.bytes + shifted_[i] / word_bits * 8 + k / 8;
      const std::uint64_t shift = shifted_[i] % word_bits;
      word |= load_word(at) >> shift | load_word(at + 8) << 1 << (~shift % word_bits);
    }
    return word;
  }

  // The same for as many positions as a vector has bits. A bit that does not begin a byte is read
  // from there and from one byte further.
  template <class D>
  HWY_INLINE hn::Vec<D> vector(D d, std::uint64_t k) const {
    auto result = hn::Zero(d);
    for (std::size_t i = 0; i < lines_.aligned_count(); ++i)
      result = hn::Or(result, load_vector(d, aligned_[i] + k / 8));
    for (std::size_t i = 0; i < lines_.shifted_count(); ++i) {
      const std::uint8_t* at = lines_.bytes + shifted_[i] / 8 + k / 8;
      const int shift = static_cast<int>(shifted_[i] % 8);
      result = hn::Or(result, hn::Or(hn::ShiftRightSame(load_vector(d, at), shift),
                                     hn::ShiftLeftSame(load_vector(d, at + 1), 8 - shift)));
    }
    return result;
  }

  // P-position k.
  HWY_INLINE void mark(std::uint64_t k) const {
    for (std::size_t i = 0; i < lines_.aligned_count(); ++i) set_bit(aligned_[i], k);
    for (std::size_t i = 0; i < lines_.shifted_count(); ++i) set_bit(lines_.bytes, shifted_[i] + k);
  }

 private:
  const Lines& lines_;
  std::uint8_t* aligned_[Lines::aligned_room];
  std::uint64_t shifted_[Lines::shifted_room];
};

// The word at k with a position that is not attacked, or any k >= inner.
template <class Row>
HWY_INLINE std::uint64_t skip_full_vectors(const Row& row, std::uint64_t k, std::uint64_t inner) {
  const hn::ScalableTag<std::uint64_t> d;
  const std::uint64_t vector_bits = hn::Lanes(d) * word_bits;
  const auto full = hn::Set(d, ~std::uint64_t{0});
  for (; k + vector_bits <= inner; k += vector_bits) {
    const auto lane = hn::FindFirstTrue(d, hn::Ne(row.vector(d, k), full));
    if (lane >= 0) return k + static_cast<std::uint64_t>(lane) * word_bits;
  }
  return k;
}

// The first position from k on that is not attacked, or any number >= inner. Requires k to be
// divisible by 64. Never inline, and with a row of its own: what most rows do not need must not
// take their registers.
template <class Lines>
HWY_NOINLINE std::uint64_t first_free_word(const Lines& lines, std::int64_t y, std::uint64_t k,
                                           std::uint64_t inner) {
  const Row row(lines, y);
  for (k = skip_full_vectors(row, k, inner); k < inner; k += word_bits)
    if (const std::uint64_t free = ~row.word(k); free != 0)
      return k + static_cast<std::uint64_t>(std::countr_zero(free));
  return inner;
}

// The same from any k < inner. Most rows end in their first word.
template <class Lines>
HWY_INLINE std::uint64_t first_free(const Lines& lines, const Row<Lines>& row, std::int64_t y,
                                    std::uint64_t from, std::uint64_t inner) {
  const std::uint64_t k = from / word_bits * word_bits;
  const std::uint64_t free = ~row.word(k) >> (from - k) << (from - k);
  if (free != 0) return k + static_cast<std::uint64_t>(std::countr_zero(free));
  return k + word_bits < inner ? first_free_word(lines, y, k + word_bits, inner) : inner;
}

// Marks P-position k of row y besides its lines; returns the new end of `late`.
HWY_INLINE std::uint64_t* mark(std::uint8_t* bits, std::span<const RayMark> marks, std::int64_t y,
                               std::int64_t k, std::uint64_t* late) {
  for (const RayMark& mark : marks) {
    const auto bit = static_cast<std::uint64_t>(mark.start + y * mark.of_row + k * mark.of_inner);
    if (k <= mark.limit)
      set_bit(bits, bit);
    else
      *late++ = bit;
  }
  return late;
}

template <class Entry>
HWY_INLINE void mirror(std::span<const RayMirror> mirrors, std::int64_t y, std::int64_t k,
                       Entry* section) {
  for (const RayMirror& mirror : mirrors) {
    const std::uint64_t at = mirror.start + mirror.row_offset[y] + mirror.inner_offset[k];
    section[at] = static_cast<Entry>(mirror.value + 1);
  }
}

// Up to 64 rows, and which of them are still to be solved. A branch for each row would often be
// mispredicted: where rows stand for one another, about half of them are known.
class Rows {
 public:
  template <class Entry>
  HWY_INLINE Rows(const Entry* entries, std::int64_t first, std::int64_t last) : first_(first) {
    std::int64_t y = first;
    if constexpr (!std::is_same_v<Entry, ThreeBytes>) {
      const hn::ScalableTag<Entry> d;
      const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
      for (; y + lanes <= last; y += lanes) {
        std::uint8_t zeros[sizeof(std::uint64_t)] = {};
        hn::StoreMaskBits(d, hn::Eq(hn::LoadU(d, entries + y), hn::Zero(d)), zeros);
        unknown_ |= load_word(zeros) << (y - first);
      }
    }
    for (; y < last; ++y) unknown_ |= static_cast<std::uint64_t>(entries[y] == 0) << (y - first);
  }

  HWY_INLINE bool any() const { return unknown_ != 0; }
  HWY_INLINE std::int64_t take() {
    const int row = std::countr_zero(unknown_);
    unknown_ &= unknown_ - 1;
    return first_ + row;
  }
  // Row y, of these or later, is known by now.
  HWY_INLINE void drop(std::int64_t y) {
    const auto row = static_cast<std::uint64_t>(y - first_);
    unknown_ &= ~(static_cast<std::uint64_t>(row < word_bits) << (row % word_bits));
  }

 private:
  std::int64_t first_;
  std::uint64_t unknown_ = 0;
};

// A line that all rows of a strip read alike: the same bit for the same k, such as that of the ray
// along the strip, or, where y and k may be exchanged, for the same k - y, such as that of the
// diagonal. It soon attacks all that is low, which no row need look at, and in the end all that is
// left of the last rows. Where y and k may be exchanged the line of the same k tells nothing: it
// attacks k if row k is known, and an unknown row begins at itself.
class CommonLine {
 public:
  HWY_INLINE explicit CommonLine(const RayRows& rows) : bytes_(rows.bits.data()) {
    const std::int64_t step = rows.exchangeable ? -1 : 0;
    for (const RayLine& line : rows.exchangeable ? rows.shifted : rows.aligned)
      if (line.step == step) {
        exists_ = true;
        start_ = bit_of(line, 0);
      }
    full_ = start_ + static_cast<std::uint64_t>(rows.lowest);
    const std::int64_t first = rows.exchangeable ? rows.first : 0;
    const std::uint64_t end = start_ + static_cast<std::uint64_t>(rows.inner - first);
    while (exists_ && full_ < end && advance()) pass_full_vectors(end);
  }

  // A number below or at the first of all k, or of all k - y, that the line does not attack: all of
  // a run within one word is skipped, and what is marked from row to row is shorter. Reads what
  // the first row, or the row asked for before, may read.
  HWY_INLINE std::uint64_t skip() {
    if (exists_) advance();
    return full_ - start_;
  }

 private:
  // From a word on, for the start of a strip may lie far behind that of the line.
  HWY_INLINE void pass_full_vectors(std::uint64_t end) {
    const hn::ScalableTag<std::uint64_t> d;
    const std::uint64_t vector_bits = hn::Lanes(d) * word_bits;
    const auto full = hn::Set(d, ~std::uint64_t{0});
    while (full_ + vector_bits <= end &&
           hn::AllTrue(d, hn::Eq(load_vector(d, bytes_ + full_ / 8), full)))
      full_ += vector_bits;
  }

  // Whether it came to the end of a word.
  HWY_INLINE bool advance() {
    const std::uint64_t word = load_word(bytes_ + full_ / word_bits * 8) >> (full_ % word_bits);
    const int run = std::countr_one(word);
    full_ += static_cast<std::uint64_t>(run);
    return run > 0 && full_ % word_bits == 0;
  }

  const std::uint8_t* bytes_;
  bool exists_ = false;
  std::uint64_t start_ = 0;
  std::uint64_t full_;  // it attacks all from the start to this address
};

// What is read of `rows` for every row is copied, for the compiler must think that stores of bits
// reach the original. Aligned, for how this code lies in lines of the cache makes 12 % of its time:
// the linker would put it here or there as other files change.
template <std::size_t Aligned, std::size_t Shifted, class Entry>
[[gnu::aligned(64)]] HWY_NOINLINE std::size_t solve_rows(const RayRows& rows, Entry* section,
                                                         std::uint64_t* late) {
  const std::uint64_t* const start = late;
  std::uint8_t* const bits = rows.bits.data();
  const std::span marks = rows.marks;
  const std::span mirrors = rows.mirrors;
  const auto inner = static_cast<std::uint64_t>(rows.inner);
  const bool exchangeable = rows.exchangeable;
  Entry* const own = section + rows.section_start;
  const Lines<Aligned, Shifted> lines(rows);
  CommonLine common(rows);
  for (std::int64_t first = rows.first; first < rows.last; first += rows_at_once) {
    Rows unknown(own, first, std::min(first + rows_at_once, rows.last));
    while (unknown.any()) {
      const std::int64_t y = unknown.take();
      const std::uint64_t before = exchangeable ? static_cast<std::uint64_t>(y) : 0;
      const std::uint64_t from = before + common.skip();
      if (from >= inner) return static_cast<std::size_t>(late - start);  // so are all later rows
      const Row row(lines, y);
      const std::uint64_t found = first_free(lines, row, y, from, inner);
      if (found >= inner) continue;
      const auto k = static_cast<std::int64_t>(found);
      own[y] = static_cast<Entry>(k + 1);
      if (exchangeable) {
        own[k] = static_cast<Entry>(y + 1);
        unknown.drop(k);
      }
      mirror(mirrors, y, k, section);
      row.mark(found);
      late = mark(bits, marks, y, k, late);
    }
  }
  return static_cast<std::size_t>(late - start);
}

template <std::size_t Aligned, class Entry>
std::size_t with_shifted(const RayRows& rows, Entry* section, std::uint64_t* late) {
  switch (rows.shifted.size()) {
    case 0:
      return solve_rows<Aligned, 0>(rows, section, late);
    case 1:
      return solve_rows<Aligned, 1>(rows, section, late);
    case 2:
      return solve_rows<Aligned, 2>(rows, section, late);
    case 3:
      return solve_rows<Aligned, 3>(rows, section, late);
    default:
      return solve_rows<Aligned, any>(rows, section, late);
  }
}

template <class Entry>
std::size_t with_lines(const RayRows& rows, Entry* section, std::uint64_t* late) {
  // Slow to compile, and not worth it where all is slow, nor for lines of more than 2^24 positions.
  if constexpr (HWY_TARGET == HWY_BASELINE_SCALAR || sizeof(Entry) == 4) {
    return solve_rows<any, any>(rows, section, late);
  } else {
    switch (rows.aligned.size()) {
      case 1:
        return with_shifted<1>(rows, section, late);
      case 2:
        return with_shifted<2>(rows, section, late);
      case 3:
        return with_shifted<3>(rows, section, late);
      default:
        return with_shifted<any>(rows, section, late);
    }
  }
}

std::size_t SolveRows16(const RayRows& rows, std::uint16_t* section, std::uint64_t* late) {
  return with_lines(rows, section, late);
}
std::size_t SolveRows24(const RayRows& rows, ThreeBytes* section, std::uint64_t* late) {
  return with_lines(rows, section, late);
}
std::size_t SolveRows32(const RayRows& rows, std::uint32_t* section, std::uint64_t* late) {
  return with_lines(rows, section, late);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace grundy::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace grundy::kernels {

HWY_EXPORT(SolveRows16);
HWY_EXPORT(SolveRows24);
HWY_EXPORT(SolveRows32);

std::size_t solve_ray_rows(const RayRows& rows, std::span<std::uint16_t> section,
                           std::span<std::uint64_t> late) noexcept {
  return HWY_DYNAMIC_DISPATCH(SolveRows16)(rows, section.data(), late.data());
}
std::size_t solve_ray_rows(const RayRows& rows, std::span<ThreeBytes> section,
                           std::span<std::uint64_t> late) noexcept {
  return HWY_DYNAMIC_DISPATCH(SolveRows24)(rows, section.data(), late.data());
}
std::size_t solve_ray_rows(const RayRows& rows, std::span<std::uint32_t> section,
                           std::span<std::uint64_t> late) noexcept {
  return HWY_DYNAMIC_DISPATCH(SolveRows32)(rows, section.data(), late.data());
}

// A branch for each address would be mispredicted as often as not.
void set_bits(std::span<std::uint8_t> bits, std::span<const std::uint64_t> addresses,
              std::size_t part, std::size_t parts) noexcept {
  constexpr std::uint64_t page_bits = 8 * 4096;
  std::array<std::uint64_t, 512> own;
  while (!addresses.empty()) {
    const auto some = addresses.first(std::min(own.size(), addresses.size()));
    std::size_t count = 0;
    for (const std::uint64_t bit : some) {
      own[count] = bit;
      count += (bit / page_bits & (parts - 1)) == part;
    }
    for (const std::uint64_t bit : std::span(own).first(count))
      bits[bit / 8] = static_cast<std::uint8_t>(bits[bit / 8] | 1U << (bit % 8));
    addresses = addresses.subspan(some.size());
  }
}

}  // namespace grundy::kernels
#endif  // HWY_ONCE
