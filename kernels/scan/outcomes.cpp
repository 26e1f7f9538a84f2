#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/scan/outcomes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

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

    // solve_line() where the position before joins: only positions without a P-option elsewhere
    // are looked at, and of the window no more than when its last P-option leaves. False if it
    // does not apply.
    static HWY_INLINE bool solve_window(const OutcomeRow row, const Stretch stretch,
                                        const Action joins, const Turns leaving,
                                        const Action leaves) {
      const std::int64_t shift = row.rank - 1;  // from a position to the rank that joins there
      if (!stretch.finishes || row.over || row.rank_step != 1 || leaves.source_step != 1 ||
          joins.source_step != 1 || joins.source != shift + stretch.begin)
        return false;
      // Options of ranks from there on are left at a position, after its turn.
      const auto left_at = [&](std::int64_t at) {
        return leaves.source + (at < leaving.first ? 0 : (at - leaving.first) / leaving.period + 1);
      };
      // The position at which an option leaves.
      const auto end_of = [&](std::int64_t rank) {
        return leaving.first + (rank - leaves.source) * leaving.period;
      };
      const OutcomeSet set = row.sets[leaving.set];
      std::uint8_t* const cells = row.cells + row.rank;
      const std::uint8_t* const met = row.met.options;
      const Last before = load(set, leaving.place, row.width);
      // The rank of the last P-option, of the one before it (-1: none), and the position from which
      // on there is none.
      std::int64_t p_option = std::int64_t{before.p_option} - 1;
      if (cells[stretch.begin - 1] == 0) p_option = joins.source;
      std::int64_t earlier = -1;
      std::int64_t lost_from = p_option < 0 ? stretch.begin : end_of(p_option);
      const auto solve = [&](std::int64_t at) {
        if (at < lost_from) return;
        const bool has_option = met[at] != 0 || shift + at >= left_at(at);
        cells[at] = has_option ? 0 : row.without_options;
        if (cells[at] != 0) return;
        earlier = std::exchange(p_option, row.rank + at);
        lost_from = end_of(p_option);
      };
      std::fill(cells + stretch.begin, cells + stretch.end, std::uint8_t{1});
      for (std::int64_t at = stretch.begin; at < stretch.end;) {
        if (at < lost_from) {
          at = std::min(lost_from, stretch.end);
        } else if (at + 8 <= stretch.end) {
          std::uint64_t eight;
          std::memcpy(&eight, met + at, sizeof eight);
          for (std::uint64_t open = ~eight & 0x0101010101010101; open != 0; open &= open - 1)
            solve(at + std::countr_zero(open) / 8);
          at += 8;
        } else {
          if ((met[at] & 1) == 0) solve(at);
          ++at;
        }
      }
      const std::int64_t last = stretch.end - 1;
      const std::int64_t left = left_at(last);
      if (p_option == row.rank + last) p_option = earlier;  // which joins later
      store(set, leaving.place,
            {p_option >= left ? number(p_option) : 0,
             shift + last >= left ? number(shift + last) : 0});
      return true;
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
