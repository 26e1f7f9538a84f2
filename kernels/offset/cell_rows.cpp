#include "kernels/offset/cell_rows.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/offset/cell_rows.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef GRUNDY_KERNELS_OFFSET_CELL_ROWS
#define GRUNDY_KERNELS_OFFSET_CELL_ROWS
namespace grundy::kernels {

using Table16 = std::array<std::uint8_t, 16>;

// The bit of x among first .. first + 7.
constexpr Table16 bits_from(unsigned first) {
  Table16 bits{};
  for (unsigned x = first; x < first + 8 && x < 16; ++x)
    bits[x] = static_cast<std::uint8_t>(1u << (x - first));
  return bits;
}

// Cells are one more than nimbers.
alignas(16) inline constexpr Table16 bits_of_low_cell = bits_from(1);
alignas(16) inline constexpr Table16 bits_of_high_cell = bits_from(9);
alignas(16) inline constexpr Table16 bits_of_low_value = bits_from(0);
alignas(16) inline constexpr Table16 bits_of_high_value = bits_from(8);
// The ones that a number of four bits ends with.
alignas(16) inline constexpr Table16 trailing_ones{0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0, 4};

inline bool bit_at(const std::uint64_t* bits, std::size_t at) {
  return (bits[at / 64] >> (at % 64)) & 1;
}

// A row of the task.
template <class Cell>
struct CellRow {
  const CellRows<Cell>& task;
  std::size_t number;

  Cell* cells() const { return task.rows + number * task.pitch; }
  const CellStretch& stretch() const { return task.stretches[number]; }
  const Cell* options(const CellSource<Cell>& source) const {
    return source.cells + number * task.pitch;
  }
  // That of the row, or null.
  const std::uint64_t* bits(const std::uint64_t* mask) const {
    return mask ? mask + number * task.words : nullptr;
  }

  // Calls use(cell) for each option of a position, or for no position.
  template <class Use>
  void for_each_option(std::size_t at, const Use& use) const {
    for (const CellSource<Cell>& source : task.sources)
      if (!source.mask || bit_at(bits(source.mask), at)) use(options(source)[at]);
  }
};

inline std::uint8_t nimber_cell(const CellRow<std::uint8_t>& row, std::size_t at) {
  std::array<std::uint64_t, 4> cells{1};  // a position has a value
  row.for_each_option(
      at, [&](std::uint8_t cell) { cells[cell / 64] |= std::uint64_t{1} << (cell % 64); });
  std::size_t word = 0;
  while (~cells[word] == 0) ++word;
  return static_cast<std::uint8_t>(64 * word +
                                   static_cast<std::size_t>(std::countr_one(cells[word])));
}

// A P-option is an odd cell, since cells are one more than values.
template <class Cell>
Cell remoteness_cell(const CellRow<Cell>& row, std::size_t at, Cell without_options) {
  constexpr Cell none = std::numeric_limits<Cell>::max();
  Cell least = none;  // of P-options
  Cell most = 0;
  row.for_each_option(at, [&](Cell cell) {
    least = std::min(least, cell % 2 == 1 ? cell : none);
    most = std::max(most, cell);
  });
  return static_cast<Cell>(least == none ? std::max<unsigned>(most + 1u, without_options)
                                         : least + 3u);
}

template <class Cell, class Solve>
void solve_one_by_one(const CellRows<Cell>& task, const Solve& solve) {
  for (std::size_t number = 0; number < task.stretches.size(); ++number) {
    const CellRow<Cell> row{task, number};
    for (std::size_t at = row.stretch().first; at < row.stretch().end; ++at) {
      const bool lost = task.lost && bit_at(row.bits(task.lost), at);
      const bool won = task.won && bit_at(row.bits(task.won), at);
      row.cells()[at] = lost ? Cell{1} : won ? Cell{2} : solve(row, at);
    }
  }
}

}  // namespace grundy::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class Cell>
using Tag = hn::CappedTag<Cell, cell_lanes>;

using Bytes = Tag<std::uint8_t>;
using ByteVector = hn::Vec<Bytes>;

// What a table says of x below 16, and 0 of x from 128 on; other x do not occur.
HWY_INLINE ByteVector lookup(const Table16& table, ByteVector x) {
  const Bytes d;
#if HWY_TARGET == HWY_SCALAR  // whose vectors have one lane
  const std::uint8_t at = hn::GetLane(x);
  return hn::Set(d, at < 16 ? table[at] : std::uint8_t{0});
#else
  return hn::TableLookupBytesOr0(hn::LoadDup128(d, table.data()), x);
#endif
}

