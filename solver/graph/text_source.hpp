// graph/text_source.hpp: the text of a file that may be compressed.
//
// Plain, gzip (RFC 1952) and zstd (RFC 8878) are told apart by their first bytes, whatever the
// file's name. Files of several gzip members or zstd frames are their texts one after another.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

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

}  // namespace grundy::graph
