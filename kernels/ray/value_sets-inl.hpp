// kernels/ray/value_sets-inl.hpp: slices of value sets as vectors, for ray_nimber.cpp, once a
// target.
#if defined(GRUNDY_KERNELS_VALUE_SETS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRUNDY_KERNELS_VALUE_SETS_INL
#undef GRUNDY_KERNELS_VALUE_SETS_INL
#else
#define GRUNDY_KERNELS_VALUE_SETS_INL
#endif

#include <hwy/highway.h>

#include <array>
#include <bit>

#include "kernels/ray/nimbers.hpp"

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// A slice, or as large a part of it as a vector holds.
using Tag = hn::CappedTag<std::uint64_t, slice_words>;
using Values = hn::Vec<Tag>;

inline constexpr std::uint64_t whole = ~std::uint64_t{0};

// Where a slice begins: `at` words behind slice 0, and the first of its values.
struct Slice {
  std::size_t at;
  std::uint32_t values;

  HWY_INLINE void go_on(std::size_t stride) {
    at += stride;
    values += slice_values;
  }
};

// No nimber is as large.
inline constexpr std::uint32_t no_value = ~std::uint32_t{0};

// What solving all positions of a plane, by all values, and a stage have each in its own way: the
// slice that they begin with,
template <class Cell>
HWY_INLINE Slice first_slice(const NimberPlane<Cell>&) {
  return {0, 0};
}
template <class Cell>
HWY_INLINE Slice first_slice(const NimberStage<Cell>& stage) {
  return {0, stage.first_value};
}

// whether a slice lies behind the last one,
template <class Plane>
HWY_INLINE bool is_behind(const Slice& slice, const ValueSets& sets) {
  return Plane::some_values && slice.at == sets.end;
}

// whether a position is to be solved,
template <class Cell>
HWY_INLINE bool is_asked_for(const NimberPlane<Cell>&, Cell) {
  return true;
}
template <class Cell>
HWY_INLINE bool is_asked_for(const NimberStage<Cell>&, Cell cell) {
  return cell == open_cell<Cell>;
}

// and what becomes of a value, or of none. How many positions that solves.
template <class Cell>
HWY_INLINE unsigned give(const NimberPlane<Cell>&, Cell& cell, std::uint32_t value) {
  cell = static_cast<Cell>(value);
  return 0;  // nobody counts where all are solved
}
template <class Cell>
HWY_INLINE unsigned give(const NimberStage<Cell>&, Cell& cell, std::uint32_t value) {
  if (value == no_value) return 0;
  cell = static_cast<Cell>(value);
  return 1;
}

HWY_INLINE bool is_full(const std::uint64_t* slice) {
  return (slice[0] & slice[1] & slice[2] & slice[3]) == whole;
}

// Adds values to a set, which is written as it is read, by whole vectors: a load of other width
// than the store before it has to wait until that is done.
HWY_INLINE void add_to(std::uint64_t* set, Values values) {
  const Tag d;
  hn::Store(hn::Or(hn::Load(d, set), values), d, set);
}

// The words that are full, as bits.
HWY_INLINE std::uint32_t full_words(Values taken) {
  const Tag d;
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(d, hn::Eq(taken, hn::Set(d, whole)), bits);
  return bits[0];
}

inline constexpr std::uint32_t all_words = (1U << hn::MaxLanes(Tag())) - 1;

// By the words that are full, not all of them: the first other one, as a mask, and its values.
struct FirstWord {
  alignas(32) std::uint64_t only[slice_words];
  std::uint32_t values;
};

constexpr std::array<FirstWord, 1 << slice_words> make_first_words() {
  std::array<FirstWord, 1 << slice_words> words{};
  for (unsigned full = 0; full + 1 < words.size(); ++full) {
    const auto first = static_cast<std::size_t>(std::countr_one(full));
    words[full].only[first] = whole;
    words[full].values = static_cast<std::uint32_t>(64 * first);
  }
  return words;
}
alignas(64) inline constexpr auto first_words = make_first_words();

// The least value that is not taken, alone. `full` are the full words, not all.
HWY_INLINE Values least_missing(Values taken, std::uint32_t full) {
  const Tag d;
  const Values lowest = hn::AndNot(taken, hn::Sub(taken, hn::Set(d, whole)));
  return hn::And(lowest, hn::Load(d, first_words[full].only));
}

// Its number.
HWY_INLINE std::uint32_t number_of(Values least, std::uint32_t full) {
  const std::uint64_t word = hn::GetLane(hn::SumOfLanes(Tag(), least));
  return first_words[full].values + static_cast<std::uint32_t>(std::countr_zero(word));
}

}  // namespace grundy::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
