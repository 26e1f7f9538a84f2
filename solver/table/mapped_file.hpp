// table/mapped_file.hpp: a whole file as read-only memory.
//
// Nothing is read before it is touched. Files of a finished table never change,
// so any number of threads and processes may share the pages; who touches what was cut off
// from a mapped file gets what mmap(2) promises, SIGBUS.
#pragma once
#include <cstddef>
#include <filesystem>
#include <span>
#include <utility>

#include "base/error.hpp"
#include "table/folder.hpp"

namespace grundy::table {

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
