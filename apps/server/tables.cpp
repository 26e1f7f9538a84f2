#include "server/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "ask/session/table_moves.hpp"
#include "table/metadata_file.hpp"
#include "table/table_directory.hpp"

namespace grundy::server {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_arrays = 2;  // of a table: each has a cache
constexpr std::uint64_t least_cache = std::uint64_t{1} << 20;

bool is_table(const fs::path& path) {
  std::error_code failed;
  return fs::is_regular_file(path / table::metadata_name, failed);
}

// What is named, and what is in a folder that is named.
struct Found {
  std::vector<fs::path> named;
  std::vector<fs::path> in_folders;
};

Result<Found> look_for(const std::vector<fs::path>& places) {
  Found found;
  for (const fs::path& place : places) {
    std::error_code failed;
    const bool is_folder = fs::is_directory(place, failed) && !is_table(place) &&
                           !fs::exists(place / table::unfinished_name, failed);
    if (!is_folder) {
      found.named.push_back(place);
      continue;
    }
    for (fs::directory_iterator at(place, failed), end; !failed && at != end; at.increment(failed))
      if (is_table(at->path())) found.in_folders.push_back(at->path());
    if (failed) return Error{Errc::io, fmt::format("{}: {}", place.string(), failed.message())};
  }
  return found;
}

std::string name_of(const fs::path& path) {
  const fs::path whole = fs::absolute(path).lexically_normal();
  const fs::path last = whole.has_filename() ? whole.filename() : whole.parent_path().filename();
  return last.extension() == ".zarr" ? last.stem().string() : last.string();
}

// Whether the name still leads to that table.
bool is_there(const ServedTable& served) {
  const table::RegularFile::Identity& opened = served.table->identity();
  return static_cast<bool>(table::check_unchanged(served.path, table::metadata_name, opened));
}

Result<std::shared_ptr<const ServedTable>> open_one(const fs::path& path, std::size_t cache_bytes,
                                                    const Tables* before) {
  const std::string name = name_of(path);
  if (before != nullptr)
    if (const auto old = before->all().find(name);
        old != before->all().end() && old->second->path == path && is_there(*old->second))
      return old->second;
  auto table = table::Table::open(path, cache_bytes, table::Access::read);
  if (!table) return table.error();
  const std::string tag = tag_of(table->identity());
  ServedTable served{name,    path,   tag, std::make_shared<const table::Table>(*std::move(table)),
                     nullptr, nullptr};
  served.values = table::values_of(served.table);
  if (auto game = session::game_of(served.spec())) served.game = *std::move(game);
  return std::make_shared<const ServedTable>(std::move(served));
}

}  // namespace

Result<Tables::Opened> Tables::open(const std::vector<fs::path>& places, std::uint64_t cache_bytes,
                                    const Tables* before) {
  const auto found = look_for(places);
  if (!found) return found.error();
  const std::size_t count = found->named.size() + found->in_folders.size();
  const std::uint64_t share = cache_bytes / (most_arrays * std::max<std::size_t>(count, 1));
  const auto cache = static_cast<std::size_t>(std::max(share, least_cache));
  const auto made = std::make_shared<Tables>();
  Opened opened{made, {}};
  const auto add = [&](const fs::path& path) -> Status {
    auto table = open_one(path, cache, before);
    if (!table) return table.error();
    const std::string name = (*table)->name;
    if (!made->tables_.emplace(name, *std::move(table)).second)
      return Error{Errc::usage,
                   fmt::format("{}: there is another table named {}", path.string(), name)};
    return {};
  };
  for (const fs::path& path : found->named)
    if (Status added = add(path); !added) return added.error();
  for (const fs::path& path : found->in_folders)
    if (const Status added = add(path); !added) opened.passed_over.push_back(added.error().message);
  return opened;
}

const ServedTable* Tables::find(std::string_view name) const {
  const auto found = tables_.find(name);
  return found == tables_.end() ? nullptr : found->second.get();
}

std::string Tables::tag() const {
  std::string all;
  for (const auto& [name, table] : tables_) all += name + "/" + table->tag + "/";
  return fmt::format("{:x}", std::hash<std::string>()(all));
}

std::string tag_of(const table::RegularFile::Identity& file) {
  return fmt::format("{:x}-{:x}-{:x}-{:x}", file.size, file.seconds, file.nanoseconds, file.number);
}

}  // namespace grundy::server
