#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/scan/nimbers.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <bit>

#include "kernels/scan/rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels::scan {
namespace HWY_NAMESPACE {
namespace {

// What a position has met: whatever is less than `least` is in one of the states.
struct Met {
  std::size_t width;
  std::uint64_t* single;
  std::size_t single_end;  // words of `single` that may hold bits
  const std::uint64_t** states;
  std::size_t count;
  std::uint32_t least;
};

HWY_INLINE std::uint64_t bit(std::uint32_t value) {
  return std::uint64_t{1} << (value % 64);
}

// The least value, from `from` on, that is not in the state. There is one.
HWY_INLINE std::uint32_t absent_from(const std::uint64_t* state, std::uint32_t from) {
  std::size_t word = from / 64;
  std::uint64_t absent = ~state[word] & (~std::uint64_t{0} << (from % 64));
  while (absent == 0) absent = ~state[++word];
  return static_cast<std::uint32_t>(64 * word) +
         static_cast<std::uint32_t>(std::countr_zero(absent));
}

struct Nimbers {
  static HWY_INLINE std::uint64_t* words(const NimberSet& set, std::int64_t place, const Met& met) {
    return set.words + place * static_cast<std::int64_t>(met.width);
  }
  static HWY_INLINE std::uint32_t& count_of(const NimberSet& set, std::int64_t place,
                                            std::uint32_t value, const Met& met) {
    return set.counts[place * static_cast<std::int64_t>(64 * met.width) + value];
  }

  static HWY_INLINE void clear(const NimberSet& set, std::int64_t place, const Met& met) {
    std::fill_n(words(set, place, met), met.width, std::uint64_t{0});
    set.least[place] = 0;
  }
  static HWY_INLINE void unite(const NimberSet& set, std::int64_t place, const NimberSet& other,
                               std::int64_t source, const Met& met) {
    std::uint64_t* const to = words(set, place, met);
    const std::uint64_t* const from = words(other, source, met);
    for (std::size_t i = 0; i < met.width; ++i) to[i] |= from[i];
    set.least[place] = absent_from(to, std::max(set.least[place], other.least[source]));
  }
  static HWY_INLINE void add(const NimberSet& set, std::int64_t place, std::uint32_t value,
                             const Met& met) {
    std::uint64_t* const state = words(set, place, met);
    state[value / 64] |= bit(value);
    if (value == set.least[place]) set.least[place] = absent_from(state, value + 1);
  }
  static HWY_INLINE void count(const NimberSet& set, std::int64_t place, std::uint32_t value,
                               const Met& met) {
    if (count_of(set, place, value, met)++ == 0) add(set, place, value, met);
  }
  static HWY_INLINE void discount(const NimberSet& set, std::int64_t place, std::uint32_t value,
                                  const Met& met) {
    if (--count_of(set, place, value, met) != 0) return;
    words(set, place, met)[value / 64] &= ~bit(value);
    set.least[place] = std::min(set.least[place], value);
  }
  static HWY_INLINE void read(const NimberSet& set, std::int64_t place, std::int64_t, Met& met) {
    met.states[met.count++] = words(set, place, met);
    met.least = std::max(met.least, set.least[place]);
  }
  static HWY_INLINE void read_counted(const NimberSet& set, std::int64_t place, std::int64_t at,
                                      Met& met) {
    read(set, place, at, met);
  }
  static HWY_INLINE void option(std::uint32_t value, std::int64_t, Met& met) {
    if (met.single_end == 0) met.states[met.count++] = met.single;
    met.single[value / 64] |= bit(value);
    met.single_end = std::max<std::size_t>(met.single_end, value / 64 + 1);
  }

  static HWY_INLINE std::uint32_t mex(const Met& met) {
    std::uint64_t absent = ~std::uint64_t{0} << (met.least % 64);
    for (std::size_t word = met.least / 64;; ++word, absent = ~std::uint64_t{0}) {
      for (std::size_t i = 0; i < met.count; ++i) absent &= ~met.states[i][word];
      if (absent != 0)
        return static_cast<std::uint32_t>(64 * word) +
               static_cast<std::uint32_t>(std::countr_zero(absent));
    }
  }

  template <class Cell>
  static HWY_INLINE Cell value(Met& met, std::int64_t, Cell) {
    const std::uint32_t least = mex(met);
    std::fill_n(met.single, met.single_end, std::uint64_t{0});
    met.single_end = met.count = met.least = 0;
    return static_cast<Cell>(least);
  }
};

template <class Cell>
HWY_INLINE void SolveNimbers(const NimberRow<Cell>& row) {
  solve<Nimbers>(row, Met{row.met.width, row.met.single, 0, row.met.states, 0, 0});
}

void Nimbers8(const NimberRow<std::uint8_t>& row) {
  SolveNimbers(row);
}
void Nimbers16(const NimberRow<std::uint16_t>& row) {
  SolveNimbers(row);
}
void Nimbers32(const NimberRow<std::uint32_t>& row) {
  SolveNimbers(row);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace grundy::kernels::scan
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace grundy::kernels::scan {

HWY_EXPORT(Nimbers8);
HWY_EXPORT(Nimbers16);
HWY_EXPORT(Nimbers32);

void solve_row(const NimberRow<std::uint8_t>& row) noexcept {
  HWY_DYNAMIC_DISPATCH(Nimbers8)(row);
}
void solve_row(const NimberRow<std::uint16_t>& row) noexcept {
  HWY_DYNAMIC_DISPATCH(Nimbers16)(row);
}
void solve_row(const NimberRow<std::uint32_t>& row) noexcept {
  HWY_DYNAMIC_DISPATCH(Nimbers32)(row);
}

}  // namespace grundy::kernels::scan
#endif
