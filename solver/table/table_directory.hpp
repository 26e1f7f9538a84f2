// table/table_directory.hpp: the directory that a table is written to, and what may be done to it.
//
// While a table is written its directory holds `unfinished.json`, its spec, and sometimes
// `checkpoint`, from which solving can be resumed (run/checkpoint.hpp). zarr.json is written last;
// then both are removed. A directory that is neither empty nor a table is never touched, and a
// table only by force. Even then only files that belong to a table are removed, and none of a
// finished table before begin().
//
// An flock on the directory keeps other processes out. It ends with the object or the process. On a
// file system without such locks nothing keeps them out.
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
inline constexpr const char* unfinished_name = "unfinished.json";  // of an array: array_writer.hpp
inline constexpr const char* checkpoint_name = "checkpoint";

// What to do about a table that exists already.
enum class Existing : std::uint8_t { refuse, replace, resume };

class TableDirectory {
 public:
  // Makes `path` the directory of an unfinished table of `spec`. Errc::usage, with advice, if
  // something is there that must not be touched, if another process writes there, or if the
  // unfinished table to resume has another spec. Errc::corrupt if its unfinished.json is damaged,
  // else Errc::io.
  static Result<std::unique_ptr<TableDirectory>> claim(const std::filesystem::path& path,
                                                       const TableSpec& spec, Existing existing);

  // Whether `path` holds a finished table of this spec. Removes what a crash at the very end of
  // writing left beside it. Errc::usage, with the difference, if the table has another spec. If
  // false, anything else may be there.
  static Result<bool> is_finished(const std::filesystem::path& path, const TableSpec& spec);

  // The directory as it is, for writing shards of a table that another process has claimed and
  // begun. Takes no lock.
  static std::unique_ptr<TableDirectory> join(const std::filesystem::path& path, bool resumed);

  TableDirectory(const TableDirectory&) = delete;
  TableDirectory& operator=(const TableDirectory&) = delete;
  ~TableDirectory();

  const std::filesystem::path& path() const noexcept { return path_; }

  // Whether an unfinished table of the same spec is resumed.
  bool resumed() const noexcept { return resumed_; }

  // To be called before anything is written: removes the table that is replaced and makes the
  // arrays' directories. May be called repeatedly, by any thread.
  Status begin(const std::vector<std::string>& arrays);

  // After zarr.json was written: removes the files that only an unfinished table has.
  Status finish();

  // Removes everything that belongs to the new table, and the directory if it is empty then. A
  // finished table stays if begin() was not called.
  Status discard();

 private:
  TableDirectory(std::filesystem::path path, int lock) : path_(std::move(path)), lock_(lock) {}
  Status prepare(const TableSpec& spec, Existing existing);

  std::filesystem::path path_;
  int lock_;  // the open directory; -1 after join()
  bool resumed_ = false;
  bool replaces_ = false;  // begin() will replace a finished table
  std::mutex guard_;
  bool begun_ = false;
};

}  // namespace grundy::table
