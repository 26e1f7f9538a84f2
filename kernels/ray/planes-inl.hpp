// kernels/ray/planes-inl.hpp: planes by diagonals and by strips, for nimbers.cpp and stages.cpp,
// once a target.
//
// `Plane` is a NimberPlane or a NimberStage. In a stage only open positions are solved, and those
// that find no value in its slices stay open.
#if defined(GRUNDY_KERNELS_RAY_PLANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRUNDY_KERNELS_RAY_PLANES_INL
#undef GRUNDY_KERNELS_RAY_PLANES_INL
#else
#define GRUNDY_KERNELS_RAY_PLANES_INL
#endif

#include <algorithm>

#include "kernels/ray/strips-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels::HWY_NAMESPACE {

// The lines through one position: slice 0 of their sets. With `fixed` directions, or any number
// for 0; indices that are constants leave the pointers in registers.
template <std::size_t fixed>
class Lines {
 public:
  explicit HWY_INLINE Lines(std::size_t count) : many_(count) {}
  HWY_INLINE Lines(const Lines& other) : many_(other.many_) {
    for (std::size_t i = 0; i < count(); ++i) sets_[i] = other.sets_[i];
  }
  Lines& operator=(const Lines&) = delete;

  HWY_INLINE std::size_t count() const { return fixed ? fixed : many_; }
  HWY_INLINE std::uint64_t* operator[](std::size_t i) const { return sets_[i]; }
  HWY_INLINE std::uint64_t*& operator[](std::size_t i) { return sets_[i]; }

  // To a neighbour, which lies words[i] words further on for direction i.
  HWY_INLINE void go(const std::int64_t* words) {
    for (std::size_t i = 0; i < count(); ++i) sets_[i] += words[i];
  }

  static constexpr std::size_t most = fixed ? fixed : most_plane_lines;

 private:
  std::uint64_t* sets_[most];
  std::size_t many_;
};

// Words from the sets of a position to those of its neighbours.
template <std::size_t fixed>
struct Steps {
  std::int64_t row[Lines<fixed>::most];
  std::int64_t column[Lines<fixed>::most];
  std::int64_t down[Lines<fixed>::most];  // the diagonal: a row more, a column less
};

// The values of a slice's part that some line has.
template <std::size_t fixed>
HWY_INLINE Values taken_values(const Lines<fixed>& lines, std::size_t at) {
  const Tag d;
  Values taken = hn::Load(d, lines[0] + at);
  for (std::size_t i = 1; i < lines.count(); ++i) taken = hn::Or(taken, hn::Load(d, lines[i] + at));
  return taken;
}

// Adds the least value that no line has to all of them, if there is one in the slice that begins
// `at` words behind slice 0. Whether there is one.
template <std::size_t fixed>
HWY_INLINE bool take_in_slice(const Lines<fixed>& lines, std::size_t at, std::uint32_t& value) {
  for (std::size_t part = 0; part < slice_words; part += hn::Lanes(Tag())) {
    const Values taken = taken_values(lines, at + part);
    const std::uint32_t full = full_words(taken);
    if (HWY_UNLIKELY(full == all_words)) continue;
    const Values least = least_missing(taken, full);
    for (std::size_t i = 0; i < lines.count(); ++i) add_to(lines[i] + at + part, least);
    value = static_cast<std::uint32_t>(64 * part) + number_of(least, full);
    return true;
  }
  return false;
}

// The nimber of a position that finds no value in slice `first`, or `no_value`. Its line `steady`,
// if there is one, has all values before that slice, which it advances. By value, for a reference
// would keep the caller's pointers in memory.
template <class Plane, std::size_t fixed>
HWY_NOINLINE std::uint32_t solve_further(Lines<fixed> lines, const ValueSets sets,
                                         std::size_t steady, Slice& first) {
  Slice slice = first;
  if (steady < lines.count() && is_full(lines[steady] + first.at)) first.go_on(sets.stride);
  std::uint32_t value;
  do {
    slice.go_on(sets.stride);
    if (is_behind<Plane>(slice, sets)) return no_value;
  } while (!take_in_slice(lines, slice.at, value));
  return slice.values + value;
}

// The nimber of the position with these lines, or `no_value`.
template <class Plane, std::size_t fixed>
HWY_INLINE std::uint32_t solve_position(const Lines<fixed>& lines, const ValueSets& sets,
                                        std::size_t steady, Slice& first) {
  if (is_behind<Plane>(first, sets)) return no_value;
  std::uint32_t value;
  if (HWY_LIKELY(take_in_slice(lines, first.at, value))) return first.values + value;
  return solve_further<Plane>(lines, sets, steady, first);
}

// Lines of row 0, column 0, and the ways on.
template <std::size_t fixed>
HWY_INLINE Lines<fixed> first_lines(std::uint64_t* words, std::span<const PlaneLine> of_plane,
                                    Steps<fixed>& steps) {
  constexpr auto size = static_cast<std::int64_t>(slice_words);
  Lines<fixed> lines(of_plane.size());
  for (std::size_t i = 0; i < lines.count(); ++i) {
    const PlaneLine& line = of_plane[i];
    lines[i] = words + line.first * size;
    steps.row[i] = line.row_step * size;
    steps.column[i] = line.column_step * size;
    steps.down[i] = steps.row[i] - steps.column[i];
  }
  return lines;
}

