#include "table/table_directory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <span>
#include <system_error>

#include "table/durable_file.hpp"
#include "table/metadata.hpp"
#include "table/metadata_file.hpp"

namespace grundy::table {
namespace {

namespace fs = std::filesystem;

// All that a table consists of, apart from unfinished.json, which marks it until the end.
constexpr const char* entries[] = {metadata_name, "checkpoint",    "checkpoint.tmp",
                                   "nimber",      "outcome",       "remoteness",
                                   "p_section",   "zarr.json.tmp", "unfinished.json.tmp"};

Error refusal(const fs::path& path, std::string_view reason) {
  return Error{Errc::usage, fmt::format("{}: {}", path.string(), reason)};
}

Error nameless() {
  return {Errc::usage, "the path of the table to write is empty"};
}

bool holds_table(const fs::path& path) {
  const auto text = read_metadata(path / metadata_name);
  return text && names_our_format(*text);
}

bool holds_unfinished_table(const fs::path& path) {
  std::error_code failed;
  return fs::is_regular_file(path / unfinished_name, failed);
}

// Whether the directory is empty, or holds only what a crash at the very beginning leaves.
Result<bool> is_blank(const fs::path& path) {
  std::error_code failed;
  bool blank = true;
  for (fs::directory_iterator at(path, failed), end; !failed && at != end; at.increment(failed))
    blank = blank && at->path().filename() == "unfinished.json.tmp";
  if (failed) return Error{Errc::io, fmt::format("{}: {}", path.string(), failed.message())};
  return blank;
}

// The directory, opened and locked. It may have been removed and made again before it was locked,
// so its identity is compared afterwards.
Result<int> open_locked(const fs::path& path) {
  const int directory = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0 && errno == ENOTDIR) return refusal(path, "is there and is no directory");
  if (directory < 0)
    return Error{Errc::io, fmt::format("{}: cannot open the directory: {}", path.string(),
                                       std::generic_category().message(errno))};
  struct stat locked {};
  struct stat there {};
  const bool taken = ::flock(directory, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  const bool same = ::fstat(directory, &locked) == 0 && ::stat(path.c_str(), &there) == 0 &&
                    locked.st_ino == there.st_ino;
  if (!taken && same) return directory;
  ::close(directory);
  return refusal(path,
                 "another process is writing this table; wait for it to end, or choose another "
                 "name");
}

// Removes the entries. unfinished.json stays, so that the directory is still known as a table's.
Status remove_entries(const fs::path& path) {
  for (const char* name : entries)
    if (Status s = remove_durably(path / name); !s) return s;
  return {};
}

// Removes what a process that was killed was about to write.
Status remove_temporary_files(const fs::path& path) {
  std::error_code failed;
  for (fs::recursive_directory_iterator at(path, failed), end; !failed && at != end;
       at.increment(failed))
    if (at->path().extension() == ".tmp")
      if (Status s = remove_durably(at->path()); !s) return s;
  return {};
}

Status write_spec(const fs::path& path, const TableSpec& spec) {
  const std::string text = spec_text(spec);
  return write_durably(path / unfinished_name, std::as_bytes(std::span(text)));
}

// The spec as it is read back from a file: bytes of the rules that are no UTF-8 are replaced.
TableSpec as_stored(const TableSpec& spec) {
  const auto stored = parse_spec(spec_text(spec));
  return stored ? *stored : spec;
}

// Errc::usage unless the unfinished table in the directory has this spec.
Status check_same(const fs::path& path, const TableSpec& spec) {
  const auto text = read_metadata(path / unfinished_name);
  if (!text) return text.error();
  const auto found = parse_spec(*text);
  if (!found)
    return Error{found.error().code,
                 fmt::format("{}: {}; start over with option `force`",
                             (path / unfinished_name).string(), found.error().message)};
  if (const auto difference = difference_of(*found, as_stored(spec)))
    return refusal(path, fmt::format("holds an unfinished table of something else: {}; ask for "
                                     "the same to resume it, or start over with option `force`",
                                     *difference));
  return {};
}

}  // namespace

Result<std::unique_ptr<TableDirectory>> TableDirectory::claim(const fs::path& path,
                                                              const TableSpec& spec,
                                                              Existing existing) {
  if (path.empty()) return nameless();
  std::error_code failed;
  const bool made = !fs::exists(fs::symlink_status(path, failed));
  if (made)
    if (Status s = make_directory_durably(path); !s) return s.error();
  const auto lock = open_locked(path);
  if (!lock) return lock.error();
  std::unique_ptr<TableDirectory> directory(new TableDirectory(path, *lock));
  if (Status s = directory->prepare(spec, existing); !s) {
    if (made) fs::remove(path, failed);  // nothing is in it
    return s.error();
  }
  return directory;
}

std::unique_ptr<TableDirectory> TableDirectory::join(const fs::path& path, bool resumed) {
  std::unique_ptr<TableDirectory> directory(new TableDirectory(path, -1));
  directory->resumed_ = resumed;
  directory->begun_ = true;
  return directory;
}

TableDirectory::~TableDirectory() {
  if (lock_ >= 0) ::close(lock_);
}

Status TableDirectory::prepare(const TableSpec& spec, Existing existing) {
  const auto blank = is_blank(path_);
  if (!blank) return blank.error();
  if (*blank) return write_spec(path_, spec);
  const bool finished = holds_table(path_);
  if (!finished && !holds_unfinished_table(path_))
    return refusal(path_,
                   "is a directory that holds something other than a table of ours; "
                   "remove it or choose another name");
  if (existing == Existing::refuse)
    return refusal(path_, finished ? "holds a table already; option `force` replaces it"
                                   : "holds an unfinished table; option `resume` goes on with it, "
                                     "option `force` starts over");
  replaces_ = finished && existing == Existing::replace;
  if (replaces_) return write_spec(path_, spec);
  if (finished) return refusal(path_, "holds a finished table; option `force` replaces it");
  if (existing == Existing::resume) {
    if (Status same = check_same(path_, spec); !same) return same;
    resumed_ = true;
    return remove_temporary_files(path_);
  }
  if (Status s = remove_entries(path_); !s) return s;
  return write_spec(path_, spec);
}

Status TableDirectory::begin(const std::vector<std::string>& arrays) {
  const std::lock_guard lock(guard_);
  if (begun_) return {};
  if (replaces_)
    if (Status s = remove_entries(path_); !s) return s;
  replaces_ = false;
  for (const std::string& name : arrays) {
    std::error_code failed;
    if (fs::is_directory(path_ / name, failed)) continue;
    if (Status s = make_directory(path_ / name); !s) return s;
  }
  begun_ = true;
  return sync_directory(path_);
}

// If a crash of the machine brings these back, is_finished() removes them.
Status TableDirectory::finish() {
  if (Status s = remove_file(path_ / checkpoint_name); !s) return s;
  return remove_file(path_ / unfinished_name);
}

Status TableDirectory::discard() {
  if (!replaces_)
    if (Status s = remove_entries(path_); !s) return s;
  if (Status s = remove_durably(path_ / unfinished_name); !s) return s;
  std::error_code failed;
  if (fs::is_empty(path_, failed)) return remove_durably(path_);
  return {};
}

Result<bool> TableDirectory::is_finished(const fs::path& path, const TableSpec& spec) {
  if (path.empty()) return nameless();
  if (!holds_table(path)) return false;
  const auto text = read_metadata(path / metadata_name);
  if (!text) return text.error();
  const auto found = parse_group(*text);
  if (!found)
    return Error{found.error().code,
                 fmt::format("{}: {}", (path / metadata_name).string(), found.error().message)};
  if (const auto difference = difference_of(found->spec, as_stored(spec)))
    return refusal(path, fmt::format("holds a finished table of something else: {}; choose "
                                     "another name, or replace it with option `force`",
                                     *difference));
  if (holds_unfinished_table(path)) {
    const auto lock = open_locked(path);
    if (!lock) return lock.error();
    TableDirectory directory(path, *lock);
    if (Status s = directory.finish(); !s) return s.error();
  }
  return true;
}

}  // namespace grundy::table
