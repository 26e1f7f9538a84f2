#include "table/table_directory.hpp"

#include <fmt/format.h>

#include <array>
#include <span>
#include <string>
#include <system_error>

#include "table/durable_file.hpp"
#include "table/mapped_file.hpp"
#include "table/metadata.hpp"

namespace grundy::table {
namespace {

namespace fs = std::filesystem;

Error refusal(const fs::path& path, std::string_view reason) {
  return Error{Errc::usage, fmt::format("{}: {}", path.string(), reason)};
}

bool holds_finished_table(const fs::path& path) {
  const auto file = MappedFile::open(path / metadata_name);
  if (!file) return false;
  const auto bytes = file->bytes();
  return names_our_format({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

bool holds_unfinished_table(const fs::path& path) {
  std::error_code failed;
  return fs::is_regular_file(path / unfinished_name, failed);
}

// Whether a new table may be written into this existing directory.
Status check_existing(const fs::path& path, bool force) {
  std::error_code failed;
  if (!fs::is_directory(path, failed)) return refusal(path, "is there and is no directory");
  const bool empty = fs::is_empty(path, failed);
  if (failed) return Error{Errc::io, fmt::format("{}: {}", path.string(), failed.message())};
  if (empty) return {};
  const bool finished = holds_finished_table(path);
  if (!finished && !holds_unfinished_table(path))
    return refusal(path,
                   "is a directory that holds something other than a table of ours; "
                   "remove it or choose another name");
  if (force) return {};
  return refusal(path, finished ? "holds a table already; --force replaces it"
                                : "holds an unfinished table; --force replaces it");
}

// The entries that a table consists of, unfinished.json last: until then the directory is known
// as a table's.
Status remove_entries(const fs::path& path) {
  for (const char* name : {metadata_name, "nimber", "outcome", "remoteness", "p_section",
                           "zarr.json.tmp", "unfinished.json.tmp"})
    if (Status s = remove_durably(path / name); !s) return s;
  return {};
}

}  // namespace

Status claim_directory(const fs::path& path, const TableSpec& spec, bool force) {
  std::error_code failed;
  if (!fs::exists(fs::symlink_status(path, failed))) {
    if (Status s = make_directory_durably(path); !s) return s;
  } else if (Status s = check_existing(path, force); !s) {
    return s;
  }
  const std::string text = spec_text(spec);
  if (Status s = write_durably(path / unfinished_name, std::as_bytes(std::span(text))); !s)
    return s;
  return remove_entries(path);
}

Status remove_table(const fs::path& path) {
  if (Status s = remove_entries(path); !s) return s;
  if (Status s = remove_durably(path / unfinished_name); !s) return s;
  std::error_code failed;
  if (fs::is_empty(path, failed)) return remove_durably(path);
  return {};
}

}  // namespace grundy::table
