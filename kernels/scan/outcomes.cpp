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
  using Met = OutcomesMet;

  static HWY_INLINE std::uint8_t state_of(std::uint8_t cell) {
    return static_cast<std::uint8_t>(3 - cell);
  }
  static HWY_INLINE std::uint64_t counted(std::uint8_t cell) {
    return (std::uint64_t{1} << 32) + (1U - cell);
  }
  static HWY_INLINE void clear(const OutcomeSet& set, std::int64_t place, const Met&) {
    set.states[place] = 0;
  }
  static HWY_INLINE void unite(const OutcomeSet& set, std::int64_t place, const OutcomeSet& other,
                               std::int64_t source, const Met&) {
    set.states[place] |= other.states[source];
  }
  static HWY_INLINE void add(const OutcomeSet& set, std::int64_t place, std::uint8_t cell,
                             const Met&) {
    set.states[place] |= state_of(cell);
  }
  static HWY_INLINE void count(const OutcomeSet& set, std::int64_t place, std::uint8_t cell,
                               const Met&) {
    set.counts[place] += counted(cell);
  }
  static HWY_INLINE void discount(const OutcomeSet& set, std::int64_t place, std::uint8_t cell,
                                  const Met&) {
    set.counts[place] -= counted(cell);
  }
  static HWY_INLINE void read(const OutcomeSet& set, std::int64_t place, std::int64_t at,
                              const Met& met) {
    met.options[at] |= set.states[place];
  }
  static HWY_INLINE void read_counted(const OutcomeSet& set, std::int64_t place, std::int64_t at,
                                      const Met& met) {
    const std::uint64_t all = set.counts[place];
    met.options[at] |=
        static_cast<std::uint8_t>((all != 0 ? 2 : 0) | (static_cast<std::uint32_t>(all) != 0));
  }
  static HWY_INLINE void option(std::uint8_t cell, std::int64_t at, const Met& met) {
    met.options[at] |= state_of(cell);
  }
  static HWY_INLINE std::uint8_t value(const Met& met, std::int64_t at, std::uint8_t none) {
    const std::uint8_t options = met.options[at];
    return options == 0 ? none : options & 1;
  }
};

void SolveOutcomes(const OutcomeRow& row) {
  std::fill_n(row.met.options, row.length, std::uint8_t{0});
  solve<Outcomes>(row, row.met);
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
