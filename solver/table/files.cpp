#include "table/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace grundy::table {
namespace {

// A name that leads nowhere means that a part of the table is missing.
Errc code_of(int failure) {
  return failure == ENOENT || failure == ENOTDIR || failure == ELOOP ? Errc::corrupt : Errc::io;
}

Error system_error(const std::filesystem::path& path, std::string_view action, int code) {
  return Error{code_of(code), fmt::format("{}: cannot {} the file: {}", path.string(), action,
                                          std::generic_category().message(code))};
}

}  // namespace

struct Folder::Descriptor {
  explicit Descriptor(int opened) : number(opened) {}
  Descriptor(const Descriptor&) = delete;
  ~Descriptor() { ::close(number); }

  const int number;
};

Result<Folder> Folder::pin(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) {
    const bool is_missing = errno == ENOENT || errno == ENOTDIR || errno == ELOOP;
    return Error{is_missing ? Errc::corrupt : Errc::io,
                 fmt::format("{}: cannot open the directory: {}", path.string(),
                             std::generic_category().message(errno))};
  }
  Folder folder(path);
  folder.pinned_ = std::make_shared<const Descriptor>(descriptor);
  return folder;
}

Folder Folder::operator/(const std::filesystem::path& name) const {
  Folder inner(path_ / name);
  inner.pinned_ = pinned_;
  inner.within_ = within_ / name;
  return inner;
}

int Folder::open_file(const std::filesystem::path& name, int flags) const {
  if (!pinned_) return ::open((path_ / name).c_str(), flags);
  return ::openat(pinned_->number, (within_ / name).c_str(), flags);
}

RegularFile::Identity RegularFile::Identity::of(const struct stat& status) noexcept {
  return {status.st_dev, status.st_ino, static_cast<std::uint64_t>(status.st_size),
          status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
}

Result<RegularFile> RegularFile::open(const Folder& folder, const std::filesystem::path& name) {
  const auto path = folder.path() / name;
  // O_NONBLOCK: opening a FIFO in the place of a shard must not wait for its writer.
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

Result<MappedFile> MappedFile::open(const Folder& folder, const std::filesystem::path& name) {
  const auto file = RegularFile::open(folder, name);
  if (!file) return file.error();
  const auto size = static_cast<std::size_t>(file->size());
  if (size == 0) return MappedFile({});
  void* const memory = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file->descriptor(), 0);
  if (memory == MAP_FAILED)
    return Error{Errc::io,
                 fmt::format("{}: cannot map the file: {}", (folder.path() / name).string(),
                             std::generic_category().message(errno))};
  return MappedFile({static_cast<const std::byte*>(memory), size});
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

}  // namespace grundy::table
