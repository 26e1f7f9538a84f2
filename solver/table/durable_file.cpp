#include "table/durable_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace grundy::table {
namespace {

namespace fs = std::filesystem;

Error io_error(const fs::path& path, std::string_view action, int code) {
  return Error{Errc::io, fmt::format("{}: cannot {}: {}", path.string(), action,
                                     std::generic_category().message(code))};
}

// An open file that is closed when it goes; close() is for those who want the result.
class Descriptor {
 public:
  Descriptor(const fs::path& path, int flags)
      : file_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (file_ >= 0) ::close(file_);
  }
  bool is_open() const noexcept { return file_ >= 0; }
  int number() const noexcept { return file_; }
  bool close() noexcept { return ::close(std::exchange(file_, -1)) == 0; }

 private:
  int file_;
};

bool write_all(int file, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

// File systems that cannot reserve space say EOPNOTSUPP; then writing will have to tell.
bool reserve(int file, std::size_t size) {
  if (size == 0 || ::fallocate(file, 0, 0, static_cast<off_t>(size)) == 0) return true;
  return errno == EOPNOTSUPP || errno == ENOSYS;
}

Status write_and_sync(const fs::path& path, std::span<const std::byte> bytes) {
  Descriptor file(path, O_WRONLY | O_CREAT | O_TRUNC);
  if (!file.is_open()) return io_error(path, "create the file", errno);
  if (!reserve(file.number(), bytes.size()))
    return io_error(path, fmt::format("reserve {} bytes", bytes.size()), errno);
  if (!write_all(file.number(), bytes))
    return io_error(path, fmt::format("write {} bytes", bytes.size()), errno);
  if (::fsync(file.number()) != 0) return io_error(path, "fsync", errno);
  if (!file.close()) return io_error(path, "close", errno);
  return {};
}

Status sync_parent(const fs::path& path) {
  const fs::path parent = path.parent_path();
  return sync_directory(parent.empty() ? "." : parent);
}

}  // namespace

Status write_durably(const fs::path& path, std::span<const std::byte> bytes) {
  fs::path temporary = path;
  temporary += ".tmp";
  Status written = write_and_sync(temporary, bytes);
  std::error_code failed;
  if (written) {
    fs::rename(temporary, path, failed);
    if (!failed) return sync_parent(path);
    written = io_error(path, "rename the temporary file to it", failed.value());
  }
  fs::remove(temporary, failed);  // the error to report is the one that brought us here
  return written;
}

Status make_directory_durably(const fs::path& path) {
  std::error_code failed;
  if (!fs::create_directory(path, failed))
    return io_error(path, "make the directory", failed ? failed.value() : EEXIST);
  return sync_parent(path);
}

Status remove_durably(const fs::path& path) {
  std::error_code failed;
  if (fs::remove_all(path, failed) == 0) return {};
  if (failed) return io_error(path, "remove it", failed.value());
  return sync_parent(path);
}

Status sync_directory(const fs::path& path) {
  const Descriptor directory(path, O_RDONLY | O_DIRECTORY);
  if (!directory.is_open()) return io_error(path, "open the directory", errno);
  if (::fsync(directory.number()) != 0) return io_error(path, "fsync the directory", errno);
  return {};
}

}  // namespace grundy::table
