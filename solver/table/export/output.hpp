// table/export/output.hpp: where exports go: a file or directory that gets its name when it is
// whole (Temporary), or bytes from front to back, to a file or a stream (Output).
#pragma once
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>

#include "base/error.hpp"

namespace grundy::exports {

// A file or directory that gets its name when it is whole. It is made as NAME.PID.tmp beside NAME
// and renamed at the end, so that no reader sees a part of it. If anything goes wrong before, it is
// removed. An existing NAME is replaced only by force, and never if an export could not have made
// it.
class Temporary {
 public:
  enum class Kind : std::uint8_t { file, zarr2_group };

  // Makes nothing yet. Errc::usage if `target` exists and must not be replaced.
  static Result<Temporary> create(std::filesystem::path target, Kind kind, bool force);
  Temporary(Temporary&& other) noexcept;
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  Temporary& operator=(Temporary&&) = delete;
  ~Temporary();

  // What the caller must make; and the name that it gets in the end.
  const std::filesystem::path& path() const noexcept { return path_; }
  const std::filesystem::path& target() const noexcept { return target_; }

  // Makes it durable and gives it its name. Errc::io if the system refuses.
  Status commit();

 private:
  Temporary(std::filesystem::path target, Kind kind);
  Status replace_directory() const;

  std::filesystem::path target_;
  std::filesystem::path path_;  // empty: nothing to remove
  Kind kind_;
};

// "PATH: cannot ACTION: REASON", with the reason of errno.
Error system_error(const std::filesystem::path& path, const char* action);

// Where the bytes of a format that is written from front to back go.
class Output {
 public:
  // The stream stays the caller's.
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

  // Flushes everything; a file gets its name. Errc::io if the system refuses.
  Status commit();

 private:
  Output(std::FILE* stream, std::optional<Temporary> file)
      : stream_(stream), file_(std::move(file)) {}
  Error failure() const;

  std::FILE* stream_;
  std::optional<Temporary> file_;  // of to_file(): then the stream is closed here
};

}  // namespace grundy::exports
