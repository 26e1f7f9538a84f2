// table/folder.hpp: a directory of files to read, by its name or as the very one it was.
//
// A table may be exchanged under its name while it is open. A folder that is pinned stays the one
// that was opened, whatever its name leads to since, as long as its files are there.
#pragma once
#include <filesystem>
#include <memory>

#include "base/error.hpp"

namespace grundy::table {

class Folder {
 public:
  // Whatever the path leads to each time a file is opened.
  Folder(std::filesystem::path path) : path_(std::move(path)) {}

  // What the path leads to now. Takes one file descriptor, which copies and folders in it share.
  // Errc::corrupt if there is no such directory, else Errc::io.
  static Result<Folder> pin(const std::filesystem::path& path);

  // The folder of that name in this one.
  Folder operator/(const std::filesystem::path& name) const;

  // For messages, and for who wants to find it by name.
  const std::filesystem::path& path() const noexcept { return path_; }

  // As open(2) of a file in it: a descriptor, or -1 and errno.
  int open_file(const std::filesystem::path& name, int flags) const;

 private:
  struct Descriptor;

  std::filesystem::path path_;
  std::shared_ptr<const Descriptor> pinned_;  // null if it goes by its name
  std::filesystem::path within_;              // of what is pinned
};

}  // namespace grundy::table
