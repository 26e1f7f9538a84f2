#include "server/ranges.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

#include "server/conditions.hpp"

namespace grundy::server {
namespace {

// Numbers too large for 64 bits lie behind the end of every file, as the largest of these does.
std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [read, failure] = std::from_chars(text.data(), end, value);
  if (failure == std::errc::invalid_argument || read != end) return std::nullopt;
  if (failure == std::errc::result_out_of_range) return std::numeric_limits<std::uint64_t>::max();
  return value;
}

// Whether the file is still what the client has parts of.
bool is_same(const http::Request& request, std::string_view tag, std::int64_t changed) {
  const auto known = request.field("if-range");
  if (!known) return true;
  if (known->find('"') != std::string::npos) return names_tag(*known, tag, /*strongly=*/true);
  return seconds_of(*known) == changed;
}

}  // namespace

Range range_of(const http::Request& request, std::uint64_t size, std::string_view tag,
               std::int64_t changed) {
  const Range whole{true, false, 0, size};
  constexpr std::string_view unit = "bytes=";
  const auto field = request.field("range");
  if (!field || request.method != "GET" ||
      http::small_letters(field->substr(0, unit.size())) != unit || !is_same(request, tag, changed))
    return whole;
  const std::string_view text = http::without_blanks(std::string_view(*field).substr(unit.size()));
  const auto dash = text.find('-');
  if (dash == std::string_view::npos || text.find(',') != std::string_view::npos) return whole;
  const auto first = number(text.substr(0, dash));
  const auto last = number(text.substr(dash + 1));
  if ((!first && dash != 0) || (!last && dash + 1 != text.size()) || (!first && !last) ||
      (first && last && *last < *first))
    return whole;
  if (!first) {
    const std::uint64_t length = std::min(*last, size);
    return {length > 0, true, size - length, length};
  }
  if (*first >= size) return {false, false, 0, 0};
  const std::uint64_t end = last ? std::min(*last, size - 1) : size - 1;
  return {true, true, *first, end - *first + 1};
}

}  // namespace grundy::server
