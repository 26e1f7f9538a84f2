// table/metadata.hpp: the texts of a table's zarr.json files <-> what they say.
//
// The root's zarr.json is a group whose attributes are a TableInfo; each array's is an ArrayFormat.
// docs/table-format.md lists every field. The parsers read texts that anyone may have written:
// every field is checked. A field that is missing, of the wrong type or out of range is
// Errc::corrupt with its path and what was expected. Messages do not name the file.
#pragma once
#include <map>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "table/array_format.hpp"
#include "table/info.hpp"

namespace grundy::table {

// Grows when readers of an older version could misread a table.
inline constexpr std::int64_t format_version = 3;
inline constexpr std::int64_t oldest_format_version = 2;

// The checksum (table/metadata_file.hpp) is left as zeros, for it needs the arrays' texts. Where
// these are given, by name, they become consolidated metadata, for clients that cannot list a
// folder.
std::string group_text(const TableInfo& info,
                       const std::map<std::string, std::string>& array_texts = {});
Result<TableInfo> parse_group(std::string_view text);

// Whether this is the root of a Grundy table, of any version and however damaged otherwise.
bool names_our_format(std::string_view text);

std::string array_text(const ArrayFormat& format);
// `expected` gives what the table's attributes determine: dimensions and box must agree; name and
// sorted axes are copied from it.
Result<ArrayFormat> parse_array(std::string_view text, const ArrayFormat& expected);

// The text of `unfinished.json` in the directory of an unfinished table.
std::string spec_text(const TableSpec& spec);
Result<TableSpec> parse_spec(std::string_view text);

}  // namespace grundy::table
