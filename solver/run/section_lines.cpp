#include "run/section_lines.hpp"

#include <algorithm>
#include <ranges>
#include <span>

#include "base/cell_window.hpp"
#include "run/exchangeable_axes.hpp"
#include "table/sorted_axes.hpp"

namespace grundy::solve {
namespace {

bool is_sorted(const Position& position, const AxisGroups& groups) {
  return std::ranges::all_of(groups, [&](const auto& group) {
    return std::ranges::is_sorted(group, {}, [&](std::size_t axis) { return position[axis]; });
  });
}

// Calls visit(image) for every image of a sorted position, by the groups from number `group` on.
template <class Visit>
void for_each_image(Position& at, const AxisGroups& groups, std::size_t group, const Visit& visit) {
  if (group == groups.size()) return visit(at);
  auto values = groups[group] |
                std::views::transform([&](std::size_t axis) -> std::int64_t& { return at[axis]; });
  do for_each_image(at, groups, group + 1, visit);
  while (std::ranges::next_permutation(values).found);  // after the last they are in order again
}

}  // namespace

std::vector<std::uint64_t> kept_p_positions(const plan::Plan& plan, const sweep::Solution& solution,
                                            parallel::Executor& executor) {
  std::vector<std::vector<std::uint64_t>> found(executor.threads());
  const auto find = [&]<family::SharedOut Values>(const Values& values) {
    executor.for_each(values.tiles(), [&](std::size_t tile, std::size_t worker) {
      std::vector<std::uint32_t> row;
      values.visit_kept_rows(tile, [&](const Position& start, std::uint64_t length) {
        row.resize(length);
        values.read(start, row);
        const std::uint64_t first = plan.box.rank(start);
        for (std::uint64_t i = 0; i < length; ++i)
          if (row[i] == 0) found[worker].push_back(first + i);
      });
    });
  };
  std::visit(
      [&]<class Values>(const Values& values) {
        if constexpr (family::SharedOut<Values>) find(values);
      },
      solution.values);
  std::vector<std::uint64_t> all;
  for (const auto& part : found) all.insert(all.end(), part.begin(), part.end());
  return all;
}

SectionLines::SectionLines(const plan::Plan& plan, const sweep::Solution& solution,
                           const table::ArrayFormat& section, parallel::Executor& executor)
    : plan_(plan), solution_(solution), section_(section), groups_(exchangeable_axes(plan)) {
  if (sweep::keeps_lines(solution)) return;
  found_.assign(*section.box.volume(), section.fill);
  std::visit([&](const auto& values) { find(SourceOf(values), executor); }, solution.values);
}

SectionLines::SectionLines(const plan::Plan& plan, const sweep::Solution& solution,
                           const table::ArrayFormat& section, AxisGroups groups,
                           std::span<const std::uint64_t> p_positions)
    : plan_(plan), solution_(solution), section_(section), groups_(std::move(groups)) {
  found_.assign(*section.box.volume(), section.fill);
  for (const std::uint64_t rank : p_positions) put_images(plan.box.position(rank));
}

std::vector<std::uint32_t> SectionLines::ask(const Box& lines) const {
  std::vector<std::uint32_t> indices(*lines.volume());
  const auto axis = static_cast<std::ptrdiff_t>(*plan_.section_axis);
  const auto length = static_cast<std::size_t>(lines.extent(lines.dimensions() - 1));
  std::span<std::uint32_t> left = indices;
  for_each_row(lines, [&](Position start) {
    start.insert(start.begin() + axis, plan_.box.low[*plan_.section_axis]);
    sweep::read_section(plan_, solution_, start, section_.fill, left.first(length));
    left = left.subspan(length);
  });
  return indices;
}

void SectionLines::find(const CellSource& cells, parallel::Executor& executor) {
  const table::Grid blocks(plan_.box, table::choose_layout(plan_.box).chunk);
  executor.for_each(blocks.size(), [&](std::size_t number, std::size_t) {
    const Box block = blocks.box(number);
    if (table::holds_sorted(block, groups_)) look_through(cells, block);
  });
}

// No two threads meet at a line: it has one P-position, which is an image of one sorted position.
void SectionLines::look_through(const CellSource& cells, const Box& block) {
  std::vector<std::byte> copy(*block.volume() * cells.width());
  cells.copy(block, {copy.data(), cells.width(), block});
  // What is 0 at P-positions.
  const std::uint32_t who_wins = plan_.computed == Quantity::remoteness ? 1 : ~std::uint32_t{0};
  with_cell_type(cells.width(), [&]<class Cell>(Cell) {
    const std::span<const Cell> values(reinterpret_cast<const Cell*>(copy.data()), *block.volume());
    for (std::uint64_t i = 0; i < values.size(); ++i)
      if ((values[i] & who_wins) == 0)
        if (Position p = block.position(i); is_sorted(p, groups_)) put_images(std::move(p));
  });
}

// Each line's place is worked out here, since there are as many of them as images: a Position
// without the axis would be memory to ask for each time.
void SectionLines::put_images(Position p) {
  const std::size_t axis = *plan_.section_axis;
  for_each_image(p, groups_, 0, [&](const Position& image) {
    std::int64_t line = 0;
    for (std::size_t other = 0; other < image.size(); ++other)
      if (other != axis)
        line = line * plan_.box.extent(other) + (image[other] - plan_.box.low[other]);
    found_[static_cast<std::size_t>(line)] =
        static_cast<std::uint32_t>(image[axis] - plan_.box.low[axis]);
  });
}

}  // namespace grundy::solve
