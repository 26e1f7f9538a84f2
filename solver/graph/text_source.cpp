#include "graph/text_source.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <array>
#include <cassert>
#include <cerrno>
#include <new>
#include <system_error>
#include <utility>

namespace grundy::graph {
namespace {

constexpr std::array gzip_magic{std::byte{0x1f}, std::byte{0x8b}};
constexpr std::array zstd_magic{std::byte{0x28}, std::byte{0xb5}, std::byte{0x2f}, std::byte{0xfd}};

class Plain : public TextSource {
 public:
  explicit Plain(ByteFile file) : file_(std::move(file)) {}
  Result<std::size_t> read(std::span<std::byte> to) override { return file_.read(to); }
  const std::string& name() const noexcept override { return file_.name(); }
  std::uint64_t size() const noexcept override { return file_.size(); }
  std::uint64_t consumed() const noexcept override { return file_.consumed(); }

 protected:
  Error damaged(std::string_view what) const {
    return {Errc::corrupt, fmt::format("{}: {}; {} bytes of it could be read", file_.name(), what,
                                       file_.consumed())};
  }

  ByteFile file_;
};

class Gzip final : public Plain {
 public:
  explicit Gzip(ByteFile file) : Plain(std::move(file)) {
    constexpr int gzip_of_any_window = 16 + 15;
    if (::inflateInit2(&stream_, gzip_of_any_window) != Z_OK) throw std::bad_alloc();
  }
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;
  ~Gzip() override { ::inflateEnd(&stream_); }

  Result<std::size_t> read(std::span<std::byte> to) override {
    stream_.next_out = reinterpret_cast<Bytef*>(to.data());
    stream_.avail_out = static_cast<uInt>(to.size());
    while (stream_.avail_out == to.size()) {
      const auto input = file_.peek();
      if (!input) return input.error();
      if (input->empty()) {
        if (in_member_) return damaged("the gzip data ends too early");
        return std::size_t{0};
      }
      if (Status s = inflate(*input); !s) return s.error();
    }
    return to.size() - stream_.avail_out;
  }

 private:
  Status inflate(std::span<const std::byte> input) {
    // zlib does not write through next_in; its type is older than const.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(input.data()));
    stream_.avail_in = static_cast<uInt>(input.size());
    in_member_ = true;
    const int result = ::inflate(&stream_, Z_NO_FLUSH);
    if (result != Z_OK && result != Z_STREAM_END)
      return damaged(
          fmt::format("damaged gzip data: {}", stream_.msg ? stream_.msg : "zlib cannot go on"));
    file_.take(input.size() - stream_.avail_in);
    if (result == Z_STREAM_END) {
      in_member_ = false;
      ::inflateReset(&stream_);
    }
    return {};
  }

  z_stream stream_{};
  bool in_member_ = false;
};

class Zstd final : public Plain {
 public:
  explicit Zstd(ByteFile file) : Plain(std::move(file)), context_(::ZSTD_createDCtx()) {
    if (!context_) throw std::bad_alloc();
  }

  Result<std::size_t> read(std::span<std::byte> to) override {
    ZSTD_outBuffer out{to.data(), to.size(), 0};
    while (out.pos == 0) {
      const auto input = file_.peek();
      if (!input) return input.error();
      if (input->empty() && !in_frame_) return std::size_t{0};
      ZSTD_inBuffer in{input->data(), input->size(), 0};
      const std::size_t left = ::ZSTD_decompressStream(context_.get(), &out, &in);
      if (::ZSTD_isError(left))
        return damaged(fmt::format("damaged zstd data: {}", ::ZSTD_getErrorName(left)));
      file_.take(in.pos);
      in_frame_ = left != 0;
      if (input->empty() && out.pos == 0) return damaged("the zstd data ends too early");
    }
    return out.pos;
  }

 private:
  struct Free {
    void operator()(ZSTD_DCtx* context) const noexcept { ::ZSTD_freeDCtx(context); }
  };
  std::unique_ptr<ZSTD_DCtx, Free> context_;
  bool in_frame_ = false;
};

template <std::size_t size>
bool starts_with(std::span<const std::byte> bytes, const std::array<std::byte, size>& magic) {
  return bytes.size() >= size && std::equal(magic.begin(), magic.end(), bytes.begin());
}

}  // namespace

Result<std::unique_ptr<TextSource>> TextSource::open(const std::string& path) {
  auto file = ByteFile::open(path);
  if (!file) return file.error();
  const auto start = file->peek(zstd_magic.size());
  if (!start) return start.error();
  const auto text = [&]<class Source>() -> std::unique_ptr<TextSource> {
    return std::make_unique<Source>(*std::move(file));
  };
  if (starts_with(*start, gzip_magic)) return text.template operator()<Gzip>();
  if (starts_with(*start, zstd_magic)) return text.template operator()<Zstd>();
  return text.template operator()<Plain>();
}

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

Status LineBlocks::fill(std::string& block, std::size_t bytes) {
  std::size_t filled = block.size();
  block.resize(filled + bytes);
  while (filled < block.size() && !ended_) {
    const auto got = source_.read(std::as_writable_bytes(std::span(block).subspan(filled)));
    if (!got) return got.error();
    filled += *got;
    read_ += *got;
    ended_ = *got == 0;
  }
  block.resize(filled);
  return {};
}

Status LineBlocks::next(std::string& block) {
  block.assign(rest_);
  rest_.clear();
  std::size_t end = 0;  // of the last line that is there as a whole
  while (!ended_ && end == 0) {
    if (block.size() > longest_line)
      return Error{Errc::corrupt,
                   fmt::format("{}: a line of more than {} bytes: this is no list of edges; "
                               "expected lines such as '3 7'",
                               source_.name(), longest_line)};
    if (Status s = fill(block, next_bytes()); !s) return s;
    end = block.rfind('\n') + 1;
  }
  if (ended_) {
    if (!block.empty() && block.back() != '\n') block += '\n';
    return {};
  }
  rest_.assign(block, end);
  block.resize(end);
  return {};
}

}  // namespace grundy::graph
