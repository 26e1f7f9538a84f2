#include "table/metadata_file.hpp"

#include <fmt/format.h>

#include <span>
#include <utility>

namespace grundy::table {

Result<MetadataFile> read_metadata(const Folder& folder, const std::filesystem::path& name) {
  const auto file = RegularFile::open(folder, name);
  if (!file) return file.error();
  if (file->size() > most_metadata_bytes)
    return Error{Errc::corrupt,
                 fmt::format("{}: {} bytes, metadata has at most {}",
                             (folder.path() / name).string(), file->size(), most_metadata_bytes)};
  std::string text(static_cast<std::size_t>(file->size()), '\0');
  if (const Status read = file->read(0, std::as_writable_bytes(std::span(text))); !read)
    return read.error();
  return MetadataFile{std::move(text), file->identity()};
}

Result<std::string> read_metadata(const std::filesystem::path& path) {
  auto file = read_metadata(path.parent_path(), path.filename());
  if (!file) return file.error();
  return std::move(file->text);
}

Status check_unchanged(const Folder& folder, const std::filesystem::path& name,
                       const RegularFile::Identity& identity) {
  const auto file = RegularFile::open(folder, name);
  if (!file) return file.error();
  if (file->identity() == identity) return {};
  return Error{Errc::corrupt, fmt::format("{}: was changed or exchanged while the table is open",
                                          (folder.path() / name).string())};
}

}  // namespace grundy::table
