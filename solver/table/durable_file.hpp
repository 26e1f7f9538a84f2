// table/durable_file.hpp: files that exist whole or not at all, whatever crashes.
//
// A file is created as NAME.tmp in its own directory, and its space is reserved at once, so that a
// full disk shows before anything is written. Then it is written, fsynced, closed and renamed, and
// its directory is fsynced. One sync of a directory, after the last rename, makes the names of all
// its files survive. A reader sees the old file or the new one. A failed fsync is an error and is
// never tried again: a second fsync would not report what the kernel dropped at the first (Rebello
// et al., "Can Applications Recover from fsync Failures?", USENIX ATC 2020). The temporary file of
// a failed write is removed. All errors are Errc::io, with the path.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <utility>

#include "base/error.hpp"

namespace grundy::table {

// How much of a file that was just written survives a crash of the machine.
enum class Lasting : std::uint8_t {
  unsure,    // any part of it or none: for files that are checked when they are read
  contents,  // all of it, if its name is there, which the next sync of the directory ensures
  name,      // all of it
};

// A file that is written piece by piece and takes its name by commit(). Without commit() the file
// that had the name stays. Threads may write different files of a directory at once.
class DurableFile {
 public:
  static Result<DurableFile> create(std::filesystem::path path);
  DurableFile(DurableFile&& other) noexcept
      : path_(std::move(other.path_)), file_(std::exchange(other.file_, -1)) {}
  DurableFile& operator=(DurableFile&&) = delete;
  ~DurableFile();

  // Reserves space for that many bytes, if the file system can do that.
  Status reserve(std::size_t bytes);
  Status write(std::span<const std::byte> bytes) { return write({&bytes, 1}); }
  // Writes parts that follow one another, in as few system calls as possible.
  Status write(std::span<const std::span<const std::byte>> parts);
  Status commit(Lasting lasting = Lasting::name);

 private:
  DurableFile(std::filesystem::path path, int file) : path_(std::move(path)), file_(file) {}
  std::filesystem::path temporary() const;

  std::filesystem::path path_;
  int file_;  // -1: committed or moved from
};

// Creates or replaces `path`.
Status write_durably(const std::filesystem::path& path, std::span<const std::byte> bytes,
                     Lasting lasting = Lasting::name);

// Makes one directory in an existing parent; Errc::io if it exists already. Its name survives a
// crash after the next sync of the parent.
Status make_directory(const std::filesystem::path& path);

// The same, and syncs the parent.
Status make_directory_durably(const std::filesystem::path& path);

// Removes a file if it exists. It may exist again after a crash of the machine.
Status remove_file(const std::filesystem::path& path);

// Removes a file, or a directory and everything in it, if it exists, and syncs the parent.
Status remove_durably(const std::filesystem::path& path);

// Makes renames, removals and new entries in this directory survive a crash.
Status sync_directory(const std::filesystem::path& path);

}  // namespace grundy::table
