// table/json_text.hpp: JSON documents as text, and small tables of names in them.
#pragma once
#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "table/fields.hpp"

namespace grundy::table {

// Bytes that are no UTF-8 (rules may hold any) become U+FFFD.
std::string to_text(const nlohmann::json& document);

// Errc::corrupt if it is no JSON, or more of it than any file of a table holds.
Result<nlohmann::json> parse_text(std::string_view text);

// The names that a field may hold, and what each stands for.
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
