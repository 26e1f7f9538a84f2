#include "table/folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace grundy::table {

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

}  // namespace grundy::table
