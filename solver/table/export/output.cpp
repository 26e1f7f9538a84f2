#include "table/export/output.hpp"

#include <utility>

namespace grundy::exports {

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
