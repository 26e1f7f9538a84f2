// table/durable_file.hpp: files that are there whole or not at all, whatever crashes.
//
// A file is written under NAME.tmp in its own directory, given its space at once
// (so that a full disk shows before anything is written), written, fsynced,
// closed and renamed, and then its directory is fsynced. Of many files in a directory
// one sync of it, after the last rename, makes all names survive. A reader sees the old
// file or the new one. A failed fsync is an error and is never tried again: what
// the kernel dropped then, a second fsync would not notice (Rebello et al., "Can
// Applications Recover from fsync Failures?", USENIX ATC 2020). The temporary
// file of a failed write is removed. All errors are Errc::io, with the path.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <utility>

#include "base/error.hpp"

namespace grundy::table {

// What a crash of the machine leaves of a file that was just written.
enum class Lasting : std::uint8_t {
  unsure,    // anything: for files that are only believed if they make sense
  contents,  // all of it, if its name is there, which the next sync of the directory ensures
  name,      // all of it
};

// A file that is written piece by piece, and is there from commit() on. Without commit() what was
// there before stays. Threads may write different files of a directory at once.
class DurableFile {
 public:
  static Result<DurableFile> create(std::filesystem::path path);
  DurableFile(DurableFile&& other) noexcept
      : path_(std::move(other.path_)), file_(std::exchange(other.file_, -1)) {}
  DurableFile& operator=(DurableFile&&) = delete;
  ~DurableFile();

  // Asks for the space of so many bytes, where the file system can do that.
  Status reserve(std::size_t bytes);
  Status write(std::span<const std::byte> bytes) { return write({&bytes, 1}); }
  // Parts that follow one another, in as few calls of the system as can be.
  Status write(std::span<const std::span<const std::byte>> parts);
  Status commit(Lasting lasting = Lasting::name);

 private:
  DurableFile(std::filesystem::path path, int file) : path_(std::move(path)), file_(file) {}
  std::filesystem::path temporary() const;

  std::filesystem::path path_;
  int file_;  // -1: nothing is left to be done
};

// Makes or replaces `path`.
Status write_durably(const std::filesystem::path& path, std::span<const std::byte> bytes,
                     Lasting lasting = Lasting::name);

// Makes one directory in an existing parent. Its name lasts after the next sync of that.
Status make_directory(const std::filesystem::path& path);

// Makes it last.
Status make_directory_durably(const std::filesystem::path& path);

// Removes a file, or nothing. It may be there again after a crash of the machine.
Status remove_file(const std::filesystem::path& path);

// Removes a file, or a directory and everything in it; nothing if there is none.
Status remove_durably(const std::filesystem::path& path);

// Makes renames, removals and new entries in this directory survive a crash.
Status sync_directory(const std::filesystem::path& path);

}  // namespace grundy::table
