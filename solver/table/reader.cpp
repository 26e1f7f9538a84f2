#include "table/reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>

#include "table/array_format.hpp"
#include "table/metadata.hpp"
#include "table/metadata_file.hpp"
#include "table/table_directory.hpp"

namespace grundy::table {
namespace {

namespace fs = std::filesystem;

// The error to report when there is no metadata to read.
Error no_metadata(const fs::path& path, const Error& cause) {
  std::error_code failed;
  if (!fs::exists(path, failed) && !failed)
    return Error{Errc::usage, fmt::format("{}: there is no such table", path.string())};
  if (fs::exists(path / unfinished_name, failed))
    return Error{
        Errc::corrupt,
        fmt::format("{}: the table is unfinished: it has no {}; go on with option `resume`, or "
                    "start over with option `force`",
                    path.string(), metadata_name)};
  return cause;
}

// Calls use(first, count) for the rows of the batch, part by part.
template <class Use>
Status for_each_part(const Batch& batch, std::size_t most, Use use) {
  for (std::size_t first = 0; first < batch.count; first += most)
    if (Status s = use(first, std::min(most, batch.count - first)); !s) return s;
  return {};
}

}  // namespace

Result<Table> Table::open(const fs::path& path, std::size_t cache_bytes, Access access) {
  if (path.empty()) return Error{Errc::usage, "the path of the table is empty"};
  const auto folder = Folder::pin(path);
  if (!folder) return no_metadata(path, folder.error());
  const auto metadata = read_metadata(*folder, metadata_name);
  if (!metadata) return no_metadata(path, metadata.error());
  auto info = parse_group(metadata->text);
  if (!info)
    return Error{info.error().code,
                 fmt::format("{}: {}", (path / metadata_name).string(), info.error().message)};
  Table table(*folder, *std::move(info), metadata->identity);
  const TableSpec& spec = table.info_.spec;
  for (const Quantity quantity : arrays_of(spec)) {
    const ArrayFormat expected = array_format(spec, quantity);
    auto array = ArrayReader::open(*folder / expected.name, expected, cache_bytes, access);
    if (!array) return array.error();
    table.arrays_.push_back(*std::move(array));
  }
  if (has_section(spec)) {
    const ArrayFormat expected = section_format(spec);
    auto section = ArrayReader::open(*folder / expected.name, expected, cache_bytes, access);
    if (!section) return section.error();
    table.section_ = *std::move(section);
  }
  if (Status s = check_unchanged(*folder, metadata_name, metadata->identity); !s) return s.error();
  return table;
}

std::vector<const ArrayFormat*> Table::arrays() const {
  std::vector<const ArrayFormat*> formats;
  for (const auto& array : arrays_) formats.push_back(&array->format());
  if (section_) formats.push_back(&section_->format());
  return formats;
}

std::uint64_t Table::decoded() const noexcept {
  std::uint64_t chunks = section_ ? section_->decoded() : 0;
  for (const auto& array : arrays_) chunks += array->decoded();
  return chunks;
}

Status Table::check_quantity(Quantity quantity) const {
  const Quantity own = info_.spec.quantity;
  if (quantity == own || (own == Quantity::remoteness && quantity == Quantity::outcome)) return {};
  return Error{Errc::usage,
               fmt::format("{}: holds the {} of positions, not the {}", folder_.path().string(),
                           to_string(own), to_string(quantity))};
}

// The array of the table's own quantity comes first; that of remoteness is followed by outcomes.
const ArrayReader* Table::array(Quantity quantity) const {
  if (arrays_.empty()) return nullptr;
  return (quantity == info_.spec.quantity ? arrays_.front() : arrays_.back()).get();
}

Error Table::wrong_count(std::size_t found) const {
  const std::vector<std::string>& names = info_.spec.coordinates;
  return {Errc::usage, fmt::format("{}: its positions have {} coordinate{} ({}), found {}",
                                   folder_.path().string(), names.size(),
                                   names.size() == 1 ? "" : "s", fmt::join(names, ", "), found)};
}

Status Table::check_inside(std::span<const std::int64_t> position) const {
  const Box& box = info_.spec.box;
  if (position.size() != box.dimensions()) return wrong_count(position.size());
  bool inside = true;
  for (std::size_t axis = 0; inside && axis < position.size(); ++axis)
    inside = position[axis] >= box.low[axis] && position[axis] <= box.high[axis];
  if (inside) return {};
  return Error{
      Errc::usage,
      fmt::format("{}: {} is outside the table, which runs from {} to {}", folder_.path().string(),
                  grundy::to_string(Position(position.begin(), position.end())),
                  grundy::to_string(box.low), grundy::to_string(box.high))};
}

Result<std::uint32_t> Table::at(Quantity quantity, std::span<const std::int64_t> position) const {
  if (Status s = check_quantity(quantity); !s) return s.error();
  if (Status s = check_inside(position); !s) return s.error();
  if (quantity == Quantity::outcome && section_) {
    const auto outcome = outcome_by_section(position);
    if (!outcome) return outcome.error();
    return static_cast<std::uint32_t>(*outcome);
  }
  std::array<std::int64_t, max_dimensions> room;
  const auto kept = std::span(room).first(position.size());
  std::ranges::copy(position, kept.begin());
  sort_axes(kept, info_.spec.sorted_axes);
  const ArrayReader& cells = *array(quantity);
  const auto value = cells.at(kept);
  if (value && is_hole(cells, *value)) return no_position(position);
  return value;
}

bool Table::is_hole(const ArrayReader& cells, std::uint32_t value) const {
  return !info_.spec.where.empty() && value == cells.format().fill;
}

Error Table::no_position(std::span<const std::int64_t> tuple) const {
  return {Errc::usage, fmt::format("{}: {} is no position of {}: where {}", folder_.path().string(),
                                   grundy::to_string(Position(tuple.begin(), tuple.end())),
                                   info_.spec.game, info_.spec.where)};
}

Result<Outcome> Table::outcome(std::span<const std::int64_t> position) const {
  if (section_) {
    if (Status s = check_inside(position); !s) return s.error();
    return outcome_by_section(position);
  }
  const bool remoteness = info_.spec.quantity == Quantity::remoteness;
  const auto value = at(remoteness ? Quantity::outcome : info_.spec.quantity, position);
  if (!value) return value.error();
  return *value == 0 ? Outcome::P : Outcome::N;
}

Result<Outcome> Table::outcome_by_section(std::span<const std::int64_t> position) const {
  const std::size_t axis = *info_.spec.section_axis;
  std::array<std::int64_t, max_dimensions> room;
  const auto line = std::span(room).first(position.size() - 1);
  std::ranges::copy(position.first(axis), line.begin());
  std::ranges::copy(position.subspan(axis + 1), line.subspan(axis).begin());
  const auto found = section_->at(line);
  if (!found) return found.error();
  const std::int64_t index = position[axis] - info_.spec.box.low[axis];
  return *found == index ? Outcome::P : Outcome::N;
}

Status Table::read_by_section(const Box& region, const CellSpan& to) const {
  const std::size_t axis = *info_.spec.section_axis;
  const Box lines{without_axis(region.low, axis), without_axis(region.high, axis)};
  std::vector<std::uint32_t> found(*lines.volume());
  const CellSpan span{reinterpret_cast<std::byte*>(found.data()), 4, lines};
  if (Status s = section_->read(lines, span); !s) return s;
  fill_region(to, region, static_cast<std::uint32_t>(Outcome::N));
  for (std::uint64_t line = 0; line < found.size(); ++line) {
    const std::int64_t coordinate = info_.spec.box.low[axis] + std::int64_t{found[line]};
    if (coordinate < region.low[axis] || coordinate > region.high[axis]) continue;
    Position p_position = lines.position(line);
    p_position.insert(p_position.begin() + static_cast<std::ptrdiff_t>(axis), coordinate);
    fill_region(to, {p_position, p_position}, static_cast<std::uint32_t>(Outcome::P));
  }
  return {};
}

Result<unsigned> Table::width(Quantity quantity) const {
  if (Status s = check_quantity(quantity); !s) return s.error();
  const ArrayReader* cells = array(quantity);
  return cells ? cells->format().width : 1U;
}

Status Table::read(Quantity quantity, const Box& region, const CellSpan& to) const {
  if (Status s = check_quantity(quantity); !s) return s;
  if (Status s = check_inside(region.low); !s) return s;
  if (Status s = check_inside(region.high); !s) return s;
  const ArrayReader* cells = array(quantity);
  if (!cells) return read_by_section(region, to);
  const AxisGroups& groups = info_.spec.sorted_axes;
  Status read = groups.empty() ? cells->read(region, to) : read_sorted(*cells, groups, region, to);
  const unsigned stored = cells->format().width;
  if (read && cells->format().has_holes && stored != to.width)
    replace_cells(to, region, grundy::no_position(stored), grundy::no_position(to.width));
  return read;
}

Status Table::values(Quantity quantity, const Batch& batch) const {
  const bool outcomes = quantity == Quantity::outcome;
  if (outcomes && section_) return outcomes_by_section(batch);
  if (outcomes && info_.spec.quantity == Quantity::nimber)
    return values_of_array(*array(Quantity::nimber), true, batch);
  if (Status s = check_quantity(quantity); !s) return s;
  return values_of_array(*array(quantity), false, batch);
}

Status Table::values_of_array(const ArrayReader& cells, bool as_outcomes,
                              const Batch& batch) const {
  const std::size_t most = std::min(batch.count, cells.usual_batch());
  std::vector<CellName> names(most);
  std::vector<std::uint32_t> found(most);
  std::array<std::int64_t, max_dimensions> room;
  const auto position = std::span(room).first(info_.spec.box.dimensions());
  return for_each_part(batch, most, [&](std::size_t first, std::size_t count) -> Status {
    for (std::size_t i = 0; i < count; ++i) {
      batch.get(first + i, position);
      if (Status s = check_inside(position); !s) return s;
      sort_axes(position, info_.spec.sorted_axes);
      names[i] = cells.find(position);
    }
    if (Status s = cells.values(std::span(names).first(count), found); !s) return s;
    for (std::size_t i = 0; i < count; ++i) {
      if (is_hole(cells, found[i])) {
        batch.get(first + i, position);
        return no_position(position);
      }
      batch.set(first + i, as_outcomes ? found[i] != 0 : found[i]);
    }
    return {};
  });
}

Status Table::outcomes_by_section(const Batch& batch) const {
  const std::size_t axis = *info_.spec.section_axis;
  const std::size_t most = std::min(batch.count, section_->usual_batch());
  std::vector<CellName> lines(most);
  std::vector<std::int64_t> indices(most);
  std::vector<std::uint32_t> p_indices(most);
  std::array<std::int64_t, max_dimensions> room;
  const auto position = std::span(room).first(info_.spec.box.dimensions());
  return for_each_part(batch, most, [&](std::size_t first, std::size_t count) -> Status {
    for (std::size_t i = 0; i < count; ++i) {
      batch.get(first + i, position);
      if (Status s = check_inside(position); !s) return s;
      indices[i] = position[axis] - info_.spec.box.low[axis];
      std::ranges::copy(position.subspan(axis + 1), position.subspan(axis).begin());
      lines[i] = section_->find(position.first(position.size() - 1));
    }
    if (Status s = section_->values(std::span(lines).first(count), p_indices); !s) return s;
    for (std::size_t i = 0; i < count; ++i)
      batch.set(first + i,
                static_cast<std::uint32_t>(p_indices[i] == indices[i] ? Outcome::P : Outcome::N));
    return {};
  });
}

}  // namespace grundy::table
