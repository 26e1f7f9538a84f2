#include "kernels/ray/open_cells.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/ray/open_cells.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <array>
#include <bit>
#include <cstring>

#include "kernels/ray/nimbers.hpp"

#ifndef GRUNDY_KERNELS_RAY_LOOKUPS
#define GRUNDY_KERNELS_RAY_LOOKUPS
namespace grundy::kernels {

// For each mask of 8 cells, which bytes come to the 16 of a vector; 0x80 where none does. Highway
// 1.0.3 has no Expand, and GCC 12 copies the table of its Compress to the stack at each use.
struct Lookups {
  using Vector = std::array<std::uint8_t, 16>;
  alignas(16) std::array<Vector, 256> gather;  // cells whose bits are set move to the front
  alignas(16) std::array<Vector, 256> spread;  // values at the front move to these cells
};

inline constexpr Lookups lookups = [] {
  Lookups all{};
  for (std::size_t bits = 0; bits < 256; ++bits) {
    all.gather[bits].fill(0x80);
    all.spread[bits].fill(0x80);
    std::uint8_t front = 0;
    for (std::uint8_t byte = 0; byte < 16; ++byte)
      if ((bits >> byte / 2 & 1) != 0) {
        all.spread[bits][byte] = front;
        all.gather[bits][front++] = byte;
      }
  }
  return all;
}();

}  // namespace grundy::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::ScalableTag<std::uint16_t>;
using Bytes = hn::CappedTag<std::uint8_t, 16>;  // of 8 cells
constexpr std::uint16_t open = open_cell<std::uint16_t>;
constexpr bool by_vectors = hn::MaxLanes(Tag()) >= 8;

// Cells that a vector has: whole bytes of the mask.
constexpr std::size_t at_once = by_vectors ? hn::MaxLanes(Tag()) : 8;
constexpr std::size_t word_cells = 64;

HWY_INLINE std::uint64_t open_bits(const std::uint16_t* cells) {
  if constexpr (by_vectors) {
    const Tag d;
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(d, hn::Eq(hn::LoadU(d, cells), hn::Set(d, open)), bytes);
    std::uint64_t bits;
    std::memcpy(&bits, bytes, sizeof bits);
    return bits;
  } else {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < at_once; ++i) bits |= std::uint64_t{cells[i] == open} << i;
    return bits;
  }
}

// One bit for each of word_cells cells.
HWY_INLINE std::uint64_t open_word(const std::uint16_t* cells) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < word_cells; i += at_once) word |= open_bits(cells + i) << i;
  return word;
}

HWY_INLINE void open_some(const std::uint8_t* mask, std::uint16_t* cells) {
  if constexpr (by_vectors) {
    const Tag d;
    hn::StoreU(hn::IfThenElseZero(hn::LoadMaskBits(d, mask), hn::Set(d, open)), d, cells);
  } else {
    for (std::size_t i = 0; i < at_once; ++i)
      cells[i] = (*mask >> i & 1) != 0 ? open : std::uint16_t{0};
  }
}

HWY_INLINE bool bit(const std::uint8_t* mask, std::size_t i) {
  return (mask[i / 8] >> i % 8 & 1) != 0;
}

HWY_INLINE std::ptrdiff_t ones(std::uint64_t bits) {
  return std::popcount(bits);
}

// Writes the cells whose bit is set, of the 8 of the last byte. Writes 8 in all.
HWY_INLINE void gather(const std::uint16_t* cells, std::uint64_t bits, std::uint16_t* values) {
  const Bytes d;
  const auto from = hn::Load(d, lookups.gather[bits & 255].data());
  const auto all = hn::LoadU(d, reinterpret_cast<const std::uint8_t*>(cells));
  hn::StoreU(hn::TableLookupBytesOr0(all, from), d, reinterpret_cast<std::uint8_t*>(values));
}

// Writes values to the cells whose bit is set, of the 8 of the last byte. Reads 8 values.
HWY_INLINE void spread(const std::uint8_t* values, std::uint64_t bits, std::uint16_t* cells) {
  const Bytes d;
  const hn::RebindToSigned<Bytes> signed_d;
  auto* const bytes = reinterpret_cast<std::uint8_t*>(cells);
  const auto from = hn::Load(d, lookups.spread[bits & 255].data());
  const auto put = hn::BitCast(signed_d, hn::TableLookupBytesOr0(hn::LoadU(d, values), from));
  const auto old = hn::BitCast(signed_d, hn::LoadU(d, bytes));
  const auto all = hn::IfNegativeThenElse(hn::BitCast(signed_d, from), old, put);
  hn::StoreU(hn::BitCast(d, all), d, bytes);
}

// Writes the cells whose bit is set, of word_cells. Where they end. May write word_cells in all.
HWY_INLINE std::uint16_t* gather_word(const std::uint16_t* cells, std::uint64_t bits,
                                      std::uint16_t* values) {
  if constexpr (by_vectors) {
    for (std::size_t i = 0; i < word_cells; i += 8, bits >>= 8) {
      gather(cells + i, bits, values);
      values += ones(bits & 255);
    }
  } else {
    for (; bits != 0; bits &= bits - 1) *values++ = cells[std::countr_zero(bits)];
  }
  return values;
}

