#include "methods/offsets/bit_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "methods/family.hpp"

namespace grundy::offset {
namespace {

bool falls_back(const Index& change) {
  const auto first = std::find_if(change.begin(), change.end(), [](auto c) { return c != 0; });
  return first != change.end() && *first < 0;
}

bool stays_in_row(const Index& change) {
  return std::all_of(change.begin(), change.end() - 1, [](auto c) { return c == 0; });
}

// Rays along a row must lead to all lower bits. Moves along a ray must read the trail of another
// row.
bool fits_in_rows(const Offset& offset, const RowAxes& axes) {
  const Index change = axes.change(offset.change);
  if (offset.ray) return !stays_in_row(change) || change.back() == -1;
  return offset.along.empty() ||
         (!stays_in_row(change) && !stays_in_row(axes.change(offset.along)));
}

RowAxis row_axis(const Box& closure, std::size_t coordinate, bool mirrored) {
  return {coordinate, mirrored, mirrored ? closure.high[coordinate] : closure.low[coordinate],
          closure.extent(coordinate)};
}

// All axes but u and w, in an order in which every offset that changes one of them falls back.
std::optional<std::vector<RowAxis>> outer_axes(const std::vector<Offset>& offsets,
                                               const Box& closure, std::size_t u, std::size_t w) {
  std::vector<const Offset*> open;
  for (const Offset& offset : offsets) open.push_back(&offset);
  std::vector<std::size_t> left;
  for (std::size_t axis = 0; axis < closure.dimensions(); ++axis)
    if (axis != u && axis != w) left.push_back(axis);
  std::vector<RowAxis> axes;
  while (!left.empty()) {
    const auto place = [&](std::size_t axis, std::int64_t sign) {
      const auto rise = [&](const Offset* offset) { return sign * offset->change[axis]; };
      if (std::any_of(open.begin(), open.end(), [&](auto* o) { return rise(o) > 0; })) return false;
      std::erase_if(open, [&](auto* o) { return rise(o) < 0; });
      axes.push_back(row_axis(closure, axis, sign < 0));
      return true;
    };
    const auto next = std::find_if(left.begin(), left.end(), [&](std::size_t axis) {
      return place(axis, 1) || place(axis, -1);
    });
    if (next == left.end()) return std::nullopt;
    left.erase(next);
  }
  return axes;
}

// Calls visit(axes) for every way to lay out rows; whether options come first is not known yet.
template <class Visit>
void for_each_layout(const std::vector<Offset>& offsets, const Box& closure, const Visit& visit) {
  for (std::size_t w = 0; w < closure.dimensions(); ++w)
    for (std::size_t u = 0; u < closure.dimensions(); ++u) {
      if (u == w) continue;
      const auto outer = outer_axes(offsets, closure, u, w);
      if (!outer) continue;
      for (unsigned choice = 0; choice < 8; ++choice) {
        RowAxes axes{*outer, (choice & 4) != 0};
        axes.axes.push_back(row_axis(closure, u, (choice & 1) != 0));
        axes.axes.push_back(row_axis(closure, w, (choice & 2) != 0));
        visit(axes);
      }
    }
}

// Nanoseconds, roughly, as measured on the machine of docs/performance.md. Good enough to choose.
double cost_of_bits(const RowAxes& axes, const std::vector<Offset>& offsets) {
  double planes = 1;
  for (std::size_t axis = 0; axis < axes.plane_axis(); ++axis)
    planes *= static_cast<double>(axes.extent(axis));
  const double rows = planes * static_cast<double>(axes.extent(axes.plane_axis()));
  const double words = rows * static_cast<double>(words_for(axes.row_length()));
  std::vector<bool> cut(axes.dimensions(), true);
  bool one_by_one = false;
  bool all_lower = false;
  std::vector<std::int64_t> steps;
  for (const Offset& offset : offsets) {
    const Index change = axes.change(offset.change);
    for (std::size_t axis = 0; axis < cut.size(); ++axis)
      if (change[axis] > 0) cut[axis] = false;
    one_by_one = one_by_one || stays_in_plane(change);
    if (!stays_in_row(change)) continue;
    all_lower = all_lower || offset.ray;
    steps.push_back(-change.back());
  }
  double word = 0.3 + 0.2 * static_cast<double>(offsets.size());
  if (all_lower)
    word += 1.5;
  else if (steps.size() == 1)
    word += 6;
  else if (!steps.empty())
    word += static_cast<double>(64 * (1 + steps.size())) /
            static_cast<double>(std::min(word_bits, *std::min_element(steps.begin(), steps.end())));
  const auto cuts = std::count(cut.begin(), cut.end() - 1, true);
  const double alone = cuts < 2 ? 1.7 : 1;
  if (axes.skewed) word += 1;
  const double row = (one_by_one ? 8 : 0) + (axes.skewed ? 20 : 0);
  return (words * word + row * rows + 150 * planes) * alone * (axes.runs_along_last() ? 1 : 1.15);
}

// What the moves cost in addition to the words that they read: for each row, or for each plane
// where rows do not depend on one another.
double cost_of_moves(const RowAxes& axes, const std::vector<Offset>& offsets) {
  double planes = 1;
  for (std::size_t axis = 0; axis < axes.plane_axis(); ++axis)
    planes *= static_cast<double>(axes.extent(axis));
  const bool row_by_row = std::ranges::any_of(
      offsets, [&](const Offset& offset) { return stays_in_plane(axes.change(offset.change)); });
  const double rows = row_by_row ? static_cast<double>(axes.extent(axes.plane_axis())) : 1;
  const double move = row_by_row ? 6 : 40;
  return planes * rows * move * static_cast<double>(offsets.size());
}

// The same for cells. They are copied in the end, for which some layouts are far better than
// others.
double cost_of_cells(const RowAxes& axes, const std::vector<Offset>& offsets) {
  double rows = 1;
  for (std::size_t axis = 0; axis < axes.row_axis(); ++axis)
    rows *= static_cast<double>(axes.extent(axis));
  const bool chain = std::any_of(offsets.begin(), offsets.end(), [&](const Offset& offset) {
    return stays_in_row(axes.change(offset.change));
  });
  const double options = static_cast<double>(offsets.size());
  const double cell =
      (chain ? 2 + options : 0.1 + 0.05 * options) + (axes.runs_along_last() ? 0 : 1);
  const double row = 10 + 2 * options;
  return rows * (row + cell * static_cast<double>(axes.row_length()) * (axes.skewed ? 0.5 : 1));
}

RowCondition inside(const RowAxes& axes, const Index& change) {
  RowCondition ends = stays_inside(axes, axes.row_axis(), change.back());
  if (!axes.skewed) return ends;
  const std::size_t plane = axes.plane_axis();
  return {RowCondition::Op::all_of,
          {},
          0,
          {std::move(ends), stays_inside(axes, plane, change[plane] - change.back())}};
}

// Rays come before what runs along them.
std::size_t number_of_ray(const BitRows& rows, const Index& change) {
  const auto ray = std::ranges::find_if(
      rows.moves, [&](const BitMove& move) { return move.ray && move.change == change; });
  return static_cast<std::size_t>(ray - rows.moves.begin());
}

bool add_move(BitRows& rows, const Offset& offset) {
  auto when = row_condition(rows.axes, offset.when);
  if (!when) return false;
  BitMove move{rows.axes.change(offset.change), offset.ray, {}, std::move(*when), {}};
  move.option = {RowCondition::Op::all_of, {}, 0, {inside(rows.axes, move.change), move.when}};
  if (!offset.along.empty()) move.along = number_of_ray(rows, rows.axes.change(offset.along));
  (stays_in_row(move.change) ? rows.chain : rows.moves).push_back(std::move(move));
  return true;
}

Error not_linear(std::size_t line) {
  return family::does_not_apply(fmt::format("line {}: the condition is not linear", line));
}

Index last_index(const RowAxes& axes) {
  Index last;
  for (std::size_t axis = 0; axis < axes.dimensions(); ++axis)
    last.push_back(axes.extent(axis) - 1);
  return last;
}

// Tiles are tasks of at least 20 microseconds, but there are enough of them for waves of many
// tiles.
std::uint64_t positions_of_tile(const RowAxes& axes) {
  constexpr double least_tile = 1 << 18;
  constexpr double greatest_tile = 1 << 21;
  constexpr double tiles = 256;
  double volume = 1;
  for (std::size_t axis = 0; axis < axes.dimensions(); ++axis)
    volume *= static_cast<double>(axes.extent(axis));
  return static_cast<std::uint64_t>(std::clamp(volume / tiles, least_tile, greatest_tile));
}

// How many tiles before the position's own an option may lie, along each axis except the first.
std::vector<std::int64_t> tiles_reached(const BitRows& rows,
                                        const std::vector<std::int64_t>& extents) {
  std::vector<std::int64_t> most(extents.size());
  for (const BitMove& move : rows.moves)
    for (std::size_t axis = 1; axis < extents.size(); ++axis)
      if (extents[axis] < rows.axes.extent(axis))
        most[axis] = std::max(most[axis], (extents[axis] - 1 - move.change[axis]) / extents[axis]);
  return most;
}

}  // namespace

bool stays_in_plane(const Index& change) noexcept {
  return std::all_of(change.begin(), change.end() - 2, [](auto c) { return c == 0; });
}

Result<std::vector<Offset>> offsets_in_rows(const rules::Rules& rules,
                                            const relation::Differences& differences,
                                            const Box& closure) {
  if (rules.dimensions() >= 2) return offsets(rules, differences, closure);
  return family::does_not_apply("there is one coordinate only");
}

std::vector<RowAxes> row_layouts(const std::vector<Offset>& offsets, const Box& closure,
                                 Quantity quantity) {
  const auto cost = quantity == Quantity::outcome ? cost_of_bits : cost_of_cells;
  struct Priced {
    RowAxes axes;
    double nanoseconds;
  };
  std::vector<Priced> priced;
  for_each_layout(offsets, closure, [&](const RowAxes& axes) {
    const auto fits = [&](const Offset& offset) {
      return falls_back(axes.change(offset.change)) && fits_in_rows(offset, axes);
    };
    if (std::all_of(offsets.begin(), offsets.end(), fits))
      priced.push_back({axes, cost(axes, offsets)});
  });
  std::stable_sort(priced.begin(), priced.end(),
                   [](const Priced& a, const Priced& b) { return a.nanoseconds < b.nanoseconds; });
  std::vector<RowAxes> layouts;
  for (Priced& one : priced) layouts.push_back(std::move(one.axes));
  return layouts;
}

Result<BitRows> bit_rows(const rules::Rules& rules, const std::vector<Offset>& offsets,
                         const RowAxes& axes) {
  BitRows rows{axes, {}, {}, {}, positions_of_tile(axes), std::nullopt, 0};
  rows.nanoseconds = cost_of_bits(axes, offsets) + cost_of_moves(axes, offsets);
  for (const Offset& offset : offsets)
    if (!add_move(rows, offset)) return not_linear(offset.line);
  for (const rules::Ending& ending : rules.endings) {
    auto when = row_condition(rows.axes, ending.when);
    if (!when) return not_linear(ending.place.line);
    rows.endings.push_back({ending.outcome, std::move(*when)});
  }
  std::sort(rows.chain.begin(), rows.chain.end(),
            [](const BitMove& a, const BitMove& b) { return a.change.back() > b.change.back(); });
  return rows;
}

Result<BitRows> recognise_bit_rows(const rules::Rules& rules,
                                   const relation::Differences& differences, const Box& closure) {
  const auto all = offsets_in_rows(rules, differences, closure);
  if (!all) return all.error();
  const auto layouts = row_layouts(*all, closure, Quantity::outcome);
  if (layouts.empty()) return family::does_not_apply(std::string(no_layout));
  return bit_rows(rules, *all, layouts.front());
}

std::size_t BitRows::rays() const noexcept {
  return static_cast<std::size_t>(
      std::count_if(moves.begin(), moves.end(), [](const BitMove& move) { return move.ray; }));
}

std::size_t BitRows::depth() const noexcept {
  std::size_t deepest = 1;
  for (const BitMove& move : moves) deepest = std::max(deepest, move.option.depth());
  for (const BitMove& move : chain) deepest = std::max(deepest, move.option.depth());
  for (const BitEnding& ending : endings) deepest = std::max(deepest, ending.when.depth());
  return deepest;
}

tiles::Schedule BitRows::schedule() const {
  rules::Descent descent;
  for (std::size_t axis = 0; axis < axes.dimensions(); ++axis) {
    const bool rises = std::any_of(moves.begin(), moves.end(),
                                   [&](const BitMove& move) { return move.change[axis] > 0; });
    descent.scan.push_back({axis, true});
    descent.trends.push_back({rises || axis == axes.row_axis(), true});
  }
  tiles::Schedule schedule({Index(axes.dimensions()), last_index(axes)}, descent, tile_positions);
  if (kept) schedule.let_overwrite(0, tiles_reached(*this, schedule.tile_extents()));
  return schedule;
}

}  // namespace grundy::offset
