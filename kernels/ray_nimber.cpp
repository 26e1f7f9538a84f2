#include "kernels/ray_nimber.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/ray_nimber.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <bit>

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<std::uint64_t, slice_words>;

// The lines through one position: slice 0 of their sets. With `fixed` directions, or any
// number for 0.
template <std::size_t fixed>
struct Lines {
  static constexpr std::size_t most = fixed ? fixed : most_value_lines;

  HWY_INLINE std::size_t count() const { return fixed ? fixed : many; }

  // To the position at row, column of the plane, and from there down the diagonal.
  HWY_INLINE void start(std::uint64_t* words, const ValueLine* lines, std::int64_t row,
                        std::int64_t column) {
    constexpr auto size = static_cast<std::int64_t>(slice_words);
    for (std::size_t i = 0; i < count(); ++i) {
      const ValueLine& line = lines[i];
      sets[i] = words + (line.first + row * line.row_step + column * line.column_step) * size;
      step[i] = (line.row_step - line.column_step) * size;
    }
  }
  HWY_INLINE void next() {
    for (std::size_t i = 0; i < count(); ++i) sets[i] += step[i];
  }

  std::uint64_t* sets[most];
  std::int64_t step[most];
  std::size_t many;
};

HWY_INLINE bool is_full(const std::uint64_t* slice) {
  return (slice[0] & slice[1] & slice[2] & slice[3]) == ~std::uint64_t{0};
}

// The values on all lines, one vector of a slice.
template <std::size_t fixed>
HWY_INLINE hn::Vec<Tag> taken_values(const Lines<fixed>& lines, std::size_t at) {
  const Tag d;
  auto taken = hn::Load(d, lines.sets[0] + at);
  for (std::size_t i = 1; i < lines.count(); ++i)
    taken = hn::Or(taken, hn::Load(d, lines.sets[i] + at));
  return taken;
}

// Adds the least value that is missing from `taken` to all lines, and returns its number
// within the vector.
template <std::size_t fixed>
HWY_INLINE std::size_t take_least(const Lines<fixed>& lines, std::size_t at, hn::Vec<Tag> taken,
                                  hn::Mask<Tag> full) {
  const std::size_t lane = hn::FindKnownFirstTrue(Tag(), hn::Not(full));
  const std::uint64_t word = hn::ExtractLane(taken, lane);
  for (std::size_t i = 0; i < lines.count(); ++i) lines.sets[i][at + lane] |= ~word & (word + 1);
  return 64 * lane + static_cast<std::size_t>(std::countr_one(word));
}

// The nimber of a position. Its line `steady`, if there is one, has all values before slice
// `first`, which it advances.
template <std::size_t fixed>
HWY_INLINE std::size_t solve_position(const Lines<fixed>& lines, std::size_t stride,
                                      std::size_t steady, std::uint32_t& first) {
  const Tag d;
  for (std::size_t slice = first;; ++slice) {
    for (std::size_t part = 0; part < slice_words; part += hn::Lanes(d)) {
      const std::size_t at = slice * stride + part;
      const auto taken = taken_values(lines, at);
      const auto full = hn::Eq(taken, hn::Set(d, ~std::uint64_t{0}));
      if (HWY_LIKELY(!hn::AllTrue(d, full)))
        return slice * slice_values + 64 * part + take_least(lines, at, taken, full);
    }
    if (slice == first && steady < lines.count() && is_full(lines.sets[steady] + slice * stride))
      ++first;
  }
}

template <std::size_t fixed, class Cell>
void SolvePlane(const NimberPlane<Cell>& plane) {
  Lines<fixed> lines;
  lines.many = plane.lines.size();
  // All positions of a row lie on the same line of this direction, and their sets only grow.
  const auto steady = static_cast<std::size_t>(
      std::find_if(plane.lines.begin(), plane.lines.end(),
                   [](const ValueLine& line) { return line.column_step == 0; }) -
      plane.lines.begin());
  std::uint32_t first[most_plane_rows] = {};
  for (std::int64_t diagonal = 0; diagonal < plane.rows + plane.columns - 1; ++diagonal) {
    const std::int64_t begin = std::max<std::int64_t>(0, diagonal - plane.columns + 1);
    const std::int64_t slanted = diagonal < plane.slant ? 0 : (diagonal - plane.slant) / 2 + 1;
    const std::int64_t end = std::min({plane.rows, diagonal + 1, slanted});
    if (begin >= end) continue;
    lines.start(plane.sets.words, plane.lines.data(), begin, diagonal - begin);
    Cell* cell = plane.cells + begin * plane.row_step + (diagonal - begin) * plane.column_step;
    for (std::int64_t row = begin; row < end; ++row, lines.next()) {
      *cell = static_cast<Cell>(solve_position(lines, plane.sets.stride, steady, first[row]));
      cell += plane.row_step - plane.column_step;
    }
  }
}

// The count of directions as a constant spares the loops over them.
template <class Cell>
HWY_INLINE void SolveAnyPlane(const NimberPlane<Cell>& plane) {
  constexpr void (*solvers[])(const NimberPlane<Cell>&) = {
      SolvePlane<0, Cell>, SolvePlane<1, Cell>, SolvePlane<2, Cell>, SolvePlane<3, Cell>,
      SolvePlane<4, Cell>, SolvePlane<5, Cell>, SolvePlane<6, Cell>, SolvePlane<7, Cell>};
  solvers[plane.lines.size() < std::size(solvers) ? plane.lines.size() : 0](plane);
}

void Solve8(const NimberPlane<std::uint8_t>& plane) {
  SolveAnyPlane(plane);
}
void Solve16(const NimberPlane<std::uint16_t>& plane) {
  SolveAnyPlane(plane);
}
void Solve32(const NimberPlane<std::uint32_t>& plane) {
  SolveAnyPlane(plane);
}

}  // namespace HWY_NAMESPACE
}  // namespace grundy::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace grundy::kernels {

HWY_EXPORT(Solve8);
HWY_EXPORT(Solve16);
HWY_EXPORT(Solve32);

void solve_ray_nimbers(const NimberPlane<std::uint8_t>& plane) noexcept {
  HWY_DYNAMIC_DISPATCH(Solve8)(plane);
}
void solve_ray_nimbers(const NimberPlane<std::uint16_t>& plane) noexcept {
  HWY_DYNAMIC_DISPATCH(Solve16)(plane);
}
void solve_ray_nimbers(const NimberPlane<std::uint32_t>& plane) noexcept {
  HWY_DYNAMIC_DISPATCH(Solve32)(plane);
}

}  // namespace grundy::kernels
#endif
