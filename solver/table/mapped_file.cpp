#include "table/mapped_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace grundy::table {
namespace {

Error open_error(const std::filesystem::path& path, int code) {
  return Error{code == ENOENT || code == ENOTDIR ? Errc::corrupt : Errc::io,
               fmt::format("{}: cannot open the file: {}", path.string(),
                           std::generic_category().message(code))};
}

}  // namespace

Result<MappedFile> MappedFile::open(const std::filesystem::path& path) {
  // O_NONBLOCK: a FIFO in the place of a shard must not keep us waiting for its writer.
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return open_error(path, errno);
  struct stat status {};
  if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
    ::close(file);
    return Error{Errc::corrupt, fmt::format("{}: not a regular file", path.string())};
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  void* memory = size == 0 ? nullptr : ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
  const int failed = errno;
  ::close(file);
  if (memory == MAP_FAILED) return open_error(path, failed);
  return MappedFile({static_cast<const std::byte*>(memory), size});
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

}  // namespace grundy::table