template <class D>
HWY_INLINE hn::Mask<D> mask_at(D d, const std::uint64_t* bits, std::size_t at) {
  const std::uint64_t word = bits[at / 64] >> (at % 64);
  std::uint8_t bytes[sizeof word];
  std::memcpy(bytes, &word, sizeof word);
  return hn::LoadMaskBits(d, bytes);
}

// The cells of a source's options; `mask` is that of the row.
template <class D, class Cell>
HWY_INLINE hn::Vec<D> options(D d, const Cell* cells, const std::uint64_t* mask, std::size_t at) {
  const auto found = hn::LoadU(d, cells + at);
  return mask ? hn::IfThenElseZero(mask_at(d, mask, at), found) : found;
}

// The ones that each byte ends with.
HWY_INLINE ByteVector count_trailing_ones(ByteVector bits) {
  const Bytes d;
  const auto low = lookup(trailing_ones, hn::And(bits, hn::Set(d, 15)));
  const auto high = lookup(trailing_ones, hn::ShiftRight<4>(bits));
  return hn::Add(low, hn::IfThenElseZero(hn::Eq(low, hn::Set(d, 4)), high));
}

HWY_INLINE ByteVector count_trailing_ones(ByteVector low_bits, ByteVector high_bits) {
  const Bytes d;
  const auto low = count_trailing_ones(low_bits);
  return hn::Add(low,
                 hn::IfThenElseZero(hn::Eq(low, hn::Set(d, 8)), count_trailing_ones(high_bits)));
}

// Nimbers where there are so few options that a byte, or two, have a bit for each.
template <bool two_bytes>
struct FewNimbers {
  using Cell = std::uint8_t;

  HWY_INLINE ByteVector solve(const CellRow<Cell>& row, std::size_t at) const {
    const Bytes d;
    auto low = hn::Zero(d);
    auto high = hn::Zero(d);
    for (const CellSource<Cell>& source : row.task.sources) {
      const auto cells = options(d, row.options(source), row.bits(source.mask), at);
      low = hn::Or(low, lookup(bits_of_low_cell, cells));
      if (two_bytes) high = hn::Or(high, lookup(bits_of_high_cell, cells));
    }
    const auto mex = two_bytes ? count_trailing_ones(low, high) : count_trailing_ones(low);
    return hn::Add(mex, hn::Set(d, 1));
  }
};

// Nimbers, 16 values after the other.
struct ManyNimbers {
  using Cell = std::uint8_t;

  HWY_INLINE ByteVector solve(const CellRow<Cell>& row, std::size_t at) const {
    const Bytes d;
    auto mex = hn::Zero(d);
    auto open = hn::Eq(mex, mex);
    for (unsigned first = 0; first < 256 && !hn::AllFalse(d, open); first += 16) {
      const auto found = among(row, at, first);
      mex = hn::Add(mex, hn::IfThenElseZero(open, found));
      open = hn::And(open, hn::Eq(found, hn::Set(d, 16)));
    }
    return hn::Add(mex, hn::Set(d, 1));
  }

 private:
  // How many of the values first, first + 1, .. are there before one is not, or all 16.
  static HWY_INLINE ByteVector among(const CellRow<Cell>& row, std::size_t at, unsigned first) {
    const Bytes d;
    const auto least = hn::Set(d, static_cast<std::uint8_t>(first + 1));
    auto low = hn::Zero(d);
    auto high = hn::Zero(d);
    for (const CellSource<Cell>& source : row.task.sources) {
      const auto cells = options(d, row.options(source), row.bits(source.mask), at);
      // Bit 7 of 16 and more is set, and bits 4 to 6 of what is less are cleared again.
      const auto index =
          hn::And(hn::SaturatedAdd(hn::Sub(cells, least), hn::Set(d, 0x70)), hn::Set(d, 0x8f));
      low = hn::Or(low, lookup(bits_of_low_value, index));
      high = hn::Or(high, lookup(bits_of_high_value, index));
    }
    return count_trailing_ones(low, high);
  }
};

template <class CellType>
struct Remoteness {
  using Cell = CellType;

  Cell without_options;

