// kernels/ray/strips-inl.hpp: planes four rows at a time, for nimbers.cpp, once a target.
//
// Row k of a strip is solved k columns behind row 0. So the four positions of a step lie on a
// diagonal and do not wait for one another, and two sets of each stay in registers: that of the
// line along its row, for the whole row, and that of the line along its column, which the column
// hands down from row to row. What is left are the lines across the plane, in memory.
//
//    column  0 1 2 3 4 5 6          A, B, C, D are solved in one step.
//    row 0   . . . . . A            along_row_[k]: the set of row k.
//    row 1   . . . . B              along_column_[k]: that of the column of A, B, C, D. After the
//    row 2   . . . C                step it goes to k + 1, since row k + 1 comes to this column
//    row 3   . . D                  next. Row 0 loads it, row 3 stores it.
//
// A strip begins in the slice that not all of its rows have full. A row that finds no value
// there looks for one in later slices, all of them in memory.
#if defined(GRUNDY_KERNELS_RAY_STRIPS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRUNDY_KERNELS_RAY_STRIPS_INL
#undef GRUNDY_KERNELS_RAY_STRIPS_INL
#else
#define GRUNDY_KERNELS_RAY_STRIPS_INL
#endif

#include "kernels/ray/value_sets-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels::HWY_NAMESPACE {

inline constexpr std::int64_t least_strip_columns = strip_rows - 1;  // for the corners at its ends

// The lines of a plane by what they are to a strip.
template <std::size_t across>
struct StripLines {
  PlaneLine row{};
  PlaneLine column{};
  std::array<PlaneLine, across> others{};

  // Whether there are a line along rows and one along columns.
  HWY_INLINE bool sort(std::span<const PlaneLine> lines) {
    bool has_row = false;
    bool has_column = false;
    std::size_t count = 0;
    for (const PlaneLine& line : lines) {
      if (line.column_step == 0 && !has_row) {
        row = line;
        has_row = true;
      } else if (line.row_step == 0 && !has_column) {
        column = line;
        has_column = true;
      } else if (count < across) {
        others[count++] = line;
      }
    }
    return has_row && has_column;
  }
};

// Pointers are those of row 0 at its present column; `sets` begins where the slice does.
template <std::size_t across, class Plane>
class Strip {
 public:
  HWY_INLINE Strip(const Plane& plane, const StripLines<across>& lines, std::int64_t row,
                   const Slice& slice)
      : plane_(plane),
        sets_(plane.sets),
        first_(slice),
        cell_(plane.cells + row * plane.row_step),
        cell_forward_(plane.column_step),
        cell_down_(plane.row_step - plane.column_step) {
    std::uint64_t* const sets = plane.sets.words + slice.at;
    row_ = sets + size * (lines.row.first + row * lines.row.row_step);
    row_down_ = size * lines.row.row_step;
    column_ = sets + size * lines.column.first;
    column_forward_ = size * lines.column.column_step;
    for (std::size_t i = 0; i < across; ++i) {
      const PlaneLine& line = lines.others[i];
      other_[i] = sets + size * (line.first + row * line.row_step);
      forward_[i] = size * line.column_step;
      down_[i] = size * (line.row_step - line.column_step);
    }
  }

  // How many positions are solved.
  HWY_INLINE std::uint64_t solve(std::int64_t columns) {
    const Tag d;
    for (int k = 0; k < strip_rows; ++k) along_row_[k] = hn::Load(d, row_ + k * row_down_);
    for (int k = 0; k < strip_rows; ++k) along_column_[k] = hn::Zero(d);
    step<0, 0>();
    step<0, 1>();
    step<0, 2>();
    const std::uint64_t* const end = column_ + (columns - least_strip_columns) * column_forward_;
    while (column_ != end) step<0, 3>();
    step<1, 3>();
    step<2, 3>();
    step<3, 3>();
    for (int k = 0; k < strip_rows; ++k) hn::Store(along_row_[k], d, row_ + k * row_down_);
    return solved_;
  }

 private:
  using Cell = typename Plane::Value;
  static constexpr auto size = static_cast<std::int64_t>(slice_words);
  static constexpr std::size_t room = across > 0 ? across : 1;

  // Rows first .. last, and on to the next column.
  template <int first, int last>
  HWY_INLINE void step() {
    const Tag d;
    if constexpr (first == 0) along_column_[0] = hn::Load(d, column_);
    if constexpr (first == 0) take<0>();
    if constexpr (first <= 1 && last >= 1) take<1>();
    if constexpr (first <= 2 && last >= 2) take<2>();
    if constexpr (last == 3) {
      take<3>();
      hn::Store(along_column_[3], d, column_ - 3 * column_forward_);
    }
    go_on();
  }

