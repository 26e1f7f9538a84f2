#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/scan/remoteness.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/scan/rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels::scan {
namespace HWY_NAMESPACE {
namespace {

// Without windows: the nearest of what is left cannot be found by counting.
template <class Cell>
struct Remoteness {
  using Met = RemotenessMet<Cell>;
  using Set = RemotenessSet<Cell>;

  static constexpr Cell top = static_cast<Cell>(~Cell{1});

  static HWY_INLINE void raise(Cell& cell, Cell to) { cell = std::max(cell, to); }

  static HWY_INLINE void join(Cell& nearest, Cell& farthest, Cell cell) {
    const Cell is_n = static_cast<Cell>(-(cell & 1));
    raise(nearest, static_cast<Cell>((top - cell) & ~is_n));
    raise(farthest, cell & is_n);
  }
  static HWY_INLINE void clear(const Set& set, std::int64_t place, const Met&) {
    set.nearest[place] = set.farthest[place] = 0;
  }
  static HWY_INLINE void unite(const Set& set, std::int64_t place, const Set& other,
                               std::int64_t source, const Met&) {
    raise(set.nearest[place], other.nearest[source]);
    raise(set.farthest[place], other.farthest[source]);
  }
  static HWY_INLINE void add(const Set& set, std::int64_t place, Cell cell, const Met&) {
    join(set.nearest[place], set.farthest[place], cell);
  }
  static HWY_INLINE void count(const Set&, std::int64_t, Cell, const Met&) {}
  static HWY_INLINE void discount(const Set&, std::int64_t, Cell, const Met&) {}
  static HWY_INLINE void read(const Set& set, std::int64_t place, std::int64_t at, const Met& met) {
    raise(met.nearest[at], set.nearest[place]);
    raise(met.farthest[at], set.farthest[place]);
  }
  static HWY_INLINE void read_counted(const Set&, std::int64_t, std::int64_t, const Met&) {}
  static HWY_INLINE void option(Cell cell, std::int64_t at, const Met& met) {
    join(met.nearest[at], met.farthest[at], cell);
  }
  static HWY_INLINE Cell value(const Met& met, std::int64_t at, Cell none) {
    if (met.nearest[at] != 0) return static_cast<Cell>(top - met.nearest[at] + 3);
    return met.farthest[at] != 0 ? static_cast<Cell>(met.farthest[at] + 1) : none;
  }
};

template <class Cell>
HWY_INLINE void SolveRemoteness(const RemotenessRow<Cell>& row) {
  std::fill_n(row.met.nearest, row.length, Cell{0});
  std::fill_n(row.met.farthest, row.length, Cell{0});
  solve<Remoteness<Cell>>(row, row.met);
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
