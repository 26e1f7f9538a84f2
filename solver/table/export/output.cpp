#include "table/export/output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <system_error>
#include <utility>

#include "table/durable_file.hpp"

namespace grundy::exports {
namespace {

namespace fs = std::filesystem;

Error refusal(const fs::path& path, std::string_view reason) {
  return Error{Errc::usage, fmt::format("{}: {}", path.string(), reason)};
}

bool is_zarr2_group(const fs::path& path) {
  std::error_code failed;
  return fs::is_regular_file(path / ".zgroup", failed);
}

// Errc::usage if the export must not replace what exists.
Status check_existing(const fs::path& path, Temporary::Kind kind, bool force) {
  std::error_code failed;
  const auto there = fs::status(path, failed);
  if (!fs::exists(there)) return {};
  if (kind == Temporary::Kind::file && !fs::is_regular_file(there))
    return refusal(path,
                   "is there and is no regular file; choose another name (- is standard output)");
  if (kind == Temporary::Kind::zarr2_group && !is_zarr2_group(path))
    return refusal(path, "is there and is no Zarr v2 group; remove it or choose another name");
  if (!force) return refusal(path, "is there already; option `force` replaces it");
  return {};
}

Status sync_file(const fs::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return system_error(path, "open it");
  const bool synced = ::fsync(file) == 0;
  const Status status = synced ? Status() : system_error(path, "fsync");
  ::close(file);
  return status;
}

Status move_to(const fs::path& from, const fs::path& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0)
    return system_error(to, "give the finished export its name");
  return {};
}

}  // namespace

Error system_error(const fs::path& path, const char* action) {
  return Error{Errc::io, fmt::format("{}: cannot {}: {}", path.string(), action,
                                     std::generic_category().message(errno))};
}

Temporary::Temporary(fs::path target, Kind kind)
    : target_(std::move(target)), path_(target_), kind_(kind) {
  path_ += fmt::format(".{}.tmp", ::getpid());
}

Temporary::Temporary(Temporary&& other) noexcept
    : target_(std::move(other.target_)),
      path_(std::exchange(other.path_, fs::path())),
      kind_(other.kind_) {}

Temporary::~Temporary() {
  std::error_code failed;
  if (!path_.empty()) fs::remove_all(path_, failed);
}

Result<Temporary> Temporary::create(fs::path target, Kind kind, bool force) {
  if (!target.has_filename()) target = target.parent_path();
  if (Status s = check_existing(target, kind, force); !s) return s.error();
  return Temporary(std::move(target), kind);
}

Status Temporary::commit() {
  const bool file = kind_ == Kind::file;
  if (Status s = file ? sync_file(path_) : table::sync_directory(path_); !s) return s;
  std::error_code failed;
  const bool replace = !file && fs::exists(target_, failed);
  if (Status s = replace ? replace_directory() : move_to(path_, target_); !s) return s;
  path_.clear();
  const fs::path parent = target_.parent_path();
  return table::sync_directory(parent.empty() ? "." : parent);
}

// A directory cannot be renamed over one that holds something.
Status Temporary::replace_directory() const {
  fs::path old = path_;
  old += ".old";
  if (Status s = move_to(target_, old); !s) return s;
  if (Status s = move_to(path_, target_); !s) {
    std::rename(old.c_str(), target_.c_str());
    return s;
  }
  return table::remove_durably(old);
}

Result<Output> Output::to_file(Temporary file) {
  std::FILE* const stream = std::fopen(file.path().c_str(), "wbe");
  if (stream == nullptr) return system_error(file.target(), "create the file");
  return Output(stream, std::move(file));
}

Output::Output(Output&& other) noexcept
    : stream_(std::exchange(other.stream_, nullptr)), file_(std::move(other.file_)) {}

Output::~Output() {
  if (file_ && stream_ != nullptr) std::fclose(stream_);
}

Error Output::failure() const {
  return system_error(file_ ? file_->target() : "standard output", "write");
}

Status Output::write(std::span<const std::byte> bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), stream_) != bytes.size()) return failure();
  return {};
}

Status Output::commit() {
  if (std::fflush(stream_) != 0) return failure();
  if (!file_) return {};
  if (std::fclose(std::exchange(stream_, nullptr)) != 0) return failure();
  return file_->commit();
}

}  // namespace grundy::exports
