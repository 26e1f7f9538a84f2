// table/table_directory.hpp: the directory that a table is written to, and what may be done to it.
//
// While a table is written its directory holds `unfinished.json`, the spec of what is being
// solved, and from time to time `checkpoint`, from which solving goes on (run/checkpoint.hpp).
// zarr.json appears last, and then both go. A directory that is neither table nor empty is never
// touched, and a table only by force; even then only what belongs to a table is removed, and
// nothing of a finished one before begin().
//
// An flock on the directory keeps a second process away. It ends with the object or the process.
// Where the file system knows no such locks nothing keeps it away.
#pragma once
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "table/info.hpp"

namespace grundy::table {

inline constexpr const char* metadata_name = "zarr.json";
inline constexpr const char* unfinished_name = "unfinished.json";
inline constexpr const char* checkpoint_name = "checkpoint";

// What to do about a table that is there.
enum class Existing : std::uint8_t { refuse, replace, resume };

class TableDirectory {
 public:
  // Makes `path` the directory of an unfinished table of `spec`. Errc::usage, with what to do about
  // it, if something is there that must not be touched, if another process writes there, or if the
  // unfinished table to resume is of another spec.
  static Result<std::unique_ptr<TableDirectory>> claim(const std::filesystem::path& path,
                                                       const TableSpec& spec, Existing existing);

  // Whether `path` holds a finished table of this spec; what a crash at the very end has left
  // beside it is removed. Errc::usage, with the difference, if it holds one of another spec; a
  // false answer says nothing of what else is there.
  static Result<bool> is_finished(const std::filesystem::path& path, const TableSpec& spec);

  // The directory as it is, for those who write shards of a table that another process has claimed
  // and begun.
  static std::unique_ptr<TableDirectory> join(const std::filesystem::path& path, bool resumed);

  TableDirectory(const TableDirectory&) = delete;
  TableDirectory& operator=(const TableDirectory&) = delete;
  ~TableDirectory();

  const std::filesystem::path& path() const noexcept { return path_; }

  // Whether it held an unfinished table of the same spec, which is resumed.
  bool resumed() const noexcept { return resumed_; }

  // To be called before anything is written: removes the table that is replaced and makes the
  // arrays' directories. Any number of times, from any thread.
  Status begin(const std::vector<std::string>& arrays);

  // Removes what only an unfinished table has, when zarr.json is there.
  Status finish();

  // Removes everything that belongs to the new table, and the directory if nothing else is in it.
  // A finished table that begin() would have replaced stays.
  Status discard();

 private:
  TableDirectory(std::filesystem::path path, int lock) : path_(std::move(path)), lock_(lock) {}
  Status prepare(const TableSpec& spec, Existing existing);

  std::filesystem::path path_;
  int lock_;  // the open directory; -1 for who has joined
  bool resumed_ = false;
  bool replaces_ = false;  // a finished table, from begin() on
  std::mutex guard_;
  bool begun_ = false;
};

}  // namespace grundy::table
