#include "table/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <system_error>

#include "table/mapped_file.hpp"
#include "table/metadata.hpp"
#include "table/section.hpp"
#include "table/table_directory.hpp"

namespace grundy::table {
namespace {

namespace fs = std::filesystem;

// Why there is no metadata to read.
Error no_metadata(const fs::path& path, const Error& cause) {
  std::error_code failed;
  if (!fs::exists(path, failed) && !failed)
    return Error{Errc::usage, fmt::format("{}: there is no such table", path.string())};
  if (fs::exists(path / unfinished_name, failed))
    return Error{
        Errc::corrupt,
        fmt::format("{}: the table is unfinished: it has no {}; solve it again with --force",
                    path.string(), metadata_name)};
  return cause;
}

Result<TableInfo> read_info(const fs::path& path) {
  const auto file = MappedFile::open(path / metadata_name);
  if (!file) return no_metadata(path, file.error());
  const auto text = file->bytes();
  auto info = parse_group({reinterpret_cast<const char*>(text.data()), text.size()});
  if (!info)
    return Error{info.error().code,
                 fmt::format("{}: {}", (path / metadata_name).string(), info.error().message)};
  return info;
}

}  // namespace

Result<Table> Table::open(const fs::path& path) {
  auto info = read_info(path);
  if (!info) return info.error();
  Table table;
  table.path_ = path;
  table.info_ = *std::move(info);
  const TableSpec& spec = table.info_.spec;
  for (const Quantity quantity : arrays_of(spec.quantity)) {
    const ArrayFormat expected = array_format(spec, quantity);
    auto array = ArrayReader::open(path / expected.name, expected);
    if (!array) return array.error();
    table.arrays_.push_back(*std::move(array));
  }
  if (has_section(spec)) {
    const ArrayFormat expected = section_format(spec);
    auto section = ArrayReader::open(path / expected.name, expected);
    if (!section) return section.error();
    table.section_ = *std::move(section);
  }
  return table;
}

Result<const ArrayReader*> Table::array(Quantity quantity) const {
  const auto names = arrays_of(info_.spec.quantity);
  const auto found = std::ranges::find(names, quantity);
  if (found == names.end())
    return Error{Errc::usage,
                 fmt::format("{}: holds the {} of positions, not the {}", path_.string(),
                             to_string(info_.spec.quantity), to_string(quantity))};
  return arrays_[static_cast<std::size_t>(found - names.begin())].get();
}

Status Table::check_inside(const Position& position) const {
  const Box& box = info_.spec.box;
  if (box.contains(position)) return {};
  return Error{Errc::usage,
               fmt::format("{}: {} is outside the table, which runs from {} to {}", path_.string(),
                           to_string(position), to_string(box.low), to_string(box.high))};
}

Result<std::uint32_t> Table::at(Quantity quantity, const Position& position) const {
  const auto reader = array(quantity);
  if (!reader) return reader.error();
  if (Status s = check_inside(position); !s) return s.error();
  return (*reader)->at(position);
}

Result<Outcome> Table::outcome(const Position& position) const {
  if (Status s = check_inside(position); !s) return s.error();
  if (section_) return outcome_by_section(position);
  const bool remoteness = info_.spec.quantity == Quantity::remoteness;
  const auto value = at(remoteness ? Quantity::outcome : info_.spec.quantity, position);
  if (!value) return value.error();
  return *value == 0 ? Outcome::P : Outcome::N;
}

Result<Outcome> Table::outcome_by_section(const Position& position) const {
  const std::size_t axis = *info_.spec.section_axis;
  const auto found = section_->at(without_axis(position, axis));
  if (!found) return found.error();
  const std::int64_t index = position[axis] - info_.spec.box.low[axis];
  return *found == index ? Outcome::P : Outcome::N;
}

Result<unsigned> Table::width(Quantity quantity) const {
  const auto reader = array(quantity);
  if (!reader) return reader.error();
  return (*reader)->format().width;
}

Status Table::read(Quantity quantity, const Box& region, const CellSpan& to) const {
  const auto reader = array(quantity);
  if (!reader) return reader.error();
  if (Status s = check_inside(region.low); !s) return s;
  if (Status s = check_inside(region.high); !s) return s;
  return (*reader)->read(region, to);
}

}  // namespace grundy::table
