// kernels/scan/rows-inl.hpp: runs carried out whole or in turn, for all quantities, once a target.
//
// A quantity is a type with a static function for each operation, and one that sets a cell.
#if defined(GRUNDY_KERNELS_SCAN_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRUNDY_KERNELS_SCAN_ROWS_INL
#undef GRUNDY_KERNELS_SCAN_ROWS_INL
#else
#define GRUNDY_KERNELS_SCAN_ROWS_INL
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "kernels/scan/scan.hpp"

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels::scan::HWY_NAMESPACE {

// What an operation works on. A copy: stores of cells cannot reach it, so it stays in registers.
template <class Row>
struct Subject {
  typename Row::Set set;
  typename Row::Set other;
  const typename Row::Cell* cells;
};

template <class Row>
HWY_INLINE Subject<Row> subject(const Row& row, const Run& run) {
  return {row.sets[run.set], row.sets[run.other], row.cells};
}

// The operation at position `at` of the row.
template <class Quantity, Operation operation, class Row, class Met>
HWY_INLINE void act(const Subject<Row>& on, Met& met, std::int64_t at, std::int64_t place,
                    std::int64_t source) {
  if constexpr (operation == Operation::clear) Quantity::clear(on.set, place, met);
  if constexpr (operation == Operation::unite)
    Quantity::unite(on.set, place, on.other, source, met);
  if constexpr (operation == Operation::add) Quantity::add(on.set, place, on.cells[source], met);
  if constexpr (operation == Operation::count)
    Quantity::count(on.set, place, on.cells[source], met);
  if constexpr (operation == Operation::discount)
    Quantity::discount(on.set, place, on.cells[source], met);
  if constexpr (operation == Operation::read) Quantity::read(on.set, place, at, met);
  if constexpr (operation == Operation::read_counted)
    Quantity::read_counted(on.set, place, at, met);
  if constexpr (operation == Operation::option) Quantity::option(on.cells[source], at, met);
}

// Carries out a run for all its positions.
template <class Quantity>
struct Whole {
  template <Operation operation, class Row, class Met>
  static HWY_INLINE void act_on(const Row& row, Met& own, const Run& run) {
    const Subject<Row> on = subject(row, run);
    Met met = own;
    if (run.period == 1 && run.place_step == 1 && run.source_step == 1)
      for (std::int64_t k = 0; k < run.count; ++k)
        act<Quantity, operation>(on, met, run.first + k, run.place + k, run.source + k);
    else
      for (std::int64_t k = 0; k < run.count; ++k)
        act<Quantity, operation>(on, met, run.first + k * run.period,
                                 run.place + k * run.place_step, run.source + k * run.source_step);
  }
};

// Carries out a run for its next position.
template <class Quantity>
struct Next {
  template <Operation operation, class Row, class Met>
  static HWY_INLINE void act_on(const Row& row, Met& met, Run& run) {
    act<Quantity, operation>(subject(row, run), met, run.first, run.place, run.source);
  }
};

template <class How, class Row, class Met, class RunOf>
HWY_INLINE void with_operation(const Row& row, Met& met, RunOf& run) {
  switch (run.operation) {
    case Operation::clear:
      return How::template act_on<Operation::clear>(row, met, run);
    case Operation::unite:
      return How::template act_on<Operation::unite>(row, met, run);
    case Operation::add:
      return How::template act_on<Operation::add>(row, met, run);
    case Operation::count:
      return How::template act_on<Operation::count>(row, met, run);
    case Operation::discount:
      return How::template act_on<Operation::discount>(row, met, run);
    case Operation::read:
      return How::template act_on<Operation::read>(row, met, run);
    case Operation::read_counted:
      return How::template act_on<Operation::read_counted>(row, met, run);
    case Operation::option:
      return How::template act_on<Operation::option>(row, met, run);
  }
}

template <class Quantity, class Row, class Met>
HWY_INLINE void finish(const Row& row, Met& met, std::int64_t at) {
  using Cell = typename Row::Cell;
  Cell value = Quantity::value(met, at, row.without_options);
  if (row.over && row.over[at] != 0) value = static_cast<Cell>(row.over[at] - 1);
  row.cells[row.rank + at * row.rank_step] = value;
}

// Runs that have a position before `end`, in their order.
inline std::span<Run*> runs_before(std::span<Run> runs, std::int64_t end, std::span<Run*> scratch) {
  std::size_t count = 0;
  for (Run& run : runs)
    if (run.count > 0 && run.first < end) scratch[count++] = &run;
  return scratch.first(count);
}

// Positions between two looks at which runs have begun or ended.
inline constexpr std::int64_t stretch = 64;

template <class Quantity, class Row, class Met>
HWY_INLINE void solve(const Row& row, Met met) {
  for (const Run& run : row.whole) with_operation<Whole<Quantity>>(row, met, run);
  for (std::int64_t begin = 0; begin < row.length; begin += stretch) {
    const std::int64_t end = std::min(begin + stretch, row.length);
    const std::span<Run*> runs = runs_before(row.in_turn, end, row.scratch);
    for (std::int64_t at = begin; at < end; ++at) {
      for (Run* const run : runs) {
        if (run->first != at) continue;
        with_operation<Next<Quantity>>(row, met, *run);
        if (--run->count == 0) continue;
        run->first += run->period;
        run->place += run->place_step;
        run->source += run->source_step;
      }
      finish<Quantity>(row, met, at);
    }
  }
}

}  // namespace grundy::kernels::scan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
