#include "table/json_text.hpp"

#include "base/json_mistake.hpp"

namespace grundy::table {

namespace {

// Those of the largest table of ours are the 65,536 entries of its histogram and some dozens.
constexpr std::size_t most_values = std::size_t{1} << 18;

// At most so many values stand in the text, if it is JSON at all: a few bytes each are a hundred
// when parsed.
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

}  // namespace

using nlohmann::json;

std::string to_text(const json& document) {
  return document.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

// To the parser a byte 0 is the end of the text, whatever follows it.
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

}  // namespace grundy::table