  HWY_INLINE void go_on() {
    for (int k = strip_rows - 1; k > 0; --k) along_column_[k] = along_column_[k - 1];
    column_ += column_forward_;
    for (std::size_t i = 0; i < across; ++i) other_[i] += forward_[i];
    cell_ += cell_forward_;
  }

  // The position of row k.
  template <int k>
  HWY_INLINE void take() {
    Cell& cell = cell_[k * cell_down_];
    if (!is_asked_for(plane_, cell)) return;
    const Values taken = taken_with(hn::Or(along_row_[k], along_column_[k]), k, 0);
    const std::uint32_t full = full_words(taken);
    std::uint32_t value = first_.values;
    if (full != all_words) {
      const Values least = least_missing(taken, full);
      along_row_[k] = hn::Or(along_row_[k], least);
      along_column_[k] = hn::Or(along_column_[k], least);
      for (std::size_t i = 0; i < across; ++i) add_to(other_[i] + k * down_[i], least);
      value += number_of(least, full);
    } else {
      value = take_further(k);
    }
    solved_ += give(plane_, cell, value);
  }

  // The values of a slice that some line has, if `in_plane` are those of its row and its column.
  HWY_INLINE Values taken_with(Values in_plane, int k, std::size_t at) const {
    if constexpr (across == 0) return in_plane;
    const Tag d;
    Values taken = hn::Load(d, other_[0] + k * down_[0] + at);
    for (std::size_t i = 1; i < across; ++i)
      taken = hn::Or(taken, hn::Load(d, other_[i] + k * down_[i] + at));
    return hn::Or(taken, in_plane);
  }

  // The value of row k, beyond the slice of the strip, or no_value.
  HWY_INLINE std::uint32_t take_further(int k) {
    const Tag d;
    std::uint64_t* const row = row_ + k * row_down_;
    std::uint64_t* const column = column_ - k * column_forward_;
    Slice slice{0, first_.values};
    Values taken;
    std::uint32_t full;
    do {
      slice.go_on(sets_.stride);
      if (is_behind<Plane>({first_.at + slice.at, 0}, sets_)) return no_value;
      taken = taken_with(hn::Or(hn::Load(d, row + slice.at), hn::Load(d, column + slice.at)), k,
                         slice.at);
      full = full_words(taken);
    } while (full == all_words);
    const Values least = least_missing(taken, full);
    add_to(row + slice.at, least);
    add_to(column + slice.at, least);
    for (std::size_t i = 0; i < across; ++i) add_to(other_[i] + k * down_[i] + slice.at, least);
    return slice.values + number_of(least, full);
  }

  const Plane& plane_;
  const ValueSets sets_;  // copied, for the compiler must think that stores reach the plane
  const Slice first_;
  std::uint64_t* row_;
  std::int64_t row_down_;
  std::uint64_t* column_;
  std::int64_t column_forward_;
  std::uint64_t* other_[room];
  std::int64_t forward_[room];
  std::int64_t down_[room];  // to the next row of the strip: a row more, a column less
  std::uint64_t solved_ = 0;
  Cell* cell_;
  std::int64_t cell_forward_;
  std::int64_t cell_down_;
  Values along_row_[strip_rows];
  Values along_column_[strip_rows];
};

// The first slice that one of the strip's rows has not full.
template <class Plane>
HWY_INLINE Slice slice_of_strip(const Plane& plane, const PlaneLine& rows, std::int64_t row) {
  const ValueSets& sets = plane.sets;
  const auto full = [&](const Slice& slice) {
    for (std::int64_t k = 0; k < strip_rows; ++k) {
      const std::int64_t line = rows.first + (row + k) * rows.row_step;
      if (!is_full(sets.words + slice.at + static_cast<std::int64_t>(slice_words) * line))
        return false;
    }
    return true;
  };
  Slice slice = first_slice(plane);
  while (!is_behind<Plane>(slice, sets) && full(slice)) slice.go_on(sets.stride);
  return slice;
}

// Solves as many rows as fill strips, and returns how many. Adds how many positions that solves.
template <std::size_t directions, class Plane>
HWY_INLINE std::int64_t solve_strips(const Plane& plane, std::uint64_t& solved) {
  if constexpr (directions < 2 || hn::MaxLanes(Tag()) < slice_words) {
    return 0;
  } else {
    StripLines<directions - 2> lines;
    if (!plane.apart || plane.columns < least_strip_columns || !lines.sort(plane.lines)) return 0;
    std::int64_t row = 0;
    for (; row + strip_rows <= plane.rows; row += strip_rows) {
      const Slice slice = slice_of_strip(plane, lines.row, row);
      if (!is_behind<Plane>(slice, plane.sets))
        solved += Strip<directions - 2, Plane>(plane, lines, row, slice).solve(plane.columns);
    }
    return row;
  }
}

}  // namespace grundy::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
