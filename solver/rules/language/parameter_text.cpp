#include "rules/language/parameter_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <optional>

#include "rules/language/utf8.hpp"

namespace grundy::rules {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::optional<std::int64_t> integer(std::string_view text) {
  text = trimmed(text);
  std::int64_t value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<std::vector<std::int64_t>> integers(std::string_view text) {
  std::vector<std::int64_t> values;
  while (true) {
    const auto comma = text.find(',');
    const auto value = integer(text.substr(0, comma));
    if (!value) return std::nullopt;
    values.push_back(*value);
    if (comma == std::string_view::npos) return values;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace

std::string to_string(const ParameterValue& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  return fmt::format("{{{}}}", fmt::join(std::get<std::vector<std::int64_t>>(value), ", "));
}

Result<std::pair<std::string, ParameterValue>> parse_override(std::string_view text) {
  const Error bad{Errc::usage,
                  fmt::format("'{}' is not a parameter; write for example m=3 or S=2,5", text)};
  const auto equals = text.find('=');
  if (equals == std::string_view::npos) return bad;
  const std::string name(trimmed(text.substr(0, equals)));
  std::string_view value = trimmed(text.substr(equals + 1));
  const bool braces = value.size() >= 2 && value.front() == '{' && value.back() == '}';
  if (braces) value = value.substr(1, value.size() - 2);
  const auto members = integers(value);
  if (name.empty() || !members) return bad;
  if (!braces && members->size() == 1) return std::pair{name, ParameterValue(members->front())};
  return std::pair{name, ParameterValue(*members)};
}

Status add_override(Parameters& overrides, std::string_view text) {
  auto parameter = parse_override(text);
  if (!parameter) return parameter.error();
  const auto [there, added] = overrides.insert(*parameter);
  if (added) return {};
  return Error{Errc::usage, fmt::format("the parameter `{}` is given twice, as {} and as {}; "
                                        "leave one of them out",
                                        excerpt(parameter->first), to_string(there->second),
                                        to_string(parameter->second))};
}

Result<Parameters> parse_overrides(std::string_view text) {
  Parameters overrides;
  while (!trimmed(text).empty()) {
    const auto semicolon = text.find(';');
    if (Status s = add_override(overrides, text.substr(0, semicolon)); !s) return s.error();
    if (semicolon == std::string_view::npos) break;
    text.remove_prefix(semicolon + 1);
  }
  return overrides;
}

}  // namespace grundy::rules
