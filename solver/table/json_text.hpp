// table/json_text.hpp: JSON documents as text, and reading their fields.
//
// The texts may have been written by anyone: nothing here relies on their contents.
#pragma once
#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"

namespace grundy::table {

// Indented, with a line feed at the end. Bytes that are no UTF-8 (rules may hold any) become
// U+FFFD.
std::string to_text(const nlohmann::json& document);

// Errc::corrupt if the text is no JSON, or holds more values than any file of a table.
Result<nlohmann::json> parse_text(std::string_view text);

// Reads the fields of a JSON object.
//
// The first field that is missing or wrong sets the error, Errc::corrupt with the field's path;
// from then on every read returns an empty value. So a parser reads all its fields and checks the
// error once, at the end or before it relies on a value.
class Fields {
 public:
  // `object` and `error`, which objects within this one share, must outlive this.
  Fields(const nlohmann::json& object, std::string path, Status& error);

  bool has(std::string_view key) const;
  Fields object(std::string_view key) const;
  std::vector<Fields> objects(std::string_view key) const;
  std::string text(std::string_view key) const;
  std::vector<std::string> texts(std::string_view key) const;
  std::map<std::string, std::string> text_map(std::string_view key) const;
  std::int64_t integer(std::string_view key, std::int64_t low, std::int64_t high) const;
  std::vector<std::int64_t> integers(std::string_view key, std::int64_t low,
                                     std::int64_t high) const;
  std::vector<std::vector<std::int64_t>> integer_lists(std::string_view key, std::int64_t low,
                                                       std::int64_t high) const;
  bool boolean(std::string_view key) const;

  // Sets the error unless the field is exactly this.
  void expect(std::string_view key, const nlohmann::json& value) const;
  // Sets the error: the field is not what was expected.
  void reject(std::string_view key, std::string_view expected) const;

 private:
  const nlohmann::json& at(std::string_view key) const;
  std::string path_of(std::string_view key) const;

  const nlohmann::json* object_;
  std::string path_;
  Status* error_;
};

// The names that a field may hold, and the value of each.
template <class Value, std::size_t count>
using Names = std::array<std::pair<std::string_view, Value>, count>;

template <class Value, std::size_t count>
std::string name_of(const Names<Value, count>& names, Value value) {
  for (const auto& [name, named] : names)
    if (named == value) return std::string(name);
  return {};
}

template <class Value, std::size_t count>
Value value_of(const Names<Value, count>& names, const Fields& fields, std::string_view key) {
  const std::string found = fields.text(key);
  std::string expected;
  for (const auto& [name, value] : names) {
    if (name == found) return value;
    expected += fmt::format("{}\"{}\"", expected.empty() ? "" : " or ", name);
  }
  fields.reject(key, expected);
  return names.front().second;
}

}  // namespace grundy::table
