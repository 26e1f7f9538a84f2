#include "table/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <iterator>
#include <system_error>
#include <tuple>

#include "table/metadata_file.hpp"
#include "table/shard.hpp"
#include "table/table_directory.hpp"

namespace grundy::table {
namespace {

namespace fs = std::filesystem;
using Kind = Finding::Kind;

std::string without_prefix(const std::string& text, const std::string& prefix) {
  return text.starts_with(prefix) ? text.substr(prefix.size()) : text;
}

// Reports the files in a folder of the table that do not belong there.
template <class IsKnown>
Status report_others(const fs::path& table, const fs::path& folder, const IsKnown& is_known,
                     Findings& findings) {
  std::error_code failed;
  fs::directory_iterator at(table / folder, failed);
  for (; !failed && at != fs::directory_iterator(); at.increment(failed))
    if (const std::string name = at->path().filename().string(); !is_known(name))
      findings.add({.kind = Kind::leftover,
                    .file = (folder / name).string(),
                    .what = "is no part of the table"});
  if (!failed) return {};
  return Error{Errc::io, fmt::format("{}: {}", (table / folder).string(), failed.message())};
}

// Whether this is the shard_name of one of the shards.
bool names_a_shard(const Grid& shards, const std::string& name) {
  std::uint64_t shard = 0;
  const char* at = name.data();
  const char* const end = at + name.size();
  for (const std::int64_t count : shards.counts()) {
    at = std::find(at, end, '.');
    std::int64_t coordinate = 0;
    if (at == end) return false;
    const auto [next, failure] = std::from_chars(at + 1, end, coordinate);
    if (failure != std::errc() || coordinate < 0 || coordinate >= count) return false;
    shard = shard * static_cast<std::uint64_t>(count) + static_cast<std::uint64_t>(coordinate);
    at = next;
  }
  return name == shard_name(shards, shard);
}

std::string shard_file(const ArrayFormat& array, std::uint64_t shard) {
  return fmt::format("{}/{}", array.name, shard_name(array.shards(), shard));
}

// Whether cells outside the array, and those of positions that are not kept, hold the fill value.
bool padding_is_clean(const ArrayFormat& array, const CellSpan& cells,
                      std::vector<std::byte>& scratch) {
  const auto inside = intersection(cells.box, array.box);
  if (inside == cells.box && array.sorted_axes.empty()) return true;
  scratch.resize(array.chunk_bytes());
  const CellSpan clean{scratch.data(), array.width, cells.box};
  fill_cells(clean, array.fill);
  if (inside) copy_cells(cells.view(), *inside, clean);
  fill_unsorted(clean, array.sorted_axes, array.fill);
  return std::memcmp(clean.cells, cells.cells, scratch.size()) == 0;
}

}  // namespace

Status check_metadata(const fs::path& table, const TableSpec& spec, Findings& findings) {
  const auto text = read_metadata(table / metadata_name);
  if (!text) return text.error();
  const auto stored = stored_checksum(*text);
  if (!stored) {
    findings.add(
        {.kind = Kind::damage,
         .file = metadata_name,
         .what = fmt::format("has no {}, which shows whether it was changed", checksum_key)});
    return {};
  }
  const auto expected = metadata_checksum(table, spec, *text);
  if (!expected) return expected.error();
  if (*stored != *expected)
    findings.add({.kind = Kind::damage,
                  .file = metadata_name,
                  .what = fmt::format("a zarr.json of the table was changed after it was written: "
                                      "{} does not fit",
                                      checksum_key),
                  .stored = *stored,
                  .expected = *expected});
  return {};
}

Status find_leftovers(const fs::path& table, const std::vector<const ArrayFormat*>& arrays,
                      Findings& findings) {
  for (const ArrayFormat* array : arrays) {
    const auto is_known = [shards = array->shards()](const std::string& name) {
      return name == metadata_name || names_a_shard(shards, name);
    };
    if (Status s = report_others(table, array->name, is_known, findings); !s) return s;
  }
  const auto is_known = [&](const std::string& name) {
    return name == metadata_name ||
           std::ranges::any_of(arrays, [&](const auto* array) { return array->name == name; });
  };
  return report_others(table, "", is_known, findings);
}

FilesChecked check_shard(const fs::path& table, const ArrayFormat& array, std::uint64_t shard,
                         Findings& findings) {
  const std::string name = shard_file(array, shard);
  const std::string prefix = (table / name).string() + ": ";
  const auto damaged = [&](std::optional<std::uint64_t> chunk, const std::string& what) {
    findings.add({.kind = Kind::damage, .file = name, .chunk = chunk, .what = what});
  };
  FilesChecked checked{.shards = 1};
  const auto file = ShardFile::open(table / array.name, array, shard);
  if (!file) {
    damaged(std::nullopt, without_prefix(file.error().message, prefix));
    return checked;
  }
  std::error_code ignored;
  checked.bytes = fs::file_size(table / name, ignored);
  const Grid chunks = array.chunks(shard);
  std::vector<std::byte> bytes(array.chunk_bytes());
  std::vector<std::byte> scratch;
  for (std::uint64_t chunk = 0; chunk < chunks.size(); ++chunk, ++checked.chunks) {
    const CellSpan cells{bytes.data(), array.width, chunks.padded(chunk)};
    if (Status s = file->read_chunk(array, chunk, bytes); !s)
      damaged(chunk, without_prefix(without_prefix(s.error().message, prefix),
                                    fmt::format("chunk {}: ", chunk)));
    else if (!padding_is_clean(array, cells, scratch))
      findings.add({.kind = Kind::difference,
                    .file = name,
                    .chunk = chunk,
                    .what = fmt::format("a cell that stands for no position does not hold the fill "
                                        "value {}",
                                        array.fill)});
  }
  return checked;
}

Place place_of(const ArrayFormat& array, const Position& position) {
  const Grid shards = array.shards();
  const auto number_in = [&](const Grid& grid, const Position& low,
                             const std::vector<std::int64_t>& sides) {
    std::uint64_t number = 0;
    for (std::size_t axis = 0; axis < low.size(); ++axis)
      number = number * static_cast<std::uint64_t>(grid.counts()[axis]) +
               static_cast<std::uint64_t>((position[axis] - low[axis]) / sides[axis]);
    return number;
  };
  const std::uint64_t shard = number_in(shards, array.box.low, array.layout.shard);
  const Box inside = shards.padded(shard);
  return {shard_file(array, shard), number_in(array.chunks(shard), inside.low, array.layout.chunk)};
}

std::string_view to_string(Finding::Kind kind) noexcept {
  switch (kind) {
    case Finding::Kind::damage:
      return "damage";
    case Finding::Kind::difference:
      return "difference";
    case Finding::Kind::leftover:
      break;
  }
  return "leftover";
}

std::string to_string(const Finding& finding) {
  std::string text = finding.file;
  if (finding.chunk) text += fmt::format(", chunk {}", *finding.chunk);
  if (finding.position) text += fmt::format(", {}", grundy::to_string(*finding.position));
  text += ": " + finding.what;
  if (!finding.stored.empty() || !finding.expected.empty())
    text += fmt::format("; stored {}, expected {}", finding.stored, finding.expected);
  return text;
}

bool Findings::Before::operator()(const Finding& a, const Finding& b) const {
  const auto key = [](const Finding& finding) {
    return std::tuple(finding.position.has_value(),
                      std::tie(finding.file, finding.chunk, finding.position, finding.what));
  };
  return key(a) < key(b);
}

void Findings::add(Finding finding) {
  const std::lock_guard lock(guard_);
  OfKind& kind = kinds_[static_cast<std::size_t>(finding.kind)];
  ++kind.count;
  kind.first.insert(std::move(finding));
  if (kind.first.size() > most_listed) kind.first.erase(std::prev(kind.first.end()));
}

std::uint64_t Findings::count(Finding::Kind kind) const {
  const std::lock_guard lock(guard_);
  return kinds_[static_cast<std::size_t>(kind)].count;
}

std::vector<Finding> Findings::listed() const {
  const std::lock_guard lock(guard_);
  std::vector<Finding> all;
  for (const OfKind& kind : kinds_) all.insert(all.end(), kind.first.begin(), kind.first.end());
  return all;
}

}  // namespace grundy::table
