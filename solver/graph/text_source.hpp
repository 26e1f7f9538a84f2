// graph/text_source.hpp: the text of a file that may be compressed, in blocks of whole lines.
//
// Plain, gzip (RFC 1952) and zstd (RFC 8878) are distinguished by their first bytes, whatever the
// file's name. Files of several gzip members or zstd frames are their texts one after another.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace grundy::graph {

// One thread reads; any may ask how far it has come.
class TextSource {
 public:
  // "-" is standard input. Errc::io if it cannot be read.
  static Result<std::unique_ptr<TextSource>> open(const std::string& path);
  TextSource(const TextSource&) = delete;
  TextSource& operator=(const TextSource&) = delete;
  virtual ~TextSource() = default;

  // The next bytes of the text; 0: it has ended. Errc::corrupt if compressed data is damaged or cut
  // off, Errc::io if the system refuses.
  virtual Result<std::size_t> read(std::span<std::byte> to) = 0;

  // For messages.
  virtual const std::string& name() const noexcept = 0;
  // Bytes of the file, as compressed as it is: all (0 where that is not known), and those read.
  virtual std::uint64_t size() const noexcept = 0;
  virtual std::uint64_t consumed() const noexcept = 0;

 protected:
  TextSource() = default;
};

// A file or standard input, read from front to back once.

// One thread reads; any may ask how far it has come.
class ByteFile {
 public:
  // "-" is standard input. Errc::io if it cannot be read.
  static Result<ByteFile> open(const std::string& path);
  ByteFile(ByteFile&& other) noexcept;
  ByteFile& operator=(ByteFile&&) = delete;
  ~ByteFile();

  // For messages.
  const std::string& name() const noexcept { return name_; }
  // Bytes; 0 where that is not known.
  std::uint64_t size() const noexcept { return size_; }
  std::uint64_t consumed() const noexcept { return consumed_; }

  // The next bytes, at least `least` of them unless the file ends before: what was not yet taken.
  Result<std::span<const std::byte>> peek(std::size_t least = 1);
  void take(std::size_t bytes) noexcept;
  // Copies the next bytes and takes them. 0: the file has ended.
  Result<std::size_t> read(std::span<std::byte> to);

 private:
  ByteFile(std::string name, int file, std::uint64_t size);
  Result<std::size_t> read_system(std::span<std::byte> to) const;

  std::string name_;
  int file_;  // -1: nothing to close
  std::uint64_t size_;
  std::atomic<std::uint64_t> consumed_{0};
  std::vector<std::byte> buffer_;
  std::size_t begin_ = 0;  // what was not yet taken of it
  std::size_t end_ = 0;
};

// A text in blocks of whole lines, which threads may then scan apart.

class LineBlocks {
 public:
  // No line of edges comes near this; what has longer ones is no text.
  static constexpr std::size_t longest_line = std::size_t{1} << 20;
  // Blocks grow with what was read: many for a short text, few for a long one.
  static constexpr std::size_t least_block = std::size_t{1} << 18;
  static constexpr std::size_t largest_block = std::size_t{1} << 21;
  static constexpr std::size_t read_a_block = 16;  // blocks

  // The source outlives the object.
  explicit LineBlocks(TextSource& source) : source_(source) {}

  // The next block is not longer, unless a single line is.
  std::size_t next_bytes() const noexcept {
    return std::clamp(read_ / read_a_block, least_block, largest_block);
  }

  // Replaces `block`, whose memory it uses again, by the next lines, each with its line feed, the
  // last line of the text too, whether it had one or not. Empty: the text has ended. Errors: those
  // of the source, and Errc::corrupt for a line that is too long.
  Status next(std::string& block);

 private:
  // Appends up to `bytes` of the text.
  Status fill(std::string& block, std::size_t bytes);

  TextSource& source_;
  std::string rest_;  // the beginning of a line
  std::size_t read_ = 0;
  bool ended_ = false;
};

}  // namespace grundy::graph
