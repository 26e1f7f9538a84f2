#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/scan/outcomes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/scan/rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels::scan {
namespace HWY_NAMESPACE {
namespace {

struct Outcomes {
  // What a position has met is as much as a state.
  struct Met {
    using Here = std::uint8_t;

    static HWY_INLINE Here load_here(const OutcomesMet& met, std::int64_t at) {
      return met.options[at];
    }
    static HWY_INLINE void store_here(const OutcomesMet& met, std::int64_t at, Here here) {
      met.options[at] = here;
    }
    static HWY_INLINE void option(std::uint8_t cell, Here& here) {
      here |= static_cast<Here>(3 - cell);
    }
  };

  struct Counted : Met {
    using State = std::uint64_t;

    static HWY_INLINE State load(const OutcomeSet& set, std::int64_t place, std::size_t) {
      return set.counts[place];
    }
    static HWY_INLINE void store(const OutcomeSet& set, std::int64_t place, State state) {
      set.counts[place] = state;
    }
    static HWY_INLINE State counted(std::uint8_t cell) { return (State{1} << 32) + (1U - cell); }
    static HWY_INLINE void clear(State&, std::size_t) {}
    static HWY_INLINE void unite(State&, const OutcomeSet&, std::int64_t, std::size_t) {}
    static HWY_INLINE void add(State& state, std::uint8_t cell, std::int64_t) {
      state += counted(cell);
    }
    static HWY_INLINE void remove(State& state, std::uint8_t cell, std::int64_t) {
      state -= counted(cell);
    }
    static HWY_INLINE void read(State state, Here& here) {
      here |= static_cast<Here>((state != 0 ? 2 : 0) | (static_cast<std::uint32_t>(state) != 0));
    }
  };

  // When the last P-option leaves, all others have left.
  struct InOrder : Met {
    using State = Last;

    static HWY_INLINE State load(const OutcomeSet& set, std::int64_t place, std::size_t) {
      return set.last[place];
    }
    static HWY_INLINE void store(const OutcomeSet& set, std::int64_t place, State state) {
      set.last[place] = state;
    }
    static HWY_INLINE std::uint32_t number(std::int64_t rank) {
      return static_cast<std::uint32_t>(rank + 1);
    }
    static HWY_INLINE void clear(State&, std::size_t) {}
    static HWY_INLINE void unite(State&, const OutcomeSet&, std::int64_t, std::size_t) {}
    static HWY_INLINE void add(State& state, std::uint8_t cell, std::int64_t rank) {
      state.option = number(rank);
      state.p_option = cell == 0 ? state.option : state.p_option;
    }
    static HWY_INLINE void remove(State& state, std::uint8_t, std::int64_t rank) {
      state.option = state.option == number(rank) ? 0 : state.option;
      state.p_option = state.p_option == number(rank) ? 0 : state.p_option;
    }
    static HWY_INLINE void read(State state, Here& here) {
      here |= static_cast<Here>((state.option != 0 ? 2 : 0) | (state.p_option != 0 ? 1 : 0));
    }
  };

  struct Plain : Met {
    using State = std::uint8_t;

    static HWY_INLINE State load(const OutcomeSet& set, std::int64_t place, std::size_t) {
      return set.states[place];
    }
    static HWY_INLINE void store(const OutcomeSet& set, std::int64_t place, State state) {
      set.states[place] = state;
    }
    static HWY_INLINE void clear(State& state, std::size_t) { state = 0; }
    static HWY_INLINE void unite(State& state, const OutcomeSet& other, std::int64_t place,
                                 std::size_t width) {
      if (other.states)
        state |= other.states[place];
      else if (other.counts)
        Counted::read(Counted::load(other, place, width), state);
      else
        InOrder::read(InOrder::load(other, place, width), state);
    }
    static HWY_INLINE void add(State& state, std::uint8_t cell, std::int64_t) {
      option(cell, state);
    }
    static HWY_INLINE void remove(State&, std::uint8_t, std::int64_t) {}
    static HWY_INLINE void read(State state, Here& here) { here |= state; }
  };

  static HWY_INLINE std::uint8_t value(const OutcomeRow& row, std::uint8_t here) {
    return here == 0 ? row.without_options : here & 1;
  }
};

void SolveOutcomes(const OutcomeRow& row) {
  std::fill_n(row.met.options, row.length, std::uint8_t{0});
  solve<Outcomes>(row);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace grundy::kernels::scan
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace grundy::kernels::scan {

HWY_EXPORT(SolveOutcomes);

void solve_row(const OutcomeRow& row) noexcept {
  HWY_DYNAMIC_DISPATCH(SolveOutcomes)(row);
}

}  // namespace grundy::kernels::scan
#endif
