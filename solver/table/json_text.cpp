#include "table/json_text.hpp"

#include "base/json_mistake.hpp"

namespace grundy::table {
namespace {

using nlohmann::json;

// Our largest documents have the 65,536 entries of a histogram and some dozens more.
constexpr std::size_t most_values = std::size_t{1} << 18;

// An upper bound of the number of values in the text, if it is JSON at all. A value of a few bytes
// takes a hundred when parsed, so they are counted before.
std::size_t most_values_of(std::string_view text) {
  std::size_t values = 1;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '\\')
      ++i;
    else if (c == '"')
      quoted = !quoted;
    else if (!quoted && (c == ',' || c == '[' || c == '{'))
      ++values;
  }
  return values;
}

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

std::string to_text(const json& document) {
  return document.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

// The parser takes a byte 0 for the end of the text, whatever follows it.
Result<json> parse_text(std::string_view text) {
  if (text.find('\0') != std::string_view::npos)
    return Error{Errc::corrupt, "a byte 0 in a JSON text"};
  if (most_values_of(text) > most_values)
    return Error{Errc::corrupt, fmt::format("more than {} values in a JSON text", most_values)};
  json document = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (document.is_discarded())
    return Error{Errc::corrupt, fmt::format("not a JSON text: it {}", json_mistake<json>(text))};
  return document;
}

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
