// table/files.hpp: directories and files opened for reading.
#pragma once
#include <sys/stat.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "base/error.hpp"

namespace grundy::table {

// A directory of files to read.
//
// A table may be exchanged under its name while it is open. A pinned folder stays the one that was
// opened, whatever its name leads to later, as long as its files exist.
class Folder {
 public:
  // Not pinned: the path is followed again each time a file is opened.
  Folder(std::filesystem::path path) : path_(std::move(path)) {}

  // The directory that the path leads to now. Takes one file descriptor, which copies and
  // subfolders share.
  // Errc::corrupt if there is no such directory, else Errc::io.
  static Result<Folder> pin(const std::filesystem::path& path);

  // The subfolder of that name. Nothing is opened.
  Folder operator/(const std::filesystem::path& name) const;

  // For messages, and for opening it by name.
  const std::filesystem::path& path() const noexcept { return path_; }

  // Opens a file in it and returns what open(2) does: a descriptor, or -1 and errno.
  int open_file(const std::filesystem::path& name, int flags) const;

 private:
  struct Descriptor;

  std::filesystem::path path_;
  std::shared_ptr<const Descriptor> pinned_;  // null if not pinned
  std::filesystem::path within_;              // the path from the pinned directory to this one
};

// A regular file, open as long as the object lives. Messages name the file.
class RegularFile {
 public:
  // Which file a name led to. If opening the name again gives an equal identity, it is the same
  // file and was not changed in between.
  struct Identity {
    dev_t device = 0;
    ino_t number = 0;
    std::uint64_t size = 0;
    std::int64_t seconds = 0;  // when it was last changed
    std::int64_t nanoseconds = 0;

    static Identity of(const struct stat& status) noexcept;
    friend bool operator==(const Identity&, const Identity&) = default;
  };

  // Errc::corrupt if there is no such regular file (a part of a table is missing), else Errc::io.
  static Result<RegularFile> open(const Folder& folder, const std::filesystem::path& name);
  static Result<RegularFile> open(const std::filesystem::path& path) {
    return open(path.parent_path(), path.filename());
  }

  RegularFile(RegularFile&& other) noexcept
      : path_(std::move(other.path_)),
        file_(std::exchange(other.file_, -1)),
        identity_(other.identity_) {}
  RegularFile& operator=(RegularFile&&) = delete;
  ~RegularFile();

  int descriptor() const noexcept { return file_; }
  const Identity& identity() const noexcept { return identity_; }
  std::uint64_t size() const noexcept { return identity_.size; }

  // Fills `to` with the bytes from `offset` on. Errc::corrupt if the file ends before, else
  // Errc::io.
  Status read(std::uint64_t offset, std::span<std::byte> to) const;

 private:
  RegularFile(std::filesystem::path path, int file) : path_(std::move(path)), file_(file) {}

  std::filesystem::path path_;
  int file_;
  Identity identity_;
};

// A whole file as read-only memory.
//
// Pages are read when they are touched. Files of a finished table never change, so any number of
// threads and processes may share them. Touching a part that was cut off from the file since it was
// mapped raises SIGBUS, as mmap(2) says.
class MappedFile {
 public:
  // Errc::corrupt if there is no such regular file (a part of a table is missing), else Errc::io.
  static Result<MappedFile> open(const Folder& folder, const std::filesystem::path& name);
  static Result<MappedFile> open(const std::filesystem::path& path) {
    return open(path.parent_path(), path.filename());
  }

  MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}
  MappedFile& operator=(MappedFile&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~MappedFile();

  std::span<const std::byte> bytes() const noexcept { return bytes_; }

 private:
  explicit MappedFile(std::span<const std::byte> bytes) : bytes_(bytes) {}
  std::span<const std::byte> bytes_;
};

}  // namespace grundy::table
