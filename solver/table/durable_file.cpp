#include "table/durable_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <system_error>
#include <vector>

namespace grundy::table {
namespace {

namespace fs = std::filesystem;

Error io_error(const fs::path& path, std::string_view action, int code) {
  return Error{Errc::io, fmt::format("{}: cannot {}: {}", path.string(), action,
                                     std::generic_category().message(code))};
}

// The rest of the parts after that many of their bytes were written.
std::span<iovec> left_of(std::span<iovec> parts, std::size_t written) {
  for (; !parts.empty() && written >= parts.front().iov_len; parts = parts.subspan(1))
    written -= parts.front().iov_len;
  if (!parts.empty()) {
    parts.front().iov_base = static_cast<std::byte*>(parts.front().iov_base) + written;
    parts.front().iov_len -= written;
  }
  return parts;
}

bool write_all(int file, std::span<iovec> parts) {
  while (!parts.empty()) {
    const auto at_once = static_cast<int>(std::min<std::size_t>(parts.size(), IOV_MAX));
    const ssize_t written = ::writev(file, parts.data(), at_once);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    parts = left_of(parts, static_cast<std::size_t>(written));
  }
  return true;
}

// File systems that cannot reserve space report EOPNOTSUPP; then a full disk shows in writing.
bool can_hold(int file, std::size_t size) {
  if (size == 0 || ::fallocate(file, 0, 0, static_cast<off_t>(size)) == 0) return true;
  return errno == EOPNOTSUPP || errno == ENOSYS;
}

Status sync_parent(const fs::path& path) {
  const fs::path parent = path.parent_path();
  return sync_directory(parent.empty() ? "." : parent);
}

}  // namespace

fs::path DurableFile::temporary() const {
  fs::path temporary = path_;
  temporary += ".tmp";
  return temporary;
}

Result<DurableFile> DurableFile::create(fs::path path) {
  DurableFile file(std::move(path), -1);
  file.file_ = ::open(file.temporary().c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file.file_ < 0) return io_error(file.path_, "create the file", errno);
  return file;
}

DurableFile::~DurableFile() {
  if (file_ < 0) return;
  ::close(file_);
  ::unlink(temporary().c_str());  // the error to report is an earlier one
}

Status DurableFile::reserve(std::size_t bytes) {
  if (can_hold(file_, bytes)) return {};
  return io_error(path_, fmt::format("reserve {} bytes", bytes), errno);
}

// writev only reads through the pointers, though it takes them as void*.
Status DurableFile::write(std::span<const std::span<const std::byte>> parts) {
  std::vector<iovec> left;
  std::size_t bytes = 0;
  for (const auto& part : parts) {
    left.push_back({const_cast<std::byte*>(part.data()), part.size()});
    bytes += part.size();
  }
  if (write_all(file_, left)) return {};
  return io_error(path_, fmt::format("write {} bytes", bytes), errno);
}

Status DurableFile::commit(Lasting lasting) {
  if (lasting != Lasting::unsure && ::fsync(file_) != 0) return io_error(path_, "fsync", errno);
  const fs::path from = temporary();
  Status renamed;
  if (::close(std::exchange(file_, -1)) != 0)
    renamed = io_error(path_, "close", errno);
  else if (::rename(from.c_str(), path_.c_str()) != 0)
    renamed = io_error(path_, "rename the temporary file to it", errno);
  if (renamed) return lasting == Lasting::name ? sync_parent(path_) : renamed;
  ::unlink(from.c_str());
  return renamed;
}

Status write_durably(const fs::path& path, std::span<const std::byte> bytes, Lasting lasting) {
  auto file = DurableFile::create(path);
  if (!file) return file.error();
  if (Status s = file->reserve(bytes.size()); !s) return s;
  if (Status s = file->write(bytes); !s) return s;
  return file->commit(lasting);
}

Status make_directory(const fs::path& path) {
  std::error_code failed;
  if (fs::create_directory(path, failed)) return {};
  return io_error(path, "make the directory", failed ? failed.value() : EEXIST);
}

Status make_directory_durably(const fs::path& path) {
  if (Status made = make_directory(path); !made) return made;
  return sync_parent(path);
}

Status remove_file(const fs::path& path) {
  std::error_code failed;
  fs::remove(path, failed);
  if (failed) return io_error(path, "remove it", failed.value());
  return {};
}

Status remove_durably(const fs::path& path) {
  std::error_code failed;
  if (fs::remove_all(path, failed) == 0) return {};
  if (failed) return io_error(path, "remove it", failed.value());
  return sync_parent(path);
}

Status sync_directory(const fs::path& path) {
  const int directory = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return io_error(path, "open the directory", errno);
  const int failed = ::fsync(directory) != 0 ? errno : 0;
  ::close(directory);
  if (failed != 0) return io_error(path, "fsync the directory", failed);
  return {};
}

}  // namespace grundy::table
