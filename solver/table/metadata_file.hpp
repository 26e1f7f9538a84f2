// table/metadata_file.hpp: reading the small JSON files of a table, and their common checksum.
//
// Anyone may have written these files, so their size is checked before they are read.
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "table/files.hpp"
#include "table/info.hpp"

namespace grundy::table {

// More than any table of ours needs: rules have at most 4 MiB, 24 MiB where each byte is escaped.
inline constexpr std::uint64_t most_metadata_bytes = std::uint64_t{32} << 20;

struct MetadataFile {
  std::string text;
  RegularFile::Identity identity;
};

// The whole file. Errc::corrupt if there is no such regular file or if it is larger than
// most_metadata_bytes, Errc::io if the system refuses.
Result<MetadataFile> read_metadata(const Folder& folder, const std::filesystem::path& name);
Result<std::string> read_metadata(const std::filesystem::path& path);

// Errc::corrupt unless the file is still the one that was read. A writer that replaces a table
// removes the old metadata first, so files opened before this check succeeded belong to it.
Status check_unchanged(const Folder& folder, const std::filesystem::path& name,
                       const RegularFile::Identity& identity);

// One checksum covers all zarr.json files of a table; shards carry their own. The group's attribute
// metadata_crc32c holds 8 hexadecimal digits: the CRC-32C of the text of the group's zarr.json,
// with these digits taken as zeros, followed by the texts of the arrays' zarr.json in alphabetical
// order of the arrays' names. Readers do not check it, so that other tools may add attributes;
// `grundy verify` does.

inline constexpr const char* checksum_key = "metadata_crc32c";
inline constexpr const char* no_checksum = "00000000";

// The digits in the text of a group's zarr.json; nothing if the attribute is not there.
std::optional<std::string> stored_checksum(const std::string& group_text);

// The text with these digits, 8 of them, instead. Requires stored_checksum(group_text).
std::string with_checksum(std::string group_text, const std::string& digits);

// The texts of the arrays' zarr.json under `table`, by name.
Result<std::map<std::string, std::string>> read_array_texts(const std::filesystem::path& table,
                                                            const TableSpec& spec);

// The digits as they should be. Reads the arrays' zarr.json under `table`.
Result<std::string> metadata_checksum(const std::filesystem::path& table, const TableSpec& spec,
                                      const std::string& group_text);

}  // namespace grundy::table
