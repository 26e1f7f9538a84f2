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

  // What a position has met, and what is kept of a set to which options only join.
  struct Best {
    Cell nearest;
    Cell farthest;
  };

  struct Met {
    using Here = Best;

    static HWY_INLINE Here load_here(const RemotenessMet<Cell>& met, std::int64_t at) {
      return {met.nearest[at], met.farthest[at]};
    }
    static HWY_INLINE void store_here(const RemotenessMet<Cell>& met, std::int64_t at, Here here) {
      met.nearest[at] = here.nearest;
      met.farthest[at] = here.farthest;
    }
    static HWY_INLINE void raise(Cell& cell, Cell to) { cell = std::max(cell, to); }
    static HWY_INLINE void option(Cell cell, Here& here) {
      const Cell is_n = static_cast<Cell>(-(cell & 1));
      raise(here.nearest, static_cast<Cell>((top - cell) & ~is_n));
      raise(here.farthest, cell & is_n);
    }
  };

  // The first of each queue is the best that is left. What joins makes all useless that are no
  // better, for they leave before it.
  struct InOrder : Met {
    struct State {
      QueueEnds* ends;
      Queued<Cell>* begin;
      Queued<Cell>* last;
    };

    static HWY_INLINE State load(const Set& set, std::int64_t place, std::size_t) {
      Queued<Cell>* const begin = set.queues + place * static_cast<std::int64_t>(set.capacity);
      return {set.ends + place, begin, begin + set.capacity - 1};
    }
    static HWY_INLINE void store(const Set&, std::int64_t, State) {}
    static HWY_INLINE void clear(State&, std::size_t) {}
    static HWY_INLINE void unite(State&, const Set&, std::int64_t, std::size_t) {}
    static HWY_INLINE void add(State& state, Cell cell, std::int64_t rank) {
      const auto number = static_cast<std::uint32_t>(rank);
      if (cell % 2 == 0) {
        Ends& ends = state.ends->p_options;
        while (ends.end != ends.first && state.begin[ends.end - 1].value >= cell) --ends.end;
        state.begin[ends.end++] = {number, cell};
      } else {
        Ends& ends = state.ends->n_options;
        while (ends.end != ends.first && at_end(state, ends.end - 1).value <= cell) --ends.end;
        at_end(state, ends.end++) = {number, cell};
      }
    }
    static HWY_INLINE void remove(State& state, Cell cell, std::int64_t rank) {
      Ends& ends = cell % 2 == 0 ? state.ends->p_options : state.ends->n_options;
      if (ends.first == ends.end) return;
      const Queued<Cell>& first =
          cell % 2 == 0 ? state.begin[ends.first] : at_end(state, ends.first);
      if (first.rank == static_cast<std::uint32_t>(rank)) ++ends.first;
    }
    static HWY_INLINE void read(const State& state, Best& here) {
      const auto& [p_options, n_options] = *state.ends;
      if (p_options.first != p_options.end) Met::option(state.begin[p_options.first].value, here);
      if (n_options.first != n_options.end) Met::option(at_end(state, n_options.first).value, here);
    }

   private:
    static HWY_INLINE Queued<Cell>& at_end(const State& state, std::uint32_t number) {
      return *(state.last - number);
    }
  };

  struct Plain : Met {
    using State = Best;

    static HWY_INLINE State load(const Set& set, std::int64_t place, std::size_t) {
      return {set.nearest[place], set.farthest[place]};
    }
    static HWY_INLINE void store(const Set& set, std::int64_t place, State state) {
      set.nearest[place] = state.nearest;
      set.farthest[place] = state.farthest;
    }
    static HWY_INLINE void clear(State& state, std::size_t) { state = {}; }
    static HWY_INLINE void unite(State& state, const Set& other, std::int64_t place,
                                 std::size_t width) {
      if (other.queues)
        InOrder::read(InOrder::load(other, place, width), state);
      else
        read(load(other, place, width), state);
    }
    static HWY_INLINE void add(State& state, Cell cell, std::int64_t) { Met::option(cell, state); }
    static HWY_INLINE void remove(State&, Cell, std::int64_t) {}
    static HWY_INLINE void read(const State& state, Best& here) {
      Met::raise(here.nearest, state.nearest);
      Met::raise(here.farthest, state.farthest);
    }
  };

  // There are none: the nearest of the options that are left cannot be found by counting.
  using Counted = Plain;

  static HWY_INLINE Cell value(const Row& row, Best here) {
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
