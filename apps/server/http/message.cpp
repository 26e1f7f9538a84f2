#include "server/http/message.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>

namespace grundy::http {
namespace {

constexpr std::array<std::pair<int, std::string_view>, 27> reasons{{
    {200, "OK"},
    {204, "No Content"},
    {206, "Partial Content"},
    {301, "Moved Permanently"},
    {304, "Not Modified"},
    {400, "Bad Request"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {406, "Not Acceptable"},
    {408, "Request Timeout"},
    {411, "Length Required"},
    {412, "Precondition Failed"},
    {413, "Content Too Large"},
    {414, "URI Too Long"},
    {415, "Unsupported Media Type"},
    {416, "Range Not Satisfiable"},
    {417, "Expectation Failed"},
    {421, "Misdirected Request"},
    {422, "Unprocessable Content"},
    {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"},
    {501, "Not Implemented"},
    {503, "Service Unavailable"},
    {504, "Gateway Timeout"},
    {505, "HTTP Version Not Supported"},
    {507, "Insufficient Storage"},
}};

}  // namespace

std::optional<std::string> Request::field(std::string_view name) const {
  std::optional<std::string> found;
  for (const Field& field : fields)
    if (field.name == name) found = found ? *found + ", " + field.value : field.value;
  return found;
}

std::optional<std::string> Request::parameter(std::string_view name) const {
  for (const auto& [key, value] : query)
    if (key == name) return value;
  return std::nullopt;
}

std::string_view reason(int status) noexcept {
  for (const auto& [known, text] : reasons)
    if (known == status) return text;
  return {};
}

std::string head_of(const Answer& answer, bool keep_alive) {
  constexpr std::size_t usual_bytes = 1024;
  std::string head;
  head.reserve(usual_bytes);
  const auto line = [&head](std::string_view name, std::string_view value) {
    head.append(name).append(": ").append(value).append("\r\n");
  };
  head.append("HTTP/1.1 ").append(fmt::format_int(answer.status).c_str()).append(" ");
  head.append(reason(answer.status)).append("\r\n");
  line("Date", http_date(std::time(nullptr)));
  for (const Field& field : answer.fields) line(field.name, field.value);
  head.append(answer.more_fields);
  if (has_body(answer.status)) line("Content-Length", fmt::format_int(answer.size()).c_str());
  line("Connection", keep_alive ? "keep-alive" : "close");
  return head.append("\r\n");
}

// By hand: fmt's chrono takes longer than all the rest of a head.
std::string http_date(std::int64_t seconds) {
  constexpr std::array<const char*, 7> days{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  constexpr std::array<const char*, 12> months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                               "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const std::time_t time = seconds;
  std::tm parts{};
  ::gmtime_r(&time, &parts);
  return fmt::format("{}, {:02} {} {:04} {:02}:{:02}:{:02} GMT",
                     days[static_cast<std::size_t>(parts.tm_wday)], parts.tm_mday,
                     months[static_cast<std::size_t>(parts.tm_mon)], parts.tm_year + 1900,
                     parts.tm_hour, parts.tm_min, parts.tm_sec);
}

std::string small_letters(std::string_view text) {
  std::string small(text);
  for (char& c : small)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return small;
}

std::string_view without_blanks(std::string_view text) noexcept {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::vector<std::string_view> split(std::string_view text, char sign) {
  std::vector<std::string_view> parts;
  while (true) {
    const auto end = text.find(sign);
    parts.push_back(without_blanks(text.substr(0, end)));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

}  // namespace grundy::http
