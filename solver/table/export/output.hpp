// table/export/output.hpp: where the bytes of a format that is written from front to back go.
//
// Either a file, which gets its name when it is whole, or a stream that somebody else owns.
#pragma once
#include <cstddef>
#include <cstdio>
#include <optional>
#include <span>
#include <string_view>

#include "base/error.hpp"
#include "table/export/temporary.hpp"

namespace grundy::exports {

class Output {
 public:
  static Result<Output> to_file(Temporary file);
  static Output to_stream(std::FILE* stream) { return Output(stream, std::nullopt); }
  Output(Output&& other) noexcept;
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  Output& operator=(Output&&) = delete;
  ~Output();

  // Errc::io if the system refuses.
  Status write(std::span<const std::byte> bytes);
  Status write(std::string_view text) { return write(std::as_bytes(std::span(text))); }

  // Flushes everything; a file gets its name.
  Status commit();

 private:
  Output(std::FILE* stream, std::optional<Temporary> file)
      : stream_(stream), file_(std::move(file)) {}
  Error failure() const;

  std::FILE* stream_;
  std::optional<Temporary> file_;  // if the stream is ours
};

}  // namespace grundy::exports
