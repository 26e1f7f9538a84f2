// kernels/scan/scan.hpp: a row of positions solved from sets of options that are kept along lines.
//
// For most options of x there is a direction u such that they are options of x - u too. So a set of
// options has a state for each line of direction u, to which a few options are added at each
// position. A state holds what the quantity needs of the options. It is all zeros if there are
// none.
//   outcome     bit 0: some option is P; bit 1: there is an option
//   remoteness  the nearest P-option and the farthest N-option
//   nimber      a bit for each value, and the least value without one
// States are numbered by places. Cells are those of kernels/generic/generic.hpp, by rank.
//
// What is done along a row is a list of runs. Nothing here allocates. Rows that share no state and
// no cell may be solved at the same time.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace grundy::kernels::scan {

enum class Operation : std::uint8_t {
  clear,   // a state becomes empty
  unite,   // all options of another state join it
  add,     // an option joins it
  remove,  // an option leaves it
  read,    // its options are options of the position
  option,  // an option of the position, in no state
};

// How a set is kept. Sets that are not plain take no options of other sets.
enum class Keeping : std::uint8_t {
  plain,     // options only join
  counted,   // a window: options are counted, so that they can be removed
  in_order,  // a window that options leave in the order in which they joined it
};

// What is done to a state at a turn. At number k of the turns it is about source + k * source_step:
// the rank of the option, or the place of the other state.
struct Action {
  Operation operation;
  std::uint32_t other;  // of unite: the set whose state joins
  std::int64_t source;
  std::int64_t source_step;
};

// The turns are the positions first, first + period, .. of a row; number k of them is about the
// state at place + k * place_step of `set`.
struct Turns {
  std::uint32_t set;
  Keeping keeping;
  std::int64_t first;
  std::int64_t period;
  std::int64_t count;
  std::int64_t place;
  std::int64_t place_step;
};

// An action at all its turns.
struct Run {
  Turns turns;
  Action action;
};

// Actions on the same state, one after the other, at each turn. What is counted is the actions.
struct Group {
  Turns turns;
  std::size_t actions;
  std::int64_t turn;  // turns taken, if the period is not 1
};

// The positions begin .. end - 1 of a row, and what is done at each: `groups` of them. The last
// stretches of a row, one after the other, finish it. Those before only add to what positions meet.
struct Stretch {
  std::int64_t begin;
  std::int64_t end;
  std::size_t groups;
  bool finishes;
};

// The last options that joined: their ranks plus 1, to 32 bits; 0 if they have left.
struct Last {
  std::uint32_t p_option;
  std::uint32_t option;
};

// An option in a queue.
template <class Cell>
struct Queued {
  std::uint32_t rank;  // to 32 bits
  Cell value;
};

// Places first .. end - 1 of a queue are occupied.
struct Ends {
  std::uint32_t first;
  std::uint32_t end;
};

struct QueueEnds {
  Ends p_options;
  Ends n_options;
};

// The states of a set, by place; null where it is kept otherwise. Ranks to 32 bits suffice where
// the box has no more positions.
struct OutcomeSet {
  std::uint8_t* states;
  std::uint64_t* counts;  // counted: P-options, and in the upper half all options
  Last* last;             // in order
};

template <class CellType>
struct RemotenessSet {
  using Cell = CellType;

  Cell* nearest;   // P-options: ~1 less the cell, so that the nearest is the greatest
  Cell* farthest;  // N-options: the cell
  // In order: options that no later one makes useless. Each place has room for `capacity` of them:
  // a queue of P-options from the begin on, and one of N-options from the end on.
  QueueEnds* ends;
  Queued<Cell>* queues;
  std::size_t capacity;
};

struct NimberSet {
  std::uint64_t* words;   // `width` for each state
  std::uint32_t* least;   // the least value that is not in the state
  std::uint32_t* counts;  // not plain: by value, 64 * width for each state
};

// What a position has met, by its place in the row.
struct OutcomesMet {
  std::uint8_t* options;
};

template <class Cell>
struct RemotenessMet {
  Cell* nearest;
  Cell* farthest;
};

struct NimbersMet {
  std::uint64_t* single;         // values of options in no set: `width` words, all 0
  const std::uint64_t** states;  // room for as many as sets are read at a position, and one more
};

template <class CellType, class SetType, class MetType>
struct Row {
  using Cell = CellType;
  using Set = SetType;

  std::span<const Run> whole;          // first, one run after the other
  std::span<const Stretch> stretches;  // then these, position by position
  std::span<Group> groups;             // of all stretches; used up
  std::span<const Action> actions;     // of all groups
  std::int64_t length;
  const Set* sets;
  Cell* cells;               // of the box
  std::int64_t rank;         // of the first position of the row
  std::int64_t rank_step;    // to the next
  const std::uint8_t* over;  // by position: 0: play goes on; 1: lost; 2: won. Null: never over
  std::size_t width;         // words of a state of nimbers: more than the largest value / 64
  Cell without_options;
  MetType met;
};

using OutcomeRow = Row<std::uint8_t, OutcomeSet, OutcomesMet>;
template <class Cell>
using RemotenessRow = Row<Cell, RemotenessSet<Cell>, RemotenessMet<Cell>>;
template <class Cell>
using NimberRow = Row<Cell, NimberSet, NimbersMet>;

// Each carries out the runs and sets the cells of the row. Runs of `whole` must not depend on cells
// of the row. Those of nimbers read nothing: there positions read in turn.
void solve_row(const OutcomeRow& row) noexcept;
void solve_row(const RemotenessRow<std::uint16_t>& row) noexcept;
void solve_row(const RemotenessRow<std::uint32_t>& row) noexcept;
void solve_row(const NimberRow<std::uint8_t>& row) noexcept;
void solve_row(const NimberRow<std::uint16_t>& row) noexcept;
void solve_row(const NimberRow<std::uint32_t>& row) noexcept;

}  // namespace grundy::kernels::scan