// All positions of a row lie on the same line of this direction, and their sets only grow.
HWY_INLINE std::size_t steady_line(std::span<const PlaneLine> lines) {
  const auto found = std::find_if(lines.begin(), lines.end(),
                                  [](const PlaneLine& line) { return line.column_step == 0; });
  return static_cast<std::size_t>(found - lines.begin());
}

// What is read for every position is copied, for the compiler must think that stores of values
// reach the original.
template <std::size_t fixed, class Plane>
std::uint64_t SolveByDiagonals(const Plane& plane) {
  const ValueSets sets = plane.sets;
  const std::int64_t columns = plane.columns;
  const std::int64_t down = plane.row_step - plane.column_step;
  const std::size_t steady = steady_line(plane.lines);
  Steps<fixed> steps;
  Lines<fixed> start = first_lines(plane.sets.words, plane.lines, steps);
  std::uint64_t solved = 0;
  Slice first[most_plane_rows];
  std::fill_n(first, plane.rows, first_slice(plane));
  for (std::int64_t diagonal = 0; diagonal < plane.diagonals(); ++diagonal) {
    if (diagonal > 0) start.go(diagonal < columns ? steps.column : steps.row);
    const std::int64_t begin = plane.first_row(diagonal);
    const std::int64_t end = plane.end_row(diagonal);
    Lines<fixed> lines = start;
    auto* cell = plane.cells + begin * plane.row_step + (diagonal - begin) * plane.column_step;
    for (std::int64_t row = begin; row < end; ++row, lines.go(steps.down), cell += down) {
      if (!is_asked_for(plane, *cell)) continue;
      const std::uint32_t value = solve_position<Plane>(lines, sets, steady, first[row]);
      solved += give(plane, *cell, value);
    }
  }
  return solved;
}

// All positions of the plane's rows lie on the same line of this direction.
template <class Plane>
std::size_t steady_line_of(const Plane& plane) {
  std::size_t line = 0;
  const auto steady = [&] {
    for (std::int64_t column = 1; column < plane.columns; ++column)
      if (plane.number(line, 0, column) != plane.number(line, 0, 0)) return false;
    return true;
  };
  while (line < plane.line_count() && !steady()) ++line;
  return line;
}

HWY_INLINE void add_value(std::uint64_t* set, std::size_t stride, std::uint32_t value) {
  set[value / slice_values * stride + value % slice_values / 64] |= std::uint64_t{1} << value % 64;
}

// Lines that bend, and arms.
template <class Plane>
std::uint64_t SolveOneByOne(const Plane& plane) {
  const std::size_t steady = steady_line_of(plane);
  std::uint64_t solved = 0;
  Slice first[most_plane_rows];
  std::fill_n(first, plane.rows, first_slice(plane));
  Lines<0> lines(plane.line_count());
  for (std::int64_t diagonal = 0; diagonal < plane.diagonals(); ++diagonal)
    for (std::int64_t row = plane.first_row(diagonal); row < plane.end_row(diagonal); ++row) {
      const std::int64_t column = diagonal - row;
      for (std::size_t i = 0; i < lines.count(); ++i)
        lines[i] = plane.sets.words +
                   static_cast<std::int64_t>(slice_words) * plane.number(i, row, column);
      auto* const cell = plane.cell(row, column);
      if constexpr (!Plane::some_values)
        for (const PlaneArm& arm : plane.arms)
          if (arm.reaches(row, column))
            add_value(lines[arm.line], plane.sets.stride, *(cell - arm.back));
      if (!is_asked_for(plane, *cell)) continue;
      const std::uint32_t value = solve_position<Plane>(lines, plane.sets, steady, first[row]);
      solved += give(plane, *cell, value);
    }
  return solved;
}

// The plane without its first rows, which are solved.
template <class Plane>
HWY_INLINE Plane rows_from(const Plane& plane, std::int64_t row, std::span<PlaneLine> lines) {
  std::transform(plane.lines.begin(), plane.lines.end(), lines.begin(), [&](PlaneLine line) {
    line.first += row * line.row_step;
    return line;
  });
  Plane rest = plane;
  rest.lines = lines;
  rest.rows -= row;
  rest.slant += row;
  rest.cells += row * rest.row_step;
  return rest;
}

// By strips, and by diagonals what these leave. How many positions were solved.
template <std::size_t fixed, class Plane>
std::uint64_t SolvePlane(const Plane& plane) {
  std::uint64_t solved = 0;
  const std::int64_t rows = solve_strips<fixed>(plane, solved);
  if (rows == 0) return SolveByDiagonals<fixed>(plane);
  PlaneLine lines[Lines<fixed>::most];
  if (rows < plane.rows)
    solved +=
        SolveByDiagonals<fixed>(rows_from(plane, rows, std::span(lines).first(plane.lines.size())));
  return solved;
}

}  // namespace grundy::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
