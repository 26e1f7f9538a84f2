// kernels/scan/rows-inl.hpp: runs carried out whole or in turn, for all quantities, once a target.
//
// A quantity has a type for states that are plain, one for those that are counted and one for those
// in order. These load and store a state, and change it in between. `Here` is what the position has
// met.
#if defined(GRUNDY_KERNELS_SCAN_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRUNDY_KERNELS_SCAN_ROWS_INL
#undef GRUNDY_KERNELS_SCAN_ROWS_INL
#else
#define GRUNDY_KERNELS_SCAN_ROWS_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <initializer_list>
#include <optional>
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
  if constexpr (operation == Operation::add) States::add(state, on.cells[source], source);
  if constexpr (operation == Operation::remove) States::remove(state, on.cells[source], source);
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

// The number of the turn at position `at` of a stretch, if there is one.
HWY_INLINE std::optional<std::int64_t> turn_at(Group& group, std::int64_t at, std::int64_t begin) {
  if (group.turns.period == 1) return at - begin;
  if (at != group.turns.first + group.turn * group.turns.period) return std::nullopt;
  return group.turn++;
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

// Sets the cell, or leaves that to a later stretch.
template <class Quantity, class Row, class Here>
HWY_INLINE void finish(const Row& row, const Stretch& stretch, std::int64_t at, const Here& here) {
  using Cell = typename Row::Cell;
  if (!stretch.finishes) return Quantity::Plain::store_here(row.met, at, here);
  auto value = static_cast<Cell>(Quantity::value(row, here));
  if (row.over && row.over[at] != 0) value = static_cast<Cell>(row.over[at] - 1);
  row.cells[row.rank + at * row.rank_step] = value;
}

// Calls use with the type for states that are kept so.
template <class Quantity, class Use>
HWY_INLINE void with_states(Keeping keeping, const Use& use) {
  if (keeping == Keeping::plain)
    use(typename Quantity::Plain());
  else if (keeping == Keeping::counted)
    use(typename Quantity::Counted());
  else
    use(typename Quantity::InOrder());
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
      if (const auto k = turn_at(group, at, stretch.begin))
        with_states<Quantity>(group.turns.keeping, [&]<class States>(States) {
          take_turn<States>(row, group, of_group, *k, here);
        });
    }
    finish<Quantity>(row, stretch, at, here);
  }
}

// The same where all groups are about a single state: it stays in registers.
template <class Quantity, class States, class Row>
HWY_INLINE void solve_alone(const Row& row, const Stretch& stretch, Group* const groups,
                            const Action* const actions) {
  Subject<Row> on{row.sets[groups->turns.set], {}, row.cells, row.width};
  auto state = States::load(on.set, groups->turns.place, on.width);
  for (std::int64_t at = stretch.begin; at < stretch.end; ++at) {
    auto here = States::load_here(row.met, at);
    const Action* next = actions;
    for (std::size_t i = 0; i < stretch.groups; ++i) {
      const std::span of_group(next, groups[i].actions);
      next += groups[i].actions;
      if (const auto k = turn_at(groups[i], at, stretch.begin))
        act_all<States>(row, on, of_group, *k, state, here);
    }
    finish<Quantity>(row, stretch, at, here);
  }
  States::store(on.set, groups->turns.place, state);
}

// Rows and the like are copied where positions are solved in turn: stores of cells cannot reach
// the copies, so they stay in registers.

// With `adds` an option joins at each position, and with `removes` one leaves at each turn of
// `leaving`; then the state is read.
template <class Quantity, class States, bool adds, bool removes, class Row>
HWY_INLINE void solve_line(const Row row, const Stretch stretch, const Action joins,
                           const Turns leaving, const Action leaves) {
  const Subject<Row> on{row.sets[leaving.set], {}, row.cells, row.width};
  auto state = States::load(on.set, leaving.place, on.width);
  std::int64_t joining = joins.source;
  std::int64_t left = leaves.source;
  std::int64_t turn = leaving.first;
  for (std::int64_t at = stretch.begin; at < stretch.end; ++at) {
    auto here = States::load_here(row.met, at);
    if constexpr (adds) {
      act<States, Operation::add>(on, state, here, joining);
      joining += joins.source_step;
    }
    if (removes && at == turn) {
      act<States, Operation::remove>(on, state, here, left);
      left += leaves.source_step;
      turn += leaving.period;
    }
    act<States, Operation::read>(on, state, here, 0);
    finish<Quantity>(row, stretch, at, here);
  }
  States::store(on.set, leaving.place, state);
}

// Whether the actions of a stretch have these operations.
HWY_INLINE bool are(std::span<const Action> actions, std::initializer_list<Operation> operations) {
  return std::ranges::equal(actions, operations, {}, &Action::operation);
}

template <class Quantity, class States, class Row>
HWY_INLINE void solve_alone(const Row& row, const Stretch& stretch, std::span<Group> groups,
                            std::span<const Action> actions) {
  using enum Operation;
  const Turns& leaving = groups[groups.size() / 2].turns;
  const bool reads_always = groups.front().turns.period == 1 && groups.back().turns.period == 1;
  if (reads_always && are(actions, {read}))
    solve_line<Quantity, States, false, false>(row, stretch, actions[0], leaving, actions[0]);
  else if (reads_always && groups.size() == 1 && are(actions, {add, read}))
    solve_line<Quantity, States, true, false>(row, stretch, actions[0], leaving, actions[0]);
  else if (reads_always && groups.size() != 2 && are(actions, {add, remove, read})) {
    if constexpr (requires { States::solve_window(row, stretch, actions[0], leaving, actions[1]); })
      if (States::solve_window(row, stretch, actions[0], leaving, actions[1])) return;
    solve_line<Quantity, States, true, true>(row, stretch, actions[0], leaving, actions[1]);
  } else
    solve_alone<Quantity, States>(row, stretch, groups.data(), actions.data());
}

// Whether all groups are about a single state.
HWY_INLINE bool are_alone(std::span<const Group> groups) {
  return !groups.empty() && std::ranges::all_of(groups, [&](const Group& group) {
    return group.turns.set == groups[0].turns.set && group.turns.place == groups[0].turns.place &&
           group.turns.place_step == 0;
  });
}

template <class Quantity, class Row>
HWY_INLINE void solve(const Row& row) {
  for (const Run& run : row.whole)
    with_states<Quantity>(run.turns.keeping,
                          [&]<class States>(States) { carry_out<States>(row, run); });
  std::span<Group> groups = row.groups;
  std::span<const Action> actions = row.actions;
  for (const Stretch& stretch : row.stretches) {
    const std::span<Group> own = groups.first(stretch.groups);
    std::size_t count = 0;
    for (const Group& group : own) count += group.actions;
    if (are_alone(own))
      with_states<Quantity>(own[0].turns.keeping, [&]<class States>(States) {
        solve_alone<Quantity, States>(row, stretch, own, actions.first(count));
      });
    else
      solve_stretch<Quantity>(row, stretch, own.data(), actions.data());
    groups = groups.subspan(own.size());
    actions = actions.subspan(count);
  }
}

}  // namespace grundy::kernels::scan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
