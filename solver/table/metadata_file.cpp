#include "table/metadata_file.hpp"

#include <fmt/format.h>

#include <span>

#include "table/regular_file.hpp"

namespace grundy::table {

Result<std::string> read_metadata(const std::filesystem::path& path) {
  const auto file = RegularFile::open(path);
  if (!file) return file.error();
  if (file->size() > most_metadata_bytes)
    return Error{Errc::corrupt, fmt::format("{}: {} bytes, metadata has at most {}", path.string(),
                                            file->size(), most_metadata_bytes)};
  std::string text(static_cast<std::size_t>(file->size()), '\0');
  if (const Status read = file->read(0, std::as_writable_bytes(std::span(text))); !read)
    return read.error();
  return text;
}

}  // namespace grundy::table
