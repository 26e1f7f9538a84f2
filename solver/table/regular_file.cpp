#include "table/regular_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace grundy::table {
namespace {

// Of a name that leads nowhere a part of the table is missing; all else is the system's doing.
Errc code_of(int failure) {
  return failure == ENOENT || failure == ENOTDIR || failure == ELOOP ? Errc::corrupt : Errc::io;
}

Error system_error(const std::filesystem::path& path, std::string_view action, int code) {
  return Error{code_of(code), fmt::format("{}: cannot {} the file: {}", path.string(), action,
                                          std::generic_category().message(code))};
}

}  // namespace

RegularFile::Identity RegularFile::Identity::of(const struct stat& status) noexcept {
  return {status.st_dev, status.st_ino, static_cast<std::uint64_t>(status.st_size),
          status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
}

Result<RegularFile> RegularFile::open(const Folder& folder, const std::filesystem::path& name) {
  const auto path = folder.path() / name;
  // O_NONBLOCK: a FIFO in the place of a shard must not keep us waiting for its writer.
  RegularFile file(path, folder.open_file(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.file_ < 0) return system_error(path, "open", errno);
  struct stat status {};
  if (::fstat(file.file_, &status) != 0 || !S_ISREG(status.st_mode))
    return Error{Errc::corrupt, fmt::format("{}: not a regular file", path.string())};
  file.identity_ = Identity::of(status);
  return file;
}

RegularFile::~RegularFile() {
  if (file_ >= 0) ::close(file_);
}

Status RegularFile::read(std::uint64_t offset, std::span<std::byte> to) const {
  while (!to.empty()) {
    const ssize_t got = ::pread(file_, to.data(), to.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error(path_, "read", errno);
    if (got == 0)
      return Error{Errc::corrupt,
                   fmt::format("{}: ends after {} bytes, within what it should hold: the file is "
                               "truncated",
                               path_.string(), offset)};
    offset += static_cast<std::uint64_t>(got);
    to = to.subspan(static_cast<std::size_t>(got));
  }
  return {};
}

}  // namespace grundy::table
