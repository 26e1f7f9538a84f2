// graph/byte_file.hpp: a file or standard input, read from front to back once.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace grundy::graph {

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

}  // namespace grundy::graph