  HWY_INLINE hn::Vec<Tag<Cell>> solve(const CellRow<Cell>& row, std::size_t at) const {
    const Tag<Cell> d;
    const auto one = hn::Set(d, 1);
    const auto none = hn::Set(d, std::numeric_limits<Cell>::max());
    auto least = none;  // of P-options
    auto most = hn::Zero(d);
    for (const CellSource<Cell>& source : row.task.sources) {
      const auto cells = options(d, row.options(source), row.bits(source.mask), at);
      least = hn::Min(least, hn::Or(cells, hn::Sub(hn::And(cells, one), one)));
      most = hn::Max(most, cells);
    }
    const auto lost = hn::Max(hn::Add(most, one), hn::Set(d, without_options));
    return hn::IfThenElse(hn::Eq(least, none), lost, hn::Add(least, hn::Set(d, 3)));
  }
};

// Stores the cells of a stretch, and zeros beside it.
template <class D, class Cell>
HWY_INLINE void store(D d, hn::Vec<D> cells, const CellStretch& stretch, std::size_t at,
                      Cell* row) {
  const std::size_t n = hn::Lanes(d);
  if (at + n > stretch.end) cells = hn::IfThenElseZero(hn::FirstN(d, stretch.end - at), cells);
  if (at < stretch.first) cells = hn::IfThenZeroElse(hn::FirstN(d, stretch.first - at), cells);
  hn::StoreU(cells, d, row + at);
}

template <class Values>
HWY_INLINE void solve_row(const Values& values, const CellRow<typename Values::Cell>& row) {
  const Tag<typename Values::Cell> d;
  const std::size_t n = hn::Lanes(d);
  const CellStretch& stretch = row.stretch();
  const std::uint64_t* lost = row.bits(row.task.lost);
  const std::uint64_t* won = row.bits(row.task.won);
  for (std::size_t at = stretch.first - stretch.first % n; at < stretch.end; at += n) {
    auto cells = values.solve(row, at);
    if (lost) {
      cells = hn::IfThenElse(mask_at(d, lost, at), hn::Set(d, 1), cells);
      cells = hn::IfThenElse(mask_at(d, won, at), hn::Set(d, 2), cells);
    }
    store(d, cells, stretch, at, row.cells());
  }
}

template <class Values>
HWY_INLINE void solve_rows(const Values& values, const CellRows<typename Values::Cell>& task) {
  for (std::size_t row = 0; row < task.stretches.size(); ++row) solve_row(values, {task, row});
}

template <class Cell>
HWY_INLINE bool fills_vectors(const CellRows<Cell>& task) {
  return task.together >= hn::Lanes(Tag<Cell>());
}

void SolveNimberRows(const CellRows<std::uint8_t>& task) {
  if (!fills_vectors(task))
    solve_one_by_one(task, nimber_cell);
  else if (task.sources.size() <= 8)
    solve_rows(FewNimbers<false>(), task);
  else if (task.sources.size() <= 14)
    solve_rows(FewNimbers<true>(), task);
  else
    solve_rows(ManyNimbers(), task);
}

template <class Cell>
HWY_INLINE void solve_remoteness(const CellRows<Cell>& task, Cell without_options) {
  if (fills_vectors(task))
    solve_rows(Remoteness<Cell>{without_options}, task);
  else
    solve_one_by_one(task, [=](const CellRow<Cell>& row, std::size_t at) {
      return remoteness_cell(row, at, without_options);
    });
}

void SolveRemoteness16(const CellRows<std::uint16_t>& task, std::uint16_t without_options) {
  solve_remoteness(task, without_options);
}
void SolveRemoteness32(const CellRows<std::uint32_t>& task, std::uint32_t without_options) {
  solve_remoteness(task, without_options);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace grundy::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace grundy::kernels {

HWY_EXPORT(SolveNimberRows);
HWY_EXPORT(SolveRemoteness16);
HWY_EXPORT(SolveRemoteness32);

void solve_nimber_rows(const CellRows<std::uint8_t>& task) noexcept {
  HWY_DYNAMIC_DISPATCH(SolveNimberRows)(task);
}

template <>
void solve_remoteness_rows(const CellRows<std::uint16_t>& task, bool misere) noexcept {
  HWY_DYNAMIC_DISPATCH(SolveRemoteness16)(task, misere ? 2 : 1);
}
template <>
void solve_remoteness_rows(const CellRows<std::uint32_t>& task, bool misere) noexcept {
  HWY_DYNAMIC_DISPATCH(SolveRemoteness32)(task, misere ? 2 : 1);
}

}  // namespace grundy::kernels
#endif
