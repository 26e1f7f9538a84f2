#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/scan/remoteness.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/scan/rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels::scan {
namespace HWY_NAMESPACE {
namespace {

template <class Cell>
struct Remoteness {
  using Row = RemotenessRow<Cell>;
  using Set = RemotenessSet<Cell>;

  static constexpr Cell top = static_cast<Cell>(~Cell{1});

  struct Plain {
    struct State {
      Cell nearest;
      Cell farthest;
    };
    using Here = State;

    static HWY_INLINE void raise(Cell& cell, Cell to) { cell = std::max(cell, to); }

    static HWY_INLINE State load(const Set& set, std::int64_t place, std::size_t) {
      return {set.nearest[place], set.farthest[place]};
    }
    static HWY_INLINE void store(const Set& set, std::int64_t place, State state) {
      set.nearest[place] = state.nearest;
      set.farthest[place] = state.farthest;
    }
    static HWY_INLINE Here load_here(const Set& met, std::int64_t at) { return load(met, at, 0); }
    static HWY_INLINE void store_here(const Set& met, std::int64_t at, Here here) {
      store(met, at, here);
    }
    static HWY_INLINE void clear(State& state, std::size_t) { state = {}; }
    static HWY_INLINE void unite(State& state, const Set& other, std::int64_t place, std::size_t) {
      read(load(other, place, 0), state);
    }
    static HWY_INLINE void add(State& state, Cell cell) {
      const Cell is_n = static_cast<Cell>(-(cell & 1));
      raise(state.nearest, static_cast<Cell>((top - cell) & ~is_n));
      raise(state.farthest, cell & is_n);
    }
    static HWY_INLINE void remove(State&, Cell) {}
    static HWY_INLINE void read(State state, Here& here) {
      raise(here.nearest, state.nearest);
      raise(here.farthest, state.farthest);
    }
    static HWY_INLINE void option(Cell cell, Here& here) { add(here, cell); }
  };

  // There are no windows: the nearest of the options that are left cannot be found by counting.
  using Counted = Plain;

  static HWY_INLINE Cell value(const Row& row, typename Plain::Here here) {
    if (here.nearest != 0) return static_cast<Cell>(top - here.nearest + 3);
    return here.farthest != 0 ? static_cast<Cell>(here.farthest + 1) : row.without_options;
  }
};

template <class Cell>
HWY_INLINE void SolveRemoteness(const RemotenessRow<Cell>& row) {
  std::fill_n(row.met.nearest, row.length, Cell{0});
  std::fill_n(row.met.farthest, row.length, Cell{0});
  solve<Remoteness<Cell>>(row);
}

void Remoteness16(const RemotenessRow<std::uint16_t>& row) {
  SolveRemoteness(row);
}
void Remoteness32(const RemotenessRow<std::uint32_t>& row) {
  SolveRemoteness(row);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace grundy::kernels::scan
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace grundy::kernels::scan {

HWY_EXPORT(Remoteness16);
HWY_EXPORT(Remoteness32);

void solve_row(const RemotenessRow<std::uint16_t>& row) noexcept {
  HWY_DYNAMIC_DISPATCH(Remoteness16)(row);
}
void solve_row(const RemotenessRow<std::uint32_t>& row) noexcept {
  HWY_DYNAMIC_DISPATCH(Remoteness32)(row);
}

}  // namespace grundy::kernels::scan
#endif
