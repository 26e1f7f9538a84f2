// table/export/temporary.hpp: a file or directory that gets its name when it is whole.
//
// It is made as NAME.PID.tmp beside NAME and renamed at the end, so that nobody
// ever sees half of it; whatever goes wrong before, it is removed. What is
// there under the name is replaced only by force, and never if it is
// something that an export could not have made.
#pragma once
#include <filesystem>

#include "base/error.hpp"

namespace grundy::exports {

class Temporary {
 public:
  enum class Kind : std::uint8_t { file, zarr2_group };

  // Makes nothing yet. Errc::usage if `target` is there and must not be replaced.
  static Result<Temporary> create(std::filesystem::path target, Kind kind, bool force);
  Temporary(Temporary&& other) noexcept;
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  Temporary& operator=(Temporary&&) = delete;
  ~Temporary();

  // What to make.
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

// "PATH: cannot ACTION: REASON", the reason being that of errno.
Error system_error(const std::filesystem::path& path, const char* action);

}  // namespace grundy::exports
