#include "table/metadata_file.hpp"

#include <fmt/format.h>

#include <span>
#include <utility>
#include <vector>

#include "table/array_format.hpp"
#include "table/codec.hpp"
#include "table/table_directory.hpp"

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

namespace {

constexpr std::size_t digits_count = 8;

// Where the digits begin, or npos. No string in the text can hold what is searched for: its quotes
// would be escaped.
std::size_t place_of_digits(const std::string& text) {
  const std::string before = fmt::format(R"("{}": ")", checksum_key);
  const std::size_t at = text.find(before);
  const std::size_t digits = at + before.size();
  const bool whole = at != std::string::npos && text.size() > digits + digits_count &&
                     text[digits + digits_count] == '"';
  return whole ? digits : std::string::npos;
}

std::vector<std::string> array_names(const TableSpec& spec) {
  std::vector<std::string> names;
  for (const Quantity quantity : arrays_of(spec)) names.emplace_back(to_string(quantity));
  if (has_section(spec)) names.push_back(section_format(spec).name);
  return names;
}

}  // namespace

std::optional<std::string> stored_checksum(const std::string& group_text) {
  const std::size_t digits = place_of_digits(group_text);
  if (digits == std::string::npos) return std::nullopt;
  return group_text.substr(digits, digits_count);
}

std::string with_checksum(std::string group_text, const std::string& digits) {
  return group_text.replace(place_of_digits(group_text), digits_count, digits);
}

Result<std::map<std::string, std::string>> read_array_texts(const std::filesystem::path& table,
                                                            const TableSpec& spec) {
  std::map<std::string, std::string> texts;
  for (const std::string& name : array_names(spec)) {
    auto text = read_metadata(table / name / metadata_name);
    if (!text) return text.error();
    texts.emplace(name, *std::move(text));
  }
  return texts;
}

Result<std::string> metadata_checksum(const std::filesystem::path& table, const TableSpec& spec,
                                      const std::string& group_text) {
  std::string all = with_checksum(group_text, no_checksum);
  const auto texts = read_array_texts(table, spec);
  if (!texts) return texts.error();
  for (const auto& [name, text] : *texts) all += text;
  return fmt::format("{:08x}", crc32c(std::as_bytes(std::span(all))));
}

}  // namespace grundy::table
