#include "kernels/ray/open_cells.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/ray/open_cells.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <bit>
#include <cstring>

#include "kernels/ray/nimbers.hpp"

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::ScalableTag<std::uint16_t>;
constexpr std::uint16_t open = open_cell<std::uint16_t>;

// Cells that are taken at a time: whole bytes of the mask, in whole vectors.
constexpr std::size_t at_once = hn::MaxLanes(Tag()) < 8 ? 8 : hn::MaxLanes(Tag());

// One bit for each of at_once cells.
HWY_INLINE std::uint64_t open_bits(const std::uint16_t* cells) {
  if constexpr (hn::MaxLanes(Tag()) < 8) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < at_once; ++i) bits |= std::uint64_t{cells[i] == open} << i;
    return bits;
  } else {
    const Tag d;
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(d, hn::Eq(hn::LoadU(d, cells), hn::Set(d, open)), bytes);
    std::uint64_t bits;
    std::memcpy(&bits, bytes, sizeof bits);
    return bits;
  }
}

HWY_INLINE void open_some(const std::uint8_t* mask, std::uint16_t* cells) {
  if constexpr (hn::MaxLanes(Tag()) < 8) {
    for (std::size_t i = 0; i < at_once; ++i)
      cells[i] = (*mask >> i & 1) != 0 ? open : std::uint16_t{0};
  } else {
    const Tag d;
    hn::StoreU(hn::IfThenElseZero(hn::LoadMaskBits(d, mask), hn::Set(d, open)), d, cells);
  }
}

HWY_INLINE bool bit(const std::uint8_t* mask, std::size_t i) {
  return (mask[i / 8] >> i % 8 & 1) != 0;
}

void OpenCells(const std::uint8_t* mask, std::uint16_t* cells, std::size_t count) {
  std::size_t i = 0;
  for (; i + at_once <= count; i += at_once) open_some(mask + i / 8, cells + i);
  for (; i < count; ++i) cells[i] = bit(mask, i) ? open : std::uint16_t{0};
}

std::size_t TakeSolved(std::uint8_t* mask, const std::uint16_t* cells, std::size_t count,
                       std::uint16_t* values) {
  std::uint16_t* next = values;
  std::size_t i = 0;
  for (; i + at_once <= count; i += at_once) {
    std::uint64_t before = 0;
    std::memcpy(&before, mask + i / 8, at_once / 8);
    const std::uint64_t after = before & open_bits(cells + i);
    if (after == before) continue;
    for (std::uint64_t left = before ^ after; left != 0; left &= left - 1)
      *next++ = cells[i + static_cast<std::size_t>(std::countr_zero(left))];
    std::memcpy(mask + i / 8, &after, at_once / 8);
  }
  for (; i < count; ++i)
    if (bit(mask, i) && cells[i] != open) {
      *next++ = cells[i];
      mask[i / 8] = static_cast<std::uint8_t>(mask[i / 8] & ~(1U << i % 8));
    }
  return static_cast<std::size_t>(next - values);
}

void MarkOpen(const std::uint16_t* cells, std::size_t count, std::uint8_t* mask) {
  std::memset(mask, 0, mask_bytes(count));
  std::size_t i = 0;
  for (; i + at_once <= count; i += at_once) {
    const std::uint64_t bits = open_bits(cells + i);
    std::memcpy(mask + i / 8, &bits, at_once / 8);
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

void open_cells(const std::uint8_t* mask, std::span<std::uint16_t> cells) noexcept {
  HWY_DYNAMIC_DISPATCH(OpenCells)(mask, cells.data(), cells.size());
}
std::size_t take_solved(std::uint8_t* mask, std::span<const std::uint16_t> cells,
                        std::uint16_t* values) noexcept {
  return HWY_DYNAMIC_DISPATCH(TakeSolved)(mask, cells.data(), cells.size(), values);
}
void mark_open(std::span<const std::uint16_t> cells, std::uint8_t* mask) noexcept {
  HWY_DYNAMIC_DISPATCH(MarkOpen)(cells.data(), cells.size(), mask);
}

}  // namespace grundy::kernels
#endif
