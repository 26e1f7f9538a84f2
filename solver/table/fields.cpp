#include "table/fields.hpp"

#include <fmt/format.h>

namespace grundy::table {
namespace {

using nlohmann::json;

const json nothing;

// A value as a message shows it: whole if it is short.
std::string shown(const json& value) {
  constexpr std::size_t most = 60;
  if (value.is_structured()) return value.is_array() ? "a list" : "an object";
  std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
  return text.size() <= most ? text : text.substr(0, most) + "...";
}

bool is_integer_in(const json& value, std::int64_t low, std::int64_t high) {
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX) return false;
  return value.is_number_integer() && value.get<std::int64_t>() >= low &&
         value.get<std::int64_t>() <= high;
}

}  // namespace

Fields::Fields(const json& object, std::string path, Status& error)
    : object_(&object), path_(std::move(path)), error_(&error) {
  if (!object.is_object() && *error_)
    *error_ = Error{Errc::corrupt, fmt::format("{}: {}, expected an object",
                                               path_.empty() ? "top level" : path_, shown(object))};
}

bool Fields::has(std::string_view key) const {
  return object_->is_object() && object_->contains(key);
}

Fields Fields::object(std::string_view key) const {
  return {at(key), path_of(key), *error_};
}

std::vector<Fields> Fields::objects(std::string_view key) const {
  std::vector<Fields> fields;
  if (!at(key).is_array()) reject(key, "a list of objects");
  if (!*error_) return fields;
  for (std::size_t i = 0; i < at(key).size(); ++i)
    fields.emplace_back(at(key)[i], fmt::format("{}[{}]", path_of(key), i), *error_);
  return fields;
}

std::string Fields::text(std::string_view key) const {
  if (!at(key).is_string()) reject(key, "a string");
  return *error_ ? at(key).get<std::string>() : std::string();
}

std::vector<std::string> Fields::texts(std::string_view key) const {
  if (!at(key).is_array()) reject(key, "a list of strings");
  if (*error_)
    for (const json& item : at(key))
      if (!item.is_string()) reject(key, "a list of strings");
  return *error_ ? at(key).get<std::vector<std::string>>() : std::vector<std::string>();
}

std::map<std::string, std::string> Fields::text_map(std::string_view key) const {
  if (!at(key).is_object()) reject(key, "an object of strings");
  if (*error_)
    for (const json& item : at(key))
      if (!item.is_string()) reject(key, "an object of strings");
  std::map<std::string, std::string> texts;
  if (*error_)
    for (const auto& [name, value] : at(key).items()) texts.emplace(name, value.get<std::string>());
  return texts;
}

std::int64_t Fields::integer(std::string_view key, std::int64_t low, std::int64_t high) const {
  if (!is_integer_in(at(key), low, high))
    reject(key, fmt::format("an integer from {} to {}", low, high));
  return *error_ ? at(key).get<std::int64_t>() : 0;
}

std::vector<std::int64_t> Fields::integers(std::string_view key, std::int64_t low,
                                           std::int64_t high) const {
  const std::string expected = fmt::format("a list of integers from {} to {}", low, high);
  if (!at(key).is_array()) reject(key, expected);
  if (*error_)
    for (const json& item : at(key))
      if (!is_integer_in(item, low, high)) reject(key, expected);
  return *error_ ? at(key).get<std::vector<std::int64_t>>() : std::vector<std::int64_t>();
}

std::vector<std::vector<std::int64_t>> Fields::integer_lists(std::string_view key, std::int64_t low,
                                                             std::int64_t high) const {
  const std::string expected = fmt::format("a list of lists of integers from {} to {}", low, high);
  std::vector<std::vector<std::int64_t>> lists;
  if (!at(key).is_array()) reject(key, expected);
  if (!*error_) return lists;
  for (const json& list : at(key)) {
    if (!list.is_array()) reject(key, expected);
    for (const json& item : list)
      if (!is_integer_in(item, low, high)) reject(key, expected);
    if (!*error_) return {};
    lists.push_back(list.get<std::vector<std::int64_t>>());
  }
  return lists;
}

bool Fields::boolean(std::string_view key) const {
  if (!at(key).is_boolean()) reject(key, "true or false");
  return *error_ && at(key).get<bool>();
}

void Fields::expect(std::string_view key, const json& value) const {
  if (at(key) != value) reject(key, value.dump());
}

void Fields::reject(std::string_view key, std::string_view expected) const {
  if (!*error_) return;
  *error_ = Error{Errc::corrupt,
                  fmt::format("{}: {}, expected {}", path_of(key),
                              has(key) ? shown(at(key)) : std::string("missing"), expected)};
}

const json& Fields::at(std::string_view key) const {
  return has(key) ? *object_->find(key) : nothing;
}

std::string Fields::path_of(std::string_view key) const {
  return path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
}

}  // namespace grundy::table
