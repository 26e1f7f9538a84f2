// table/checksum.hpp: one checksum over all the metadata of a table.
//
// Shards carry checksums of their own; this is that of the zarr.json files. The group's attribute
// metadata_crc32c holds 8 hexadecimal digits: the CRC-32C of the text of the group's zarr.json,
// with these digits taken as zeros, followed by the texts of the arrays' zarr.json in alphabetical
// order of the arrays' names. Readers do not check it, so that other tools may add attributes;
// `grundy verify` does.
#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "table/info.hpp"

namespace grundy::table {

inline constexpr const char* checksum_key = "metadata_crc32c";
inline constexpr const char* no_checksum = "00000000";

// The digits in the text of a group's zarr.json; nothing if they are not where they should be.
std::optional<std::string> stored_checksum(const std::string& group_text);

// The text with other digits. Requires stored_checksum(group_text).
std::string with_checksum(std::string group_text, const std::string& digits);

// The texts of the arrays' zarr.json under `table`, by name.
Result<std::map<std::string, std::string>> read_array_texts(const std::filesystem::path& table,
                                                            const TableSpec& spec);

// What the digits should be: reads the arrays' zarr.json under `table`.
Result<std::string> metadata_checksum(const std::filesystem::path& table, const TableSpec& spec,
                                      const std::string& group_text);

}  // namespace grundy::table
