#include "server/conditions.hpp"

#include <algorithm>
#include <ctime>
#include <string>

namespace grundy::server {

bool names_tag(std::string_view list, std::string_view tag, bool strongly) {
  const auto named = http::split(list, ',');
  return std::ranges::any_of(named, [&](std::string_view entry) {
    if (entry == "*") return true;
    const bool weak = entry.starts_with("W/");
    if (weak && strongly) return false;
    if (weak) entry.remove_prefix(2);
    if (entry.size() < 2 || entry.front() != '"' || entry.back() != '"') return false;
    entry = entry.substr(1, entry.size() - 2);
    constexpr std::string_view compressed = "-gzip";
    if (entry.ends_with(compressed)) entry.remove_suffix(compressed.size());
    return entry == tag;
  });
}

std::optional<std::int64_t> seconds_of(std::string_view date) {
  std::tm parts{};
  const std::string text(date);
  const char* const end = ::strptime(text.c_str(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
  if (end == nullptr || *end != '\0') return std::nullopt;
  return ::timegm(&parts);
}

int judge_conditions(const http::Request& request, std::string_view tag,
                     std::optional<std::int64_t> changed) {
  const auto date = [&](std::string_view name) -> std::optional<std::int64_t> {
    const auto field = request.field(name);
    return field && changed ? seconds_of(*field) : std::nullopt;
  };
  if (const auto wanted = request.field("if-match")) {
    if (!names_tag(*wanted, tag, /*strongly=*/true)) return 412;
  } else if (const auto since = date("if-unmodified-since"); since && *changed > *since) {
    return 412;
  }
  if (const auto known = request.field("if-none-match"))
    return names_tag(*known, tag, /*strongly=*/false) ? 304 : 200;
  if (const auto since = date("if-modified-since"); since && *changed <= *since) return 304;
  return 200;
}

}  // namespace grundy::server
