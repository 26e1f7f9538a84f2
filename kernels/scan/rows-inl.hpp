// kernels/scan/rows-inl.hpp: runs carried out whole or in turn, for all quantities, once a target.
//
// A quantity has a type for states that are plain and one for those that are counted. These load
// and store a state, and change it in between. `Here` is what the position has met.
#if defined(GRUNDY_KERNELS_SCAN_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRUNDY_KERNELS_SCAN_ROWS_INL
#undef GRUNDY_KERNELS_SCAN_ROWS_INL
#else
#define GRUNDY_KERNELS_SCAN_ROWS_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <span>

#include "kernels/scan/scan.hpp"

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels::scan::HWY_NAMESPACE {

// What an action works on. Copies: stores of cells cannot reach them, so they stay in registers.
template <class Row>
struct Subject {
  typename Row::Set set;
  typename Row::Set other;
  const typename Row::Cell* cells;
  std::size_t width;  // of a state of nimbers
};

template <class States, Operation operation, class Row>
HWY_INLINE void act(const Subject<Row>& on, typename States::State& state,
                    typename States::Here& here, std::int64_t source) {
  if constexpr (operation == Operation::clear) States::clear(state, on.width);
  if constexpr (operation == Operation::unite) States::unite(state, on.other, source, on.width);
  if constexpr (operation == Operation::add) States::add(state, on.cells[source]);
  if constexpr (operation == Operation::remove) States::remove(state, on.cells[source]);
  if constexpr (operation == Operation::read) States::read(state, here);
  if constexpr (operation == Operation::option) States::option(on.cells[source], here);
}

// Carries out an action for position `at` of the row.
template <class States, Operation operation, class Row, class Met>
HWY_INLINE void act_at(const Subject<Row>& on, const Met& met, std::int64_t at, std::int64_t place,
                       std::int64_t source) {
  typename States::State state{};
  typename States::Here here{};
  if constexpr (operation != Operation::option) state = States::load(on.set, place, on.width);
  if constexpr (operation >= Operation::read) here = States::load_here(met, at);
  act<States, operation>(on, state, here, source);
  if constexpr (operation >= Operation::read)
    States::store_here(met, at, here);
  else
    States::store(on.set, place, state);
}

// Carries out an action at all its turns.
template <class States, Operation operation, class Row>
HWY_INLINE void carry_out(const Row& row, const Run& run) {
  const Turns turns = run.turns;
  const Action action = run.action;
  const Subject<Row> on{row.sets[turns.set], row.sets[action.other], row.cells, row.width};
  const auto met = row.met;
  constexpr bool has_place = operation != Operation::option;
  constexpr bool has_source = operation != Operation::clear && operation != Operation::read;
  if (turns.period == 1 && (turns.place_step == 1 || !has_place) &&
      (action.source_step == 1 || !has_source))
    for (std::int64_t k = 0; k < turns.count; ++k)
      act_at<States, operation>(on, met, turns.first + k, turns.place + k, action.source + k);
  else
    for (std::int64_t k = 0; k < turns.count; ++k)
      act_at<States, operation>(on, met, turns.first + k * turns.period,
                                turns.place + k * turns.place_step,
                                action.source + k * action.source_step);
}

template <class States, class Row>
HWY_INLINE void carry_out(const Row& row, const Run& run) {
  using enum Operation;
  switch (run.action.operation) {
    case clear:
      return carry_out<States, clear>(row, run);
    case unite:
      return carry_out<States, unite>(row, run);
    case add:
      return carry_out<States, add>(row, run);
    case remove:
      return carry_out<States, remove>(row, run);
    case read:
      return carry_out<States, read>(row, run);
    case option:
      return carry_out<States, option>(row, run);
  }
}

// Carries out the actions of a group at turn k.
template <class States, class Row>
HWY_INLINE void act_all(const Row& row, Subject<Row>& on, std::span<const Action> actions,
                        std::int64_t k, typename States::State& state,
                        typename States::Here& here) {
  using enum Operation;
  for (const Action& action : actions) {
    const std::int64_t source = action.source + k * action.source_step;
    switch (action.operation) {
      case clear:
        act<States, clear>(on, state, here, source);
        break;
      case unite:
        on.other = row.sets[action.other];
        act<States, unite>(on, state, here, source);
        break;
      case add:
        act<States, add>(on, state, here, source);
        break;
      case remove:
        act<States, remove>(on, state, here, source);
        break;
      case read:
        act<States, read>(on, state, here, source);
        break;
      case option:
        act<States, option>(on, state, here, source);
        break;
    }
  }
}

template <class States, class Row>
HWY_INLINE void take_turn(const Row& row, const Group& group, std::span<const Action> actions,
                          std::int64_t k, typename States::Here& here) {
  Subject<Row> on{row.sets[group.turns.set], {}, row.cells, row.width};
  const std::int64_t place = group.turns.place + k * group.turns.place_step;
  auto state = States::load(on.set, place, on.width);
  act_all<States>(row, on, actions, k, state, here);
  States::store(on.set, place, state);
}

template <class Quantity, class Row, class Here>
HWY_INLINE void finish(const Row& row, std::int64_t at, const Here& here) {
  using Cell = typename Row::Cell;
  auto value = static_cast<Cell>(Quantity::value(row, here));
  if (row.over && row.over[at] != 0) value = static_cast<Cell>(row.over[at] - 1);
  row.cells[row.rank + at * row.rank_step] = value;
}

template <class Quantity, class Row>
HWY_INLINE void solve_stretch(const Row& row, const Stretch& stretch, Group* const groups,
                              const Action* const actions) {
  for (std::int64_t at = stretch.begin; at < stretch.end; ++at) {
    auto here = Quantity::Plain::load_here(row.met, at);
    const Action* next = actions;
    for (std::size_t i = 0; i < stretch.groups; ++i) {
      Group& group = groups[i];
      const std::span of_group(next, group.actions);
      next += group.actions;
      std::int64_t k = at - stretch.begin;
      if (group.turns.period != 1) {
        if (at != group.turns.first + group.turn * group.turns.period) continue;
        k = group.turn++;
      }
      if (group.turns.counted)
        take_turn<typename Quantity::Counted>(row, group, of_group, k, here);
      else
        take_turn<typename Quantity::Plain>(row, group, of_group, k, here);
    }
    finish<Quantity>(row, at, here);
  }
}

// The same for a single group, at each position, about a single state: it stays in registers.
template <class Quantity, class States, bool adds_and_reads, class Row>
HWY_INLINE void solve_alone(const Row& row, const Stretch& stretch, const Group& group,
                            std::span<const Action> actions) {
  Subject<Row> on{row.sets[group.turns.set], {}, row.cells, row.width};
  auto state = States::load(on.set, group.turns.place, on.width);
  const Action first = actions[0];
  for (std::int64_t at = stretch.begin; at < stretch.end; ++at) {
    auto here = States::load_here(row.met, at);
    const std::int64_t k = at - stretch.begin;
    if constexpr (adds_and_reads) {
      act<States, Operation::add>(on, state, here, first.source + k * first.source_step);
      act<States, Operation::read>(on, state, here, 0);
    } else {
      act_all<States>(row, on, actions, k, state, here);
    }
    finish<Quantity>(row, at, here);
  }
  States::store(on.set, group.turns.place, state);
}

template <class Quantity, class States, class Row>
HWY_INLINE void solve_alone(const Row& row, const Stretch& stretch, const Group& group,
                            std::span<const Action> actions) {
  if (actions.size() == 2 && actions[0].operation == Operation::add &&
      actions[1].operation == Operation::read)
    solve_alone<Quantity, States, true>(row, stretch, group, actions);
  else
    solve_alone<Quantity, States, false>(row, stretch, group, actions);
}

template <class Quantity, class Row>
HWY_INLINE void solve(const Row& row) {
  for (const Run& run : row.whole)
    if (run.turns.counted)
      carry_out<typename Quantity::Counted>(row, run);
    else
      carry_out<typename Quantity::Plain>(row, run);
  Group* groups = row.groups.data();
  const Action* actions = row.actions.data();
  for (const Stretch& stretch : row.stretches) {
    const bool is_alone =
        stretch.groups == 1 && groups->turns.period == 1 && groups->turns.place_step == 0;
    if (!is_alone)
      solve_stretch<Quantity>(row, stretch, groups, actions);
    else if (groups->turns.counted)
      solve_alone<Quantity, typename Quantity::Counted>(row, stretch, *groups,
                                                        {actions, groups->actions});
    else
      solve_alone<Quantity, typename Quantity::Plain>(row, stretch, *groups,
                                                      {actions, groups->actions});
    for (const Group* const end = groups + stretch.groups; groups != end; ++groups)
      actions += groups->actions;
  }
}

}  // namespace grundy::kernels::scan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
