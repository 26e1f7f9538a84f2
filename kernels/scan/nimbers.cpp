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
  struct Met {
    struct Here {
      const std::uint64_t** states;
      std::uint64_t* single;
      std::size_t count = 0;       // of the states
      std::size_t single_end = 0;  // words of `single` that may hold bits
      std::uint32_t least = 0;     // all values below it are in one of the states
    };

    static HWY_INLINE Here load_here(const NimbersMet& met, std::int64_t) {
      return {met.states, met.single};
    }
    static HWY_INLINE void store_here(const NimbersMet&, std::int64_t, const Here&) {}
    static HWY_INLINE void option(std::uint32_t value, Here& here) {
      if (here.single_end == 0) here.states[here.count++] = here.single;
      here.single[value / 64] |= bit(value);
      here.single_end = std::max<std::size_t>(here.single_end, value / 64 + 1);
    }
  };

  struct Plain : Met {
    struct State {
      std::uint64_t* words;
      std::uint32_t least;
    };

    static HWY_INLINE std::uint64_t* words(const NimberSet& set, std::int64_t place,
                                           std::size_t width) {
      return set.words + place * static_cast<std::int64_t>(width);
    }
    static HWY_INLINE State load(const NimberSet& set, std::int64_t place, std::size_t width) {
      return {words(set, place, width), set.least[place]};
    }
    static HWY_INLINE void store(const NimberSet& set, std::int64_t place, const State& state) {
      set.least[place] = state.least;
    }
    static HWY_INLINE void clear(State& state, std::size_t width) {
      std::fill_n(state.words, width, std::uint64_t{0});
      state.least = 0;
    }
    static HWY_INLINE void unite(State& state, const NimberSet& other, std::int64_t place,
                                 std::size_t width) {
      const std::uint64_t* const from = words(other, place, width);
      for (std::size_t i = 0; i < width; ++i) state.words[i] |= from[i];
      state.least = absent_from(state.words, std::max(state.least, other.least[place]));
    }
    static HWY_INLINE void add(State& state, std::uint32_t value, std::int64_t) {
      state.words[value / 64] |= bit(value);
      if (value == state.least) state.least = absent_from(state.words, value);
    }
    static HWY_INLINE void remove(State&, std::uint32_t, std::int64_t) {}
    static HWY_INLINE void read(const State& state, Here& here) {
      here.states[here.count++] = state.words;
      here.least = std::max(here.least, state.least);
    }
  };

  struct Counted : Plain {
    struct State : Plain::State {
      std::uint32_t* counts;
    };

    static HWY_INLINE State load(const NimberSet& set, std::int64_t place, std::size_t width) {
      return {Plain::load(set, place, width),
              set.counts + place * static_cast<std::int64_t>(64 * width)};
    }
    static HWY_INLINE void add(State& state, std::uint32_t value, std::int64_t rank) {
      if (state.counts[value]++ == 0) Plain::add(state, value, rank);
    }
    static HWY_INLINE void remove(State& state, std::uint32_t value, std::int64_t) {
      if (--state.counts[value] != 0) return;
      state.words[value / 64] &= ~bit(value);
      state.least = std::min(state.least, value);
    }
  };

  using InOrder = Counted;

  template <class Row>
  static HWY_INLINE std::uint32_t value(const Row&, const Met::Here& here) {
    const std::uint32_t least = mex(here);
    std::fill_n(here.single, here.single_end, std::uint64_t{0});
    return least;
  }

  static HWY_INLINE std::uint32_t mex(const Met::Here& here) {
    std::uint64_t absent = ~std::uint64_t{0} << (here.least % 64);
    for (std::size_t word = here.least / 64;; ++word, absent = ~std::uint64_t{0}) {
      for (std::size_t i = 0; i < here.count; ++i) absent &= ~here.states[i][word];
      if (absent != 0)
        return static_cast<std::uint32_t>(64 * word) +
               static_cast<std::uint32_t>(std::countr_zero(absent));
    }
  }
};

void Nimbers8(const NimberRow<std::uint8_t>& row) {
  solve<Nimbers>(row);
}
void Nimbers16(const NimberRow<std::uint16_t>& row) {
  solve<Nimbers>(row);
}
void Nimbers32(const NimberRow<std::uint32_t>& row) {
  solve<Nimbers>(row);
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