// The bits of word_cells cells, or of those that are left.
HWY_INLINE std::uint64_t word_at(const std::uint8_t* mask, std::size_t first, std::size_t count) {
  std::uint64_t word;
  std::memcpy(&word, mask + first / 8, sizeof word);
  const std::size_t left = count - first;
  return left < word_cells ? word & ((std::uint64_t{1} << left) - 1) : word;
}

void OpenCells(const std::uint8_t* mask, std::uint16_t* cells, std::size_t count) {
  std::size_t i = 0;
  for (; i + at_once <= count; i += at_once) open_some(mask + i / 8, cells + i);
  for (; i < count; ++i) cells[i] = bit(mask, i) ? open : std::uint16_t{0};
}

std::size_t TakeSolved(std::uint8_t* mask, const std::uint16_t* cells, std::size_t count,
                       std::uint16_t* values) {
  std::uint16_t* next = values;  // never further on than i, so that gather_word has room
  std::size_t i = 0;
  for (; i + word_cells <= count; i += word_cells) {
    const std::uint64_t before = word_at(mask, i, count);
    const std::uint64_t after = before & open_word(cells + i);
    if (after == before) continue;
    next = gather_word(cells + i, before ^ after, next);
    std::memcpy(mask + i / 8, &after, sizeof after);
  }
  for (; i < count; ++i)
    if (bit(mask, i) && cells[i] != open) {
      *next++ = cells[i];
      mask[i / 8] = static_cast<std::uint8_t>(mask[i / 8] & ~(1U << i % 8));
    }
  return static_cast<std::size_t>(next - values);
}

std::size_t CountBits(const std::uint8_t* mask, std::size_t count) {
  std::ptrdiff_t found = 0;
  for (std::size_t i = 0; i < count; i += word_cells) found += ones(word_at(mask, i, count));
  return static_cast<std::size_t>(found);
}

// Requires as many values as bits; there may be more. A value is two bytes.
void PutValues(const std::uint8_t* mask, const std::uint8_t* values, const std::uint8_t* end,
               std::uint16_t* cells, std::size_t count) {
  for (std::size_t i = 0; i < count; i += word_cells) {
    std::uint64_t bits = word_at(mask, i, count);
    if (bits == 0) continue;
    if (by_vectors && i + word_cells <= count &&
        static_cast<std::size_t>(end - values) >= 2 * word_cells) {
      for (std::size_t k = 0; k < word_cells; k += 8, bits >>= 8) {
        spread(values, bits, cells + i + k);
        values += 2 * ones(bits & 255);
      }
    } else {
      for (; bits != 0; bits &= bits - 1, values += 2)
        std::memcpy(cells + i + std::countr_zero(bits), values, 2);
    }
  }
}

void MarkOpen(const std::uint16_t* cells, std::size_t count, std::uint8_t* mask) {
  std::memset(mask, 0, mask_bytes(count));
  std::size_t i = 0;
  for (; i + word_cells <= count; i += word_cells) {
    const std::uint64_t word = open_word(cells + i);
    std::memcpy(mask + i / 8, &word, sizeof word);
  }
  for (; i < count; ++i)
    if (cells[i] == open) mask[i / 8] = static_cast<std::uint8_t>(mask[i / 8] | 1U << i % 8);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace grundy::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace grundy::kernels {

HWY_EXPORT(OpenCells);
HWY_EXPORT(TakeSolved);
HWY_EXPORT(MarkOpen);
HWY_EXPORT(CountBits);
HWY_EXPORT(PutValues);

void open_cells(const std::uint8_t* mask, std::span<std::uint16_t> cells) noexcept {
  HWY_DYNAMIC_DISPATCH(OpenCells)(mask, cells.data(), cells.size());
}
std::size_t take_solved(std::uint8_t* mask, std::span<const std::uint16_t> cells,
                        std::uint16_t* values) noexcept {
  return HWY_DYNAMIC_DISPATCH(TakeSolved)(mask, cells.data(), cells.size(), values);
}
std::optional<std::size_t> put_values(const std::uint8_t* mask, std::span<const std::byte> values,
                                      std::span<std::uint16_t> cells) noexcept {
  const std::size_t found = HWY_DYNAMIC_DISPATCH(CountBits)(mask, cells.size());
  if (values.size() / sizeof(std::uint16_t) < found) return std::nullopt;
  const auto* const first = reinterpret_cast<const std::uint8_t*>(values.data());
  HWY_DYNAMIC_DISPATCH(PutValues)(mask, first, first + values.size(), cells.data(), cells.size());
  return found;
}
void mark_open(std::span<const std::uint16_t> cells, std::uint8_t* mask) noexcept {
  HWY_DYNAMIC_DISPATCH(MarkOpen)(cells.data(), cells.size(), mask);
}

}  // namespace grundy::kernels
#endif
