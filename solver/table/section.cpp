#include "table/section.hpp"

#include <fmt/format.h>

#include <atomic>

namespace grundy::table {

bool has_section(const TableSpec& spec) {
  return spec.section_axis.has_value() && spec.box.dimensions() > 1;
}

Position without_axis(const Position& position, std::size_t axis) {
  Position rest = position;
  rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(axis));
  return rest;
}

ArrayFormat section_format(const TableSpec& spec) {
  const std::size_t axis = *spec.section_axis;
  ArrayFormat format;
  format.name = "p_section";
  format.dimensions = spec.coordinates;
  format.dimensions.erase(format.dimensions.begin() + static_cast<std::ptrdiff_t>(axis));
  format.box = {without_axis(spec.box.low, axis), without_axis(spec.box.high, axis)};
  format.layout = choose_layout(format.box);
  format.width = spec.box.extent(axis) <= 0xffff ? 2 : 4;
  format.fill = format.width == 2 ? 0xffff : 0xffffffff;
  return format;
}

SectionBuilder::SectionBuilder(const TableSpec& spec)
    : axis_(*spec.section_axis),
      origin_(spec.box.low[axis_]),
      format_(section_format(spec)),
      lines_(*format_.box.volume(), format_.fill) {}

Status SectionBuilder::add(const CellView& view, const Box& region) {
  const std::size_t last = region.dimensions() - 1;
  const std::int64_t count = region.extent(last);
  Status status;
  with_cell_type(view.width, [&]<class Cell>(Cell) {
    for_each_row(region, [&](Position at) {
      const Cell* row = view.row<Cell>(at);
      for (std::int64_t i = 0; i < count; ++i, ++at[last])
        if (row[i * view.strides.back()] == 0)
          if (Status s = add(at); !s) status = s;
    });
  });
  return status;
}

Status SectionBuilder::add(const Position& p_position) {
  const auto found = static_cast<std::uint32_t>(p_position[axis_] - origin_);
  std::uint32_t before = format_.fill;
  std::atomic_ref line(lines_[format_.box.rank(without_axis(p_position, axis_))]);
  if (line.compare_exchange_strong(before, found) || before == found) return {};
  return Error{Errc::corrupt,
               fmt::format("p_section: the line along axis {} through {} has a second "
                           "P-position, at {}",
                           axis_ + 1, to_string(p_position), before + origin_)};
}

}  // namespace grundy::table
