#include "graph/byte_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <system_error>
#include <utility>

namespace grundy::graph {
namespace {

constexpr std::size_t buffer_bytes = 1 << 18;

Error io_error(const std::string& name, int code) {
  return {Errc::io,
          fmt::format("{}: cannot be read: {}", name, std::generic_category().message(code))};
}

}  // namespace

Result<ByteFile> ByteFile::open(const std::string& path) {
  const bool standard_input = path == "-";
  const int file = standard_input ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return io_error(path, errno);
  struct stat status {};
  const bool sized = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
  return ByteFile(standard_input ? "standard input" : path, file,
                  sized ? static_cast<std::uint64_t>(status.st_size) : 0);
}

ByteFile::ByteFile(std::string name, int file, std::uint64_t size)
    : name_(std::move(name)), file_(file), size_(size), buffer_(buffer_bytes) {}

ByteFile::ByteFile(ByteFile&& other) noexcept
    : name_(std::move(other.name_)),
      file_(std::exchange(other.file_, -1)),
      size_(other.size_),
      consumed_(other.consumed_.load()),
      buffer_(std::move(other.buffer_)),
      begin_(other.begin_),
      end_(other.end_) {}

ByteFile::~ByteFile() {
  if (file_ > STDIN_FILENO) ::close(file_);
}

Result<std::size_t> ByteFile::read_system(std::span<std::byte> to) const {
  while (true) {
    const ssize_t got = ::read(file_, to.data(), to.size());
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR) return io_error(name_, errno);
  }
}

Result<std::span<const std::byte>> ByteFile::peek(std::size_t least) {
  assert(least <= buffer_.size());
  if (end_ - begin_ < least) {
    std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
              buffer_.begin() + static_cast<std::ptrdiff_t>(end_), buffer_.begin());
    end_ -= std::exchange(begin_, 0);
  }
  while (end_ - begin_ < least) {
    const auto got = read_system(std::span(buffer_).subspan(end_));
    if (!got) return got.error();
    if (*got == 0) break;
    end_ += *got;
  }
  return std::span<const std::byte>(buffer_).subspan(begin_, end_ - begin_);
}

void ByteFile::take(std::size_t bytes) noexcept {
  assert(bytes <= end_ - begin_);
  begin_ += bytes;
  consumed_ += bytes;
}

Result<std::size_t> ByteFile::read(std::span<std::byte> to) {
  if (begin_ == end_) {
    const auto got = read_system(to);
    if (got) consumed_ += *got;
    return got;
  }
  const std::size_t copied = std::min(to.size(), end_ - begin_);
  std::copy_n(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_), copied, to.begin());
  take(copied);
  return copied;
}

}  // namespace grundy::graph
