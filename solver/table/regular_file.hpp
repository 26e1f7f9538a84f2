// table/regular_file.hpp: a file opened to be read, and which one it was.
#pragma once
#include <sys/stat.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "table/folder.hpp"

namespace grundy::table {

// Open as long as the object lives. Messages name the file.
class RegularFile {
 public:
  // Which file a name led to. Who opens the name again sees whether that one is still there, whole.
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

  // Fills `to` with the bytes from `offset` on. Errc::corrupt if the file ends before.
  Status read(std::uint64_t offset, std::span<std::byte> to) const;

 private:
  RegularFile(std::filesystem::path path, int file) : path_(std::move(path)), file_(file) {}

  std::filesystem::path path_;
  int file_;
  Identity identity_;
};

}  // namespace grundy::table
