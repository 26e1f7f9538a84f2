#include "methods/rays/outcome_worker.hpp"

#include <algorithm>
#include <limits>

namespace grundy::ray {
namespace {

constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();

// Between two looks at the stop flag.
constexpr std::int64_t rows_per_call = 1024;

}  // namespace

std::size_t late_marks(const Frame& frame, const Lines& lines) {
  return static_cast<std::size_t>(
      std::count_if(lines.marks.begin(), lines.marks.end(),
                    [&](const Lines::Mark& mark) { return mark.source != frame.outer(); }));
}

OutcomeWorker::OutcomeWorker(OutcomeTask& task)
    : task_(task),
      leading_(std::max<std::size_t>(task.frame.outer(), 1) - 1),
      u_(leading_),
      aligned_(task.lines.aligned.size()),
      shifted_(task.lines.shifted.size()),
      marks_(task.lines.marks.size()) {
  for (const auto& group : task.frame.groups)
    if (group.back() == task.frame.outer()) group_ = group;
  const auto before = task.frame.before[task.frame.outer()];
  strip_.exchangeable = before && *before == leading_;
  mirrors_.resize(std::max<std::size_t>(group_.size(), 1) - (strip_.exchangeable ? 2 : 1));
  strip_.bits = task.bits;
  strip_.aligned = aligned_;
  strip_.shifted = shifted_;
  strip_.marks = marks_;
  strip_.mirrors = mirrors_;
  strip_.inner = task.frame.extents.back();
}

std::size_t OutcomeWorker::solve(const Tile& tile, bool alone, std::span<std::uint64_t> late) {
  late_ = late;
  late_count_ = 0;
  rows_ = 0;
  for (std::size_t i = 0; i < marks_.size(); ++i) {
    const std::size_t source = task_.lines.marks[i].source;
    marks_[i].limit = alone || source == task_.frame.outer() ? no_limit : tile.high[source];
  }
  descend(tile, 0);
  return late_count_;
}

std::int64_t OutcomeWorker::lowest(const Tile& tile, std::size_t axis) const {
  const auto before = task_.frame.before[axis];
  return before ? std::max(tile.low[axis], u_[*before]) : tile.low[axis];
}

void OutcomeWorker::descend(const Tile& tile, std::size_t axis) {
  if (task_.frame.outer() == 0) return solve_strip(0, 1);
  if (axis == leading_) return solve_strip(lowest(tile, axis), tile.high[axis] + 1);
  for (std::int64_t v = lowest(tile, axis); v <= tile.high[axis]; ++v) {
    u_[axis] = v;
    descend(tile, axis + 1);
  }
}

void OutcomeWorker::solve_strip(std::int64_t first, std::int64_t last) {
  if (first >= last) return;
  narrow_forms();
  narrow_mirrors();
  rows_ += static_cast<std::uint64_t>(last - first);
  if (first == 0 && task_.convention == Convention::misere) solve_rows(first++, 1);
  for (; first < last && !stopped(); first += rows_per_call)
    solve_rows(first, std::min(first + rows_per_call, last));
}

std::int64_t OutcomeWorker::at_leading(const LinearForm& form) const {
  std::int64_t value = form.constant;
  for (std::size_t i = 0; i < leading_; ++i) value += form.of[i] * u_[i];
  return value;
}

void OutcomeWorker::narrow_forms() {
  const std::size_t inner = task_.frame.outer();
  const auto of_row = [&](const LinearForm& form) { return inner == 0 ? 0 : form.of[leading_]; };
  const auto line = [&](const LinearForm& form) {
    return kernels::RayLine{at_leading(form), of_row(form)};
  };
  std::transform(task_.lines.aligned.begin(), task_.lines.aligned.end(), aligned_.begin(), line);
  std::transform(task_.lines.shifted.begin(), task_.lines.shifted.end(), shifted_.begin(), line);
  for (std::size_t i = 0; i < marks_.size(); ++i) {
    const LinearForm& form = task_.lines.marks[i].form;
    marks_[i] = {at_leading(form), of_row(form), form.of[inner], marks_[i].limit};
  }
}

// Without coordinate i, those behind it in its group move up one place, and k takes the last. The
// kernel knows by itself what that means of rows that may be exchanged with k.
void OutcomeWorker::narrow_mirrors() {
  const Section& section = task_.section;
  strip_.section_start = 0;
  for (std::size_t i = 0; i < leading_; ++i)
    strip_.section_start += section.offset(i)[static_cast<std::size_t>(u_[i])];
  for (std::size_t removed = 0; removed < mirrors_.size(); ++removed) {
    kernels::RayMirror& mirror = mirrors_[removed];
    const std::size_t without = group_[removed];
    mirror = {0, nullptr, nullptr, u_[without]};
    const auto offset_of = [&](std::size_t axis) -> const std::uint64_t* {
      if (axis == without) return task_.zeros.data();
      const auto at =
          std::find(group_.begin() + static_cast<std::ptrdiff_t>(removed) + 1, group_.end(), axis);
      return section.offset(at == group_.end() ? axis : *(at - 1)).data();
    };
    for (std::size_t i = 0; i < leading_; ++i) mirror.start += offset_of(i)[u_[i]];
    mirror.row_offset = offset_of(leading_);
    mirror.inner_offset = offset_of(task_.frame.outer());
  }
}

// Whether (u, y, 0) ends play: its rays along k are empty, and so must be all others.
bool OutcomeWorker::without_option(std::int64_t y) const {
  const auto stuck = [&](const family::Direction& d) {
    if (d.back()) return true;
    for (std::size_t i = 0; i < leading_; ++i)
      if (d[i] && u_[i] == 0) return true;
    return d[leading_] && y == 0;
  };
  return std::all_of(task_.frame.directions.begin(), task_.frame.directions.end(), stuck);
}

// Under misère play the rows begin behind a position without options, which is N. Requires all
// rows or none of them to have y = 0.
void OutcomeWorker::solve_rows(std::int64_t first, std::int64_t last) {
  const auto before = task_.frame.before[task_.frame.outer()];
  strip_.first = first;
  strip_.last = last;
  strip_.lowest = before && !strip_.exchangeable ? u_[*before] : 0;
  const bool from_zero = strip_.lowest + (strip_.exchangeable ? first : 0) == 0;
  if (task_.convention == Convention::misere && from_zero && without_option(first))
    strip_.lowest = 1;
  const auto late = late_.subspan(late_count_);
  const auto solve = [&](auto section) { return kernels::solve_ray_rows(strip_, section, late); };
  Section& section = task_.section;
  late_count_ += section.entry_bytes() == 2   ? solve(section.entries<std::uint16_t>())
                 : section.entry_bytes() == 3 ? solve(section.entries<kernels::ThreeBytes>())
                                              : solve(section.entries<std::uint32_t>());
}

}  // namespace grundy::ray
