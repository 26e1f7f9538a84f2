// base/json_mistake.hpp: where a text is no valid JSON.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace grundy {

// "ends early, after 812 bytes in line 14: expected the rest of a JSON text, to its last `}`", or
// "is no JSON at byte 17 in line 2". Requires a text that nlohmann's Json::parse refuses.
template <class Json>
std::string json_mistake(std::string_view text) {
  std::size_t bytes = text.size() + 1;
  try {
    [[maybe_unused]] const Json json = Json::parse(text);
  } catch (const typename Json::parse_error& error) {
    bytes = error.byte;
  }
  const std::string_view before = text.substr(0, std::min(bytes - 1, text.size()));
  const auto line = std::ranges::count(before, '\n') + 1;
  if (bytes > text.size())
    return fmt::format(
        "ends early, after {} bytes in line {}: expected the rest of a JSON text, "
        "to its last `}}`",
        text.size(), line);
  return fmt::format("is no JSON at byte {} in line {}", bytes, line);
}

}  // namespace grundy
