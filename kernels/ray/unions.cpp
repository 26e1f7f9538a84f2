#include "kernels/ray/unions.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/ray/unions.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/ray/planes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels {
namespace HWY_NAMESPACE {
namespace {

// Copied from the plane, for the compiler must think that stores of values reach it.
struct Gathering {
  std::uint8_t from[most_plane_lines];
  std::uint8_t options[most_plane_lines];  // lines that have some
  std::size_t option_lines = 0;
  std::size_t first_plain;  // from here on lines gather from the positions themselves

  HWY_INLINE explicit Gathering(std::span<const Gatherer> gatherers)
      : first_plain(gatherers.size()) {
    for (std::size_t i = gatherers.size(); i-- > 0;) {
      from[i] = static_cast<std::uint8_t>(gatherers[i].from);
      if (gatherers[i].from == i) first_plain = i;
      if (gatherers[i].has_options) options[option_lines++] = static_cast<std::uint8_t>(i);
    }
  }
};

// The least value that is no option's: alone in a part of a slice, `at` words behind slice 0.
struct Least {
  Values only;
  std::size_t at;
  std::uint32_t value;
};

HWY_INLINE Least least_value(const Lines<0>& lines, const Gathering& gathering,
                             std::size_t stride) {
  const Tag d;
  for (Slice slice{0, 0};; slice.go_on(stride))
    for (std::size_t part = 0; part < slice_words; part += hn::Lanes(d)) {
      const std::size_t at = slice.at + part;
      Values taken = hn::Load(d, lines[gathering.options[0]] + at);
      for (std::size_t i = 1; i < gathering.option_lines; ++i)
        taken = hn::Or(taken, hn::Load(d, lines[gathering.options[i]] + at));
      const std::uint32_t full = full_words(taken);
      if (HWY_UNLIKELY(full == all_words)) continue;
      const Values only = least_missing(taken, full);
      return {only, at,
              slice.values + static_cast<std::uint32_t>(64 * part) + number_of(only, full)};
    }
}

// Most slices of large sets are empty, and are better never touched.
HWY_INLINE void gather(std::uint64_t* set, const std::uint64_t* source, std::size_t slices,
                       std::size_t stride) {
  const Tag d;
  for (std::size_t slice = 0; slice < slices; ++slice)
    for (std::size_t part = 0; part < slice_words; part += hn::Lanes(d)) {
      const std::size_t at = slice * stride + part;
      const Values values = hn::Load(d, source + at);
      if (!hn::AllTrue(d, hn::Eq(values, hn::Zero(d)))) add_to(set + at, values);
    }
}

// Row by row. By diagonals, as rays alone go, it takes a sixth more: lines that gather fill the
// first-level cache, and rows are what a processor fetches ahead.
template <class Cell>
HWY_INLINE void SolveUnions(const NimberUnions<Cell>& plane) {
  const Gathering gathering(plane.gatherers);
  const std::size_t stride = plane.sets.stride;
  Steps<0> steps;
  Lines<0> start = first_lines(plane.sets.words, plane.lines, steps);
  for (std::int64_t row = 0; row < plane.rows; ++row, start.go(steps.row)) {
    const std::int64_t first = plane.first_column(row);
    Lines<0> lines = start;
    for (std::int64_t column = 0; column < first; ++column) lines.go(steps.column);
    Cell* cell = plane.cell(row, first);
    std::uint64_t height = plane.height + static_cast<std::uint64_t>(row + first);
    for (std::int64_t column = first; column < plane.columns;
         ++column, ++height, lines.go(steps.column), cell += plane.column_step) {
      const std::size_t slices = std::min<std::size_t>(height / slice_values + 1, plane.slices);
      const Least least = least_value(lines, gathering, stride);
      *cell = static_cast<Cell>(least.value);
      for (std::size_t i = 0; i < gathering.first_plain; ++i)
        gather(lines[i], lines[gathering.from[i]], slices, stride);
      for (std::size_t i = gathering.first_plain; i < lines.count(); ++i)
        add_to(lines[i] + least.at, least.only);
    }
  }
}

void Unions8(const NimberUnions<std::uint8_t>& plane) {
  SolveUnions(plane);
}
void Unions16(const NimberUnions<std::uint16_t>& plane) {
  SolveUnions(plane);
}
void Unions32(const NimberUnions<std::uint32_t>& plane) {
  SolveUnions(plane);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace grundy::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace grundy::kernels {

HWY_EXPORT(Unions8);
HWY_EXPORT(Unions16);
HWY_EXPORT(Unions32);

void solve_nimber_unions(const NimberUnions<std::uint8_t>& plane) noexcept {
  HWY_DYNAMIC_DISPATCH(Unions8)(plane);
}
void solve_nimber_unions(const NimberUnions<std::uint16_t>& plane) noexcept {
  HWY_DYNAMIC_DISPATCH(Unions16)(plane);
}
void solve_nimber_unions(const NimberUnions<std::uint32_t>& plane) noexcept {
  HWY_DYNAMIC_DISPATCH(Unions32)(plane);
}

}  // namespace grundy::kernels
#endif
